import type { McpCompletion } from '../../interfaces/index.js';

/** The specification allows no more in one answer. */
const MOST_VALUES = 100;

/** What is sent for values that were found, best first. */
export function toCompletion({
  values,
  total = values.length,
  hasMore,
}: McpCompletion): Required<McpCompletion> {
  const sent = values.slice(0, MOST_VALUES);
  return { values: sent, total, hasMore: hasMore || values.length > sent.length || total > sent.length };
}

/** What a method with `@McpComplete()` returned; undefined when it is no completion. */
export function returnedCompletion(body: unknown): McpCompletion | undefined {
  const returned = (Array.isArray(body) ? { values: body as unknown[] } : (body ?? {})) as {
    values?: unknown;
    total?: unknown;
    hasMore?: unknown;
  };
  if (!Array.isArray(returned.values)) {
    return undefined;
  }
  return {
    values: returned.values.map(String),
    total: Number.isSafeInteger(returned.total) ? (returned.total as number) : undefined,
    hasMore: returned.hasMore === true ? true : undefined,
  };
}
