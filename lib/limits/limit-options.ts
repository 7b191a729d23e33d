import type { McpLimitOptions } from '../interfaces/index.js';

export type ResolvedLimits = Readonly<
  Required<Omit<McpLimitOptions, 'argumentBytes'>> & Pick<McpLimitOptions, 'argumentBytes'>
>;

export const DEFAULT_LIMITS: ResolvedLimits = Object.freeze({
  argumentDepth: 64,
  batchLength: 100,
  resultBytes: 10 * 1024 * 1024,
  streams: 10_000,
  callTimeoutMs: 10 * 60_000,
});

/** What reads arguments level by level must not run out of stack. */
const GREATEST_DEPTH = 1_000;
/** Node takes a longer delay for none. */
const LONGEST_DELAY_MS = 2 ** 31 - 1;

const GREATEST: Readonly<Record<keyof McpLimitOptions, number>> = {
  argumentDepth: GREATEST_DEPTH,
  argumentBytes: Number.MAX_SAFE_INTEGER,
  batchLength: Number.MAX_SAFE_INTEGER,
  resultBytes: Number.MAX_SAFE_INTEGER,
  streams: Number.MAX_SAFE_INTEGER,
  callTimeoutMs: LONGEST_DELAY_MS,
};

/** What is wrong with the option `limits`; undefined when nothing is. */
export function limitsProblem(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return 'must be an object, such as { resultBytes: 1_000_000 }';
  }
  for (const [name, limit] of Object.entries(value)) {
    if (!Object.hasOwn(GREATEST, name)) {
      return `has the key "${name}", but takes only ${Object.keys(GREATEST).join(', ')}`;
    }
    if (name === 'callTimeoutMs') {
      const problem = limit === undefined ? undefined : timeoutProblem(limit);
      if (problem !== undefined) {
        return `${problem} as "${name}"`;
      }
    } else if (limit !== undefined && !isCount(limit, GREATEST[name as keyof McpLimitOptions])) {
      return `must have a whole number from 1 to ${GREATEST[name as keyof McpLimitOptions]} as "${name}"`;
    }
  }
  return undefined;
}

/** What is wrong with the time that a handler may take; undefined when nothing is. */
export function timeoutProblem(value: unknown): string | undefined {
  return value === false || isCount(value, LONGEST_DELAY_MS)
    ? undefined
    : `must have false or a whole number of milliseconds from 1 to ${LONGEST_DELAY_MS}`;
}

/** The option with every default filled in. */
export function resolveLimits(value: McpLimitOptions = {}): ResolvedLimits {
  const given = Object.entries(value).filter(([, limit]) => limit !== undefined);
  return Object.freeze({ ...DEFAULT_LIMITS, ...(Object.fromEntries(given) as McpLimitOptions) });
}

function isCount(value: unknown, greatest: number): boolean {
  return Number.isSafeInteger(value) && (value as number) > 0 && (value as number) <= greatest;
}
