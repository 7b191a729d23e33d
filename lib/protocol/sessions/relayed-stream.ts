import { randomUUID } from 'node:crypto';
import type { RequestId } from '../json-rpc.js';
import type { Connection, StreamWriter } from '../response-channel.js';
import { eventId, streamText } from './event-id.js';
import type { EventPlace } from './event-id.js';
import type { McpStoredEvent } from './event-store.js';
import { STREAM_END, topicOf } from './shared-stream.js';
import type { StreamSharing } from './shared-stream.js';

/** As with a stream of this instance. */
const MOST_BACKLOG = 1024 * 1024;

/** A stream whose events come from the instance that began it, to a client that has come back to this one. */
export class RelayedStream {
  /** Tells this sending of the stream from those before and after it. */
  readonly reader = randomUUID();

  private writer?: StreamWriter;
  private endListening?: () => Promise<void>;
  private readonly early: McpStoredEvent[] = [];
  private isCatchingUp = false;
  private mayHaveMore = false;
  private isOver = false;
  private readonly listeners: (() => void)[] = [];
  private readonly name: string;
  private sequence: number;

  /** @param place the event that the client has seen last */
  constructor(
    session: string,
    private readonly place: EventPlace,
    private readonly sharing: StreamSharing,
    /** Whether the instance that began the stream still has it sent from here. */
    private readonly isOurs: (reader: string) => Promise<boolean>,
  ) {
    this.name = `${session}:${streamText(place)}`;
    this.sequence = place.sequence;
  }

  get canStream(): boolean {
    return this.writer !== undefined;
  }

  /** Calls back when nothing is sent to the client any more. */
  onEnd(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** From here on nothing gets lost that the stream's instance publishes. */
  async open(): Promise<void> {
    this.endListening = await this.sharing.bus.listen(topicOf(this.name), (text) => this.hear(text));
  }

  /** The request whose stream it is; undefined when that is not kept any more. */
  async request(): Promise<RequestId | undefined> {
    const events = await this.sharing.events.after(this.name, -1);
    const begin = events?.[0];
    return begin && (JSON.parse(begin.text) as { request?: RequestId }).request;
  }

  /** What the client has missed; undefined when it is not there any more. */
  missed(): Promise<McpStoredEvent[] | undefined> {
    return this.sharing.events.after(this.name, this.sequence);
  }

  attach(connection: Connection, writer: StreamWriter, missed: readonly McpStoredEvent[]): void {
    this.writer = writer;
    connection.onClose(() => this.close());
    [...missed, ...this.early.splice(0)].forEach((event) => this.take(event));
  }

  keepAlive(): void {
    if (this.writer?.backlog === 0) {
      this.writer.write(': keep-alive\n\n');
    }
    void this.look();
  }

  /** Ends the connection, not the stream. */
  close(done?: () => void): void {
    const { writer } = this;
    this.writer = undefined;
    if (writer) {
      writer.end(done);
    } else {
      done?.();
    }
    if (!this.isOver) {
      this.isOver = true;
      this.endListening?.().catch(this.sharing.onError);
      this.listeners.splice(0).forEach((listener) => listener());
    }
  }

  private hear(text: string): void {
    const message = JSON.parse(text) as McpStoredEvent | { readonly reader: string | null };
    if ('reader' in message) {
      if (message.reader !== this.reader) {
        this.close();
      }
    } else if (this.writer) {
      this.take(message);
    } else if (!this.isOver) {
      this.early.push(message);
    }
  }

  private take({ sequence, text }: McpStoredEvent): void {
    if (!this.writer || sequence <= this.sequence) {
      return;
    }
    if (sequence > this.sequence + 1) {
      void this.catchUp();
      return;
    }
    this.sequence = sequence;
    if (text === STREAM_END || this.writer.backlog > MOST_BACKLOG) {
      this.close();
      return;
    }
    this.writer.write(`id: ${eventId(this.place, sequence)}\n${text}`);
  }

  /** What was published while the bus was away never came, and an instance that dies says nothing. */
  private async look(): Promise<void> {
    try {
      const isOurs = await this.isOurs(this.reader);
      await this.catchUp();
      if (!isOurs) {
        this.close();
      }
    } catch (error) {
      this.sharing.onError(error);
    }
  }

  private async catchUp(): Promise<void> {
    this.mayHaveMore = true;
    if (this.isCatchingUp) {
      return;
    }
    this.isCatchingUp = true;
    try {
      while (this.mayHaveMore && this.writer) {
        this.mayHaveMore = false;
        const missed = await this.missed();
        if (missed) {
          missed.forEach((event) => this.take(event));
        } else {
          this.close();
        }
      }
    } catch (error) {
      this.sharing.onError(error);
    } finally {
      this.isCatchingUp = false;
    }
  }
}
