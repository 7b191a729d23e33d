import { PreparedResult } from '../protocol/index.js';
import type { Era } from '../protocol/index.js';
import type { CacheHints } from './cache-hints.js';
import { decodeCursor, encodeCursor } from './cursor.js';

export interface ListContents {
  /** The list's key in the result. */
  readonly key: string;
  /** What its cursors carry, so that one of another list is refused. The key, when there is no other list of that key. */
  readonly name?: string;
  readonly items: readonly object[];
  readonly pageSize: number;
  /** None, when the result carries none. */
  readonly hints?: CacheHints;
}

/** The pages of one list, serialized once. */
export class ListPages {
  private readonly pages = new Map<number, Readonly<Record<Era, PreparedResult>>>();
  private readonly offsets: ReadonlySet<number>;

  private readonly name: string;

  constructor({ key, name = key, items, pageSize, hints }: ListContents) {
    this.name = name;
    for (let offset = 0; offset === 0 || offset < items.length; offset += pageSize) {
      const next = offset + pageSize;
      const page = {
        [key]: items.slice(offset, next),
        nextCursor: next < items.length ? encodeCursor(name, next) : undefined,
      };
      this.pages.set(offset, {
        modern: new PreparedResult(JSON.stringify({ resultType: 'complete', ...page, ...hints })),
        legacy: new PreparedResult(JSON.stringify(page)),
      });
    }
    this.offsets = new Set(this.pages.keys());
  }

  /** @throws ProtocolError -32602 for a cursor that is none of this list */
  at(cursor: unknown, era: Era): PreparedResult {
    return this.pages.get(decodeCursor(this.name, cursor, this.offsets))![era];
  }
}
