/** What matters here of a server-sent event. */
export interface ServerEvent {
  /** Empty for events that only give an id. */
  readonly data: string;
  readonly id?: string;
  /** Milliseconds to wait before connecting again. */
  readonly retry?: number;
}

const LINE_END = /\r\n|\n|\r(?!$)/;

/** The events of an event stream, as they come. One that the stream breaks off in is dropped. */
export async function* readEvents(chunks: AsyncIterable<string>): AsyncGenerator<ServerEvent> {
  const event = new EventFields();
  let rest = '';
  let isOpen = true;
  for await (const chunk of chunks) {
    rest += chunk;
    // A long line is looked at once, when its end has come.
    if (isOpen && !/[\r\n]/.test(chunk)) {
      continue;
    }
    isOpen = !chunk.endsWith('\r');
    const lines = rest.split(LINE_END);
    rest = lines.pop()!;
    for (const line of lines) {
      if (line !== '') {
        event.add(line);
      } else if (event.hasAny) {
        yield event.take();
      }
    }
  }
}

class EventFields {
  private data: string[] = [];
  private id?: string;
  private retry?: number;

  get hasAny(): boolean {
    return this.data.length > 0 || this.id !== undefined || this.retry !== undefined;
  }

  add(line: string): void {
    const colon = line.indexOf(':');
    const name = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'data') this.data.push(value);
    if (name === 'id' && !value.includes('\0')) this.id = value;
    if (name === 'retry' && /^\d{1,9}$/.test(value)) this.retry = Number(value);
  }

  take(): ServerEvent {
    const event = { data: this.data.join('\n'), id: this.id, retry: this.retry };
    this.data = [];
    this.id = undefined;
    this.retry = undefined;
    return event;
  }
}
