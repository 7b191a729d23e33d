import type { Catalog } from '../discovery/index.js';
import { SerializedResult } from '../protocol/index.js';
import type { Era, Method, MethodRequest, MethodResult } from '../protocol/index.js';
import type { OuterExchange } from '../replay/index.js';
import { NOT_CACHED } from './cache-hints.js';
import { decodeCursor, encodeCursor } from './cursor.js';

/** Lists the tools. The pages are serialized once, at boot. */
export class ToolsListMethod implements Method<OuterExchange> {
  readonly name = 'tools/list';
  readonly eras = ['modern', 'legacy'] as const;

  private readonly pages = new Map<number, Record<Era, SerializedResult>>();
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
        legacy: new SerializedResult(JSON.stringify(page)),
        modern: new SerializedResult(JSON.stringify({ resultType: 'complete', ...page, ...NOT_CACHED })),
      });
    }
    this.offsets = new Set(this.pages.keys());
  }

  handle({ params, era }: MethodRequest<OuterExchange>): MethodResult {
    return this.pages.get(decodeCursor(params['cursor'], this.offsets))![era];
  }
}
