import type { BoundArguments } from './interfaces/bound-arguments.interface.js';
import { define } from './derived-request.js';

type QueryParser = (text: string) => object;

/**
 * The query as the application's own parser reads it; as it was bound when the application has none. A list stays a list
 * in any case, even of one.
 */
export function parseQuery(args: BoundArguments, parser: unknown): object {
  if (typeof parser !== 'function' || args.queryString === '') {
    return args.query;
  }
  const parsed = (parser as QueryParser)(args.queryString);
  for (const [name, value] of Object.entries(args.query)) {
    if (Array.isArray(value) && !name.includes('[')) {
      define(parsed, name, value);
    }
  }
  return parsed;
}
