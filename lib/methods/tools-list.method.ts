import type { Catalog } from '../discovery/index.js';
import type { ResolvedMcpOptions } from '../mcp-options.defaults.js';
import type { Method, MethodRequest, MethodResult, SerializedResult } from '../protocol/index.js';
import type { OuterExchange } from '../replay/index.js';
import { knowsStructuredContent } from '../results/index.js';
import { cacheHints } from './cache-hints.js';
import { ListPages } from './list-pages.js';
import { createPrincipal } from './principal.js';
import type { ToolAccess } from './tool-access.js';
import { VisibleTools } from './visible-tools.js';

/** Lists the tools. */
export class ToolsListMethod implements Method<OuterExchange> {
  readonly name = 'tools/list';
  readonly eras = ['modern', 'legacy'] as const;

  private readonly pages: ListPages;
  /** For versions without structured content: a client that knows output schemas would insist on it. */
  private readonly withoutOutputSchemas: ListPages;
  private readonly visible: VisibleTools;
  private readonly principalOf: (request: object) => string;

  constructor(
    private readonly catalog: Catalog,
    options: ResolvedMcpOptions,
    private readonly access: ToolAccess,
  ) {
    const { listPageSize: pageSize, caching, principal } = options;
    const items = catalog.tools.map(({ definition }) => definition);
    const list = { key: 'tools', pageSize, hints: cacheHints(this.name, caching) };
    this.visible = new VisibleTools(pageSize, list.hints);
    this.principalOf = createPrincipal(principal);
    this.pages = new ListPages({ ...list, items });
    this.withoutOutputSchemas = new ListPages({
      ...list,
      items: items.map((tool) => ({ ...tool, outputSchema: undefined })),
    });
  }

  handle(request: MethodRequest<OuterExchange>): MethodResult | Promise<MethodResult> {
    if (this.access.isPerCaller) {
      return this.listVisible(request);
    }
    const { params, era, version } = request;
    const pages = knowsStructuredContent(version) ? this.pages : this.withoutOutputSchemas;
    return pages.at(params['cursor'], era);
  }

  private async listVisible({
    params,
    era,
    version,
    exchange,
  }: MethodRequest<OuterExchange>): Promise<SerializedResult> {
    return this.visible.page(await this.access.visible(this.catalog.tools, exchange.request), {
      cursor: params['cursor'],
      era,
      principal: this.principalOf(exchange.request),
      withOutputSchemas: knowsStructuredContent(version),
    });
  }
}
