interface BufferedEvent {
  readonly stream: number;
  readonly sequence: number;
  readonly text: string;
}

/** What one session keeps for clients that lose a connection. */
const MOST_EVENTS = 256;
const MOST_CHARACTERS = 1024 * 1024;

/** The last events of the streams of one session. */
export class EventBuffer {
  private events: BufferedEvent[] = [];
  private size = 0;
  /** The last event of each stream that is not kept any more. */
  private readonly dropped = new Map<number, number>();

  /** @param isTaken whether a client is there to take the event: a large one is kept only for those who are away */
  add(event: BufferedEvent, isTaken: boolean): void {
    if (isTaken && event.text.length > MOST_CHARACTERS) {
      this.dropped.set(event.stream, event.sequence);
      return;
    }
    this.events.push(event);
    this.size += event.text.length;
    while (this.events.length > 1 && (this.events.length > MOST_EVENTS || this.size > MOST_CHARACTERS)) {
      const { stream, sequence, text } = this.events.shift()!;
      this.size -= text.length;
      this.dropped.set(stream, Math.max(sequence, this.dropped.get(stream) ?? 0));
    }
  }

  /** What came after an event of a stream; undefined when some of it is not kept any more. */
  after(stream: number, sequence: number): string[] | undefined {
    if ((this.dropped.get(stream) ?? 0) > sequence) {
      return undefined;
    }
    return this.events
      .filter((event) => event.stream === stream && event.sequence > sequence)
      .map(({ text }) => text);
  }

  forget(stream: number): void {
    this.events = this.events.filter((event) => event.stream !== stream);
    this.size = this.events.reduce((size, { text }) => size + text.length, 0);
    this.dropped.delete(stream);
  }
}
