/**
 * The methods whose results carry caching hints.
 *
 * @publicApi
 */
export type McpCacheableMethod =
  | 'server/discover'
  | 'tools/list'
  | 'prompts/list'
  | 'resources/list'
  | 'resources/templates/list'
  | 'resources/read'
  | 'skills/list'
  | 'skills/get';

/**
 * What clients are told about keeping a result.
 *
 * @publicApi
 */
export interface McpCacheHint {
  /**
   * Milliseconds for which a client may take the result for fresh.
   *
   * @default 0
   */
  ttlMs?: number;
  /**
   * `public` only for what is the same for all callers: a proxy may give it to anyone.
   *
   * @default 'private'
   */
  scope?: 'public' | 'private';
}

/**
 * Caching hints by method.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/caching
 * @publicApi
 */
export type McpCachingOptions = { readonly [Method in McpCacheableMethod]?: McpCacheHint };
