/** The caching hints that modern clients need on some results: never reuse it, never share it. */
export const NOT_CACHED = { ttlMs: 0, cacheScope: 'private' } as const;
