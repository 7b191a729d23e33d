/** In place of a line that has more bytes than are taken. */
export const TOO_LONG = Symbol('mcp:too-long');
/** In place of a line that is not UTF-8. */
export const NOT_UTF8 = Symbol('mcp:not-utf8');

export type Line = string | typeof TOO_LONG | typeof NOT_UTF8;

const NEWLINE = 0x0a;

/** The lines of a stream of bytes, as they come. Of a line that is too long nothing is kept. */
export async function* readLines(
  input: AsyncIterable<Uint8Array | string>,
  maxBytes: number,
): AsyncGenerator<Line> {
  const line = new LineBytes(maxBytes);
  for await (const part of input) {
    const bytes = typeof part === 'string' ? Buffer.from(part) : part;
    let start = 0;
    for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, start)) {
      line.add(bytes.subarray(start, end));
      yield line.take();
      start = end + 1;
    }
    line.add(bytes.subarray(start));
  }
  if (!line.isEmpty) {
    yield line.take();
  }
}

class LineBytes {
  private parts: Uint8Array[] = [];
  private size = 0;
  private readonly decoder = new TextDecoder('utf-8', { fatal: true });

  constructor(private readonly maxBytes: number) {}

  get isEmpty(): boolean {
    return this.size === 0;
  }

  add(part: Uint8Array): void {
    this.size += part.length;
    if (this.size > this.maxBytes) {
      this.parts = [];
    } else {
      this.parts.push(part);
    }
  }

  take(): Line {
    const { parts, size } = this;
    this.parts = [];
    this.size = 0;
    if (size > this.maxBytes) {
      return TOO_LONG;
    }
    try {
      return this.decoder.decode(parts.length === 1 ? parts[0] : Buffer.concat(parts));
    } catch {
      return NOT_UTF8;
    }
  }
}
