import { invalidParams } from '../protocol/index.js';
import type { ProtocolError } from '../protocol/index.js';

/**
 * An opaque cursor for the page that begins at `offset`.
 *
 * @param list what is listed, so that a cursor of one list is none of another
 */
export function encodeCursor(list: string, offset: number): string {
  return Buffer.from(`${list}:${offset}`).toString('base64url');
}

/**
 * The offset of a cursor that this server gave out; 0 without a cursor.
 *
 * @param pageOffsets the offsets at which pages begin
 * @throws ProtocolError -32602 for any other cursor
 */
export function decodeCursor(list: string, cursor: unknown, pageOffsets: ReadonlySet<number>): number {
  if (cursor === undefined) {
    return 0;
  }
  if (typeof cursor === 'string') {
    const text = Buffer.from(cursor, 'base64url').toString();
    const offset = Number(text.slice(text.lastIndexOf(':') + 1));
    if (pageOffsets.has(offset) && encodeCursor(list, offset) === cursor) {
      return offset;
    }
  }
  throw unknownCursor();
}

export function unknownCursor(): ProtocolError {
  return invalidParams(
    'Unknown cursor: send the nextCursor of an earlier page as it was, or none for the first page',
  );
}
