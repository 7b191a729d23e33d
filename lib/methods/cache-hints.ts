import type { McpCacheableMethod, McpCachingOptions } from '../interfaces/index.js';

/** The caching hints that modern clients need on some results. */
export interface CacheHints {
  readonly ttlMs: number;
  readonly cacheScope: 'public' | 'private';
}

/** Never reuse it, never share it. */
export const NOT_CACHED = { ttlMs: 0, cacheScope: 'private' } as const satisfies CacheHints;

const CACHEABLE_METHODS = [
  'server/discover',
  'tools/list',
  'prompts/list',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'skills/list',
  'skills/get',
] as const satisfies readonly McpCacheableMethod[];

const SCOPES: readonly unknown[] = ['public', 'private'];

/** What the results of a method carry. */
export function cacheHints(method: McpCacheableMethod, caching: McpCachingOptions | undefined): CacheHints {
  const { ttlMs = NOT_CACHED.ttlMs, scope = NOT_CACHED.cacheScope } = caching?.[method] ?? {};
  return { ttlMs, cacheScope: scope };
}

/** What is wrong with the option `caching`; undefined when nothing is. */
export function cachingProblem(value: unknown): string | undefined {
  const isRight =
    typeof value === 'object' &&
    value !== null &&
    Object.entries(value).every(
      ([method, hint]) =>
        (CACHEABLE_METHODS as readonly string[]).includes(method) && (hint === undefined || isHint(hint)),
    );
  return isRight
    ? undefined
    : `must be an object of { ttlMs, scope }, ttlMs a whole number, scope 'public' or 'private', by method: ${CACHEABLE_METHODS.join(', ')}`;
}

/**
 * Why the option `caching` shows to some callers what is meant for others; empty when it does not.
 *
 * @param perCaller the methods that do not answer everyone alike
 */
export function sharingWarnings(
  caching: McpCachingOptions | undefined,
  perCaller: readonly McpCacheableMethod[],
): string[] {
  return perCaller
    .filter((method) => caching?.[method]?.scope === 'public')
    .map(
      (method) =>
        `caching["${method}"] has the scope "public", but what ${method} answers depends on the caller: ` +
        'a proxy may give the answer for one caller to another. Use "private".',
    );
}

function isHint(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) {
    return false;
  }
  const { ttlMs, scope, ...unknown } = value as Readonly<Record<string, unknown>>;
  return (
    Object.keys(unknown).length === 0 &&
    (ttlMs === undefined || (Number.isSafeInteger(ttlMs) && (ttlMs as number) >= 0)) &&
    (scope === undefined || SCOPES.includes(scope))
  );
}
