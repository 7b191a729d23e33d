import type { McpSessionOptions } from '../../interfaces/index.js';

export const DEFAULT_SESSIONS: Readonly<Required<Omit<McpSessionOptions, 'store'>>> = Object.freeze({
  ttlMs: 30 * 60_000,
  max: 10_000,
  maxPerPrincipal: 100,
  answerTimeoutMs: 10 * 60_000,
  retryMs: 1_000,
});

export type ResolvedSessionOptions = typeof DEFAULT_SESSIONS & Pick<McpSessionOptions, 'store'>;

/** Node takes a longer delay for none. */
const LARGEST_NUMBER = 2 ** 31 - 1;
const STORE_METHODS = ['add', 'get', 'replace', 'delete'] as const;

/** What is wrong with the option `sessions`; undefined when nothing is. */
export function sessionsProblem(value: unknown): string | undefined {
  if (typeof value === 'boolean') {
    return undefined;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return 'must be true, false or an object of limits';
  }
  const { store, ...numbers } = value as Readonly<Record<string, unknown>>;
  for (const [name, number] of Object.entries(numbers)) {
    if (!Object.hasOwn(DEFAULT_SESSIONS, name)) {
      return `has the key "${name}", but takes only store, ${Object.keys(DEFAULT_SESSIONS).join(', ')}`;
    }
    if (number !== undefined && !isLimit(number)) {
      return `must have a whole number from 1 to ${LARGEST_NUMBER} as "${name}"`;
    }
  }
  return store === undefined || isStore(store)
    ? undefined
    : `must have an object with the methods ${STORE_METHODS.join(', ')} as "store"`;
}

/** The option with every default filled in; undefined when there are no sessions. */
export function resolveSessions(value: boolean | McpSessionOptions): ResolvedSessionOptions | undefined {
  if (value === false) {
    return undefined;
  }
  const given = Object.entries(value === true ? {} : value).filter(([, part]) => part !== undefined);
  return { ...DEFAULT_SESSIONS, ...(Object.fromEntries(given) as McpSessionOptions) };
}

function isLimit(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) > 0 && (value as number) <= LARGEST_NUMBER;
}

function isStore(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    STORE_METHODS.every((name) => typeof (value as Record<string, unknown>)[name] === 'function')
  );
}
