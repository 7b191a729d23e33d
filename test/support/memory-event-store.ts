import type { McpEventStore, McpStoredEvent } from '../../lib/store/index.js';

interface Stream {
  readonly events: McpStoredEvent[];
  readonly expires: number;
}

/** Keeps the events of streams in this process. */
export class MemoryEventStore implements McpEventStore {
  private readonly streams = new Map<string, Stream>();

  append(stream: string, sequence: number, text: string, ttlMs: number, most: number): Promise<void> {
    this.deleteExpired();
    const events = [...(this.streams.get(stream)?.events ?? []), { sequence, text }].slice(-most);
    this.streams.set(stream, { events, expires: Date.now() + ttlMs });
    return Promise.resolve();
  }

  after(stream: string, sequence: number): Promise<McpStoredEvent[] | undefined> {
    this.deleteExpired();
    const events = this.streams.get(stream)?.events;
    const missed = events?.filter((event) => event.sequence > sequence);
    const isWhole = missed?.every((event, index) => event.sequence === sequence + 1 + index);
    return Promise.resolve(isWhole ? missed : undefined);
  }

  forget(stream: string): Promise<void> {
    this.streams.delete(stream);
    return Promise.resolve();
  }

  private deleteExpired(): void {
    const now = Date.now();
    for (const [name, { expires }] of this.streams) {
      if (expires <= now) {
        this.streams.delete(name);
      }
    }
  }
}
