import type { Catalog } from '../discovery/index.js';
import type { ResolvedMcpOptions } from '../mcp-options.defaults.js';
import type { Method, MethodRequest, MethodResult } from '../protocol/index.js';
import type { OuterExchange } from '../replay/index.js';
import { knowsStructuredContent } from '../results/index.js';
import { cacheHints } from './cache-hints.js';
import { ListPages } from './list-pages.js';

/** Lists the tools. */
export class ToolsListMethod implements Method<OuterExchange> {
  readonly name = 'tools/list';
  readonly eras = ['modern', 'legacy'] as const;

  private readonly pages: ListPages;
  /** For versions without structured content: a client that knows output schemas would insist on it. */
  private readonly withoutOutputSchemas: ListPages;

  constructor(catalog: Catalog, { listPageSize: pageSize, caching }: ResolvedMcpOptions) {
    const items = catalog.tools.map(({ definition }) => definition);
    const list = { key: 'tools', pageSize, hints: cacheHints(this.name, caching) };
    this.pages = new ListPages({ ...list, items });
    this.withoutOutputSchemas = new ListPages({
      ...list,
      items: items.map((tool) => ({ ...tool, outputSchema: undefined })),
    });
  }

  handle({ params, era, version }: MethodRequest<OuterExchange>): MethodResult {
    const pages = knowsStructuredContent(version) ? this.pages : this.withoutOutputSchemas;
    return pages.at(params['cursor'], era);
  }
}
