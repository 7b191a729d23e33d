import type { Catalog } from '../discovery/index.js';
import { SerializedResult } from '../protocol/index.js';
import type { Method, MethodRequest, MethodResult } from '../protocol/index.js';
import type { OuterExchange } from '../replay/index.js';
import { knowsStructuredContent } from '../results/index.js';
import { NOT_CACHED } from './cache-hints.js';
import { decodeCursor, encodeCursor } from './cursor.js';

/** One page as each version gets it. */
interface Page {
  readonly modern: SerializedResult;
  readonly legacy: SerializedResult;
  /** For versions without structured content: a client that knows output schemas would insist on it. */
  readonly withoutOutputSchemas: SerializedResult;
}

/** Lists the tools. The pages are serialized once, at boot. */
export class ToolsListMethod implements Method<OuterExchange> {
  readonly name = 'tools/list';
  readonly eras = ['modern', 'legacy'] as const;

  private readonly pages = new Map<number, Page>();
  private readonly offsets: ReadonlySet<number>;

  constructor(catalog: Catalog, pageSize: number) {
    const definitions = catalog.tools.map(({ definition }) => definition);
    for (let offset = 0; offset === 0 || offset < definitions.length; offset += pageSize) {
      const next = offset + pageSize;
      const page = {
        tools: definitions.slice(offset, next),
        nextCursor: next < definitions.length ? encodeCursor(next) : undefined,
      };
      this.pages.set(offset, {
        modern: new SerializedResult(JSON.stringify({ resultType: 'complete', ...page, ...NOT_CACHED })),
        legacy: new SerializedResult(JSON.stringify(page)),
        withoutOutputSchemas: new SerializedResult(
          JSON.stringify({
            ...page,
            tools: page.tools.map((tool) => ({ ...tool, outputSchema: undefined })),
          }),
        ),
      });
    }
    this.offsets = new Set(this.pages.keys());
  }

  handle({ params, era, version }: MethodRequest<OuterExchange>): MethodResult {
    const page = this.pages.get(decodeCursor(params['cursor'], this.offsets))!;
    if (era === 'modern') {
      return page.modern;
    }
    return knowsStructuredContent(version) ? page.legacy : page.withoutOutputSchemas;
  }
}
