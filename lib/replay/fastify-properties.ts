/** What every request of Fastify has of its own, and every internal one sets for itself. */
export const FASTIFY_PROPERTIES: ReadonlySet<PropertyKey> = new Set([
  'id',
  'params',
  'raw',
  'query',
  'log',
  'body',
  'method',
  'url',
  'originalUrl',
  'headers',
  'rawBody',
  'mediaType',
]);
