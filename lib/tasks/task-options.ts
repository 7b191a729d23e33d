import type { McpTaskOptions } from '../interfaces/index.js';

export type ResolvedTaskOptions = Readonly<Required<McpTaskOptions>>;

export const DEFAULT_TASKS: ResolvedTaskOptions = Object.freeze({
  ttlMs: 60 * 60_000,
  maxTtlMs: 24 * 60 * 60_000,
  pollIntervalMs: 1_000,
  max: 10_000,
  maxPerPrincipal: 1_000,
  concurrency: 100,
  leaseMs: 30_000,
});

/** Node takes a longer delay for none. */
const LARGEST_NUMBER = 2 ** 31 - 1;

/** What is wrong with the option `tasks`; undefined when nothing is. */
export function tasksProblem(value: unknown): string | undefined {
  if (typeof value === 'boolean') {
    return undefined;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return 'must be true, false or an object, such as { concurrency: 10 }';
  }
  for (const [name, number] of Object.entries(value)) {
    if (!Object.hasOwn(DEFAULT_TASKS, name)) {
      return `has the key "${name}", but takes only ${Object.keys(DEFAULT_TASKS).join(', ')}`;
    }
    if (number !== undefined && !isLimit(number)) {
      return `must have a whole number from 1 to ${LARGEST_NUMBER} as "${name}"`;
    }
  }
  return undefined;
}

/** The option with every default filled in; false when there are no tasks. */
export function resolveTasks(value: boolean | McpTaskOptions = false): ResolvedTaskOptions | false {
  if (value === false) {
    return false;
  }
  const given = Object.entries(value === true ? {} : value).filter(([, part]) => part !== undefined);
  return Object.freeze({ ...DEFAULT_TASKS, ...(Object.fromEntries(given) as McpTaskOptions) });
}

function isLimit(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) > 0 && (value as number) <= LARGEST_NUMBER;
}
