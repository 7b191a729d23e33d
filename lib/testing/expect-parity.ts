import { inspect } from 'node:util';
import type { ParityComparison } from './interfaces/parity.interface.js';

/** Says where a tool call's answer is not that of HTTP. */
export class ParityError extends Error {
  override readonly name = 'ParityError';

  constructor(readonly comparison: ParityComparison) {
    super(describe(comparison));
  }
}

/**
 * Does nothing when the two answers are equal.
 *
 * @throws ParityError that lists every difference
 *
 * @publicApi
 */
export function expectParity(comparison: ParityComparison): void {
  if (!comparison.equal) {
    throw new ParityError(comparison);
  }
}

function describe({ case: { tool, arguments: args, http }, differences }: ParityComparison): string {
  const lines = differences.map(
    ({ at, http: overHttp, tool: byTool }) =>
      `  ${at}: ${show(overHttp)} over HTTP, ${show(byTool)} as a tool`,
  );
  return [
    `The tool ${tool}(${show(args ?? {})}) does not answer as ${http.method ?? 'GET'} ${http.path} does:`,
    ...lines,
  ].join('\n');
}

function show(value: unknown): string {
  return inspect(value, { depth: 6, breakLength: Infinity, maxStringLength: 300 });
}
