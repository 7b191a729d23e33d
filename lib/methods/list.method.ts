import type { McpCacheableMethod } from '../interfaces/index.js';
import type { ResolvedMcpOptions } from '../mcp-options.defaults.js';
import type { Method, MethodRequest, MethodResult } from '../protocol/index.js';
import type { OuterExchange } from '../replay/index.js';
import { cacheHints } from './cache-hints.js';
import { ListPages } from './list-pages.js';

/** Lists what is the same for every client. */
export class ListMethod implements Method<OuterExchange> {
  readonly eras = ['modern', 'legacy'] as const;

  private readonly pages: ListPages;

  /** @param key the list's key in the result */
  constructor(
    readonly name: McpCacheableMethod,
    key: string,
    items: readonly object[],
    { listPageSize, caching }: ResolvedMcpOptions,
  ) {
    this.pages = new ListPages({ key, items, pageSize: listPageSize, hints: cacheHints(name, caching) });
  }

  handle({ params, era }: MethodRequest<OuterExchange>): MethodResult {
    return this.pages.at(params['cursor'], era);
  }
}
