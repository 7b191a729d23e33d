import { invalidParams } from '../protocol/index.js';

/** An opaque cursor for the page that begins at `offset`. */
export function encodeCursor(offset: number): string {
  return Buffer.from(`offset:${offset}`).toString('base64url');
}

/**
 * The offset of a cursor that this server gave out; 0 without a cursor.
 *
 * @param pageOffsets the offsets at which pages begin
 * @throws ProtocolError -32602 for any other cursor
 */
export function decodeCursor(cursor: unknown, pageOffsets: ReadonlySet<number>): number {
  if (cursor === undefined) {
    return 0;
  }
  if (typeof cursor === 'string') {
    const [label, digits = ''] = Buffer.from(cursor, 'base64url').toString().split(':');
    const offset = Number(digits);
    if (label === 'offset' && pageOffsets.has(offset) && encodeCursor(offset) === cursor) {
      return offset;
    }
  }
  throw invalidParams(
    'Unknown cursor: send the nextCursor of an earlier page as it was, or none for the first page',
  );
}
