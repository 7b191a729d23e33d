import type { RequestId } from '../json-rpc.js';
import type { McpEventStore, McpStoredEvent } from './event-store.js';
import type { McpMessageBus } from './message-bus.js';

/** Stands in the place of a text for the end of a stream. */
export const STREAM_END = '';

const MOST_EVENTS = 256;
/** How long a client that has lost the connection can come back for the end of a stream. */
export const ENDED_STREAMS_MS = 60_000;

/** What instances share of the streams of sessions. */
export interface StreamSharing {
  readonly events: McpEventStore;
  readonly bus: McpMessageBus;
  /** How long events are kept. */
  readonly ttlMs: number;
  readonly onError: (error: unknown) => void;
}

/** Keeps the events of one stream where other instances find them, for a client that comes back to one of those. */
export class SharedStream {
  private written: Promise<void> = Promise.resolve();

  /**
   * @param name of the stream, among all sessions
   * @param request the request whose stream it is, for the case that its instance dies
   */
  constructor(
    private readonly name: string,
    private readonly sharing: StreamSharing,
    request: RequestId | undefined,
  ) {
    this.append(0, JSON.stringify({ request }), sharing.ttlMs);
  }

  /** @param isAway whether the client may be connected to another instance */
  add(sequence: number, text: string, isAway: boolean): void {
    this.append(sequence, text, this.sharing.ttlMs);
    if (isAway) {
      this.publish({ sequence, text });
    }
  }

  end(sequence: number, isAway: boolean): void {
    this.append(sequence, STREAM_END, ENDED_STREAMS_MS);
    if (isAway) {
      this.publish({ sequence, text: STREAM_END });
    }
  }

  /** Has those who send the stream to its client leave it to another one: to none, when it is undefined. */
  async handTo(reader: string | undefined): Promise<void> {
    try {
      await this.sharing.bus.publish(topicOf(this.name), JSON.stringify({ reader: reader ?? null }));
    } catch (error) {
      this.sharing.onError(error);
    }
  }

  /** Settles when other instances find all that was added. */
  flushed(): Promise<void> {
    return this.written;
  }

  forget(): void {
    this.sharing.events.forget(this.name).catch(this.sharing.onError);
  }

  private append(sequence: number, text: string, ttlMs: number): void {
    this.written = this.sharing.events
      .append(this.name, sequence, text, ttlMs, MOST_EVENTS)
      .catch(this.sharing.onError);
  }

  private publish(event: McpStoredEvent): void {
    this.sharing.bus.publish(topicOf(this.name), JSON.stringify(event)).catch(this.sharing.onError);
  }
}

/** Where the events of a stream are published. */
export function topicOf(name: string): string {
  return `stream:${name}`;
}
