import { eventText } from '../event-stream.js';
import type { Connection, StreamWriter } from '../response-channel.js';
import type { EventBuffer } from './event-buffer.js';
import { eventId } from './event-id.js';

/** What a client may leave untaken, in bytes, before its connection is broken off. It can come back for the rest. */
const MOST_BACKLOG = 1024 * 1024;

/** One stream of events, over one connection after the other. What comes while there is none is kept. */
export class ResumableStream implements StreamWriter {
  /** When the stream ended, in milliseconds since 1970. */
  endedAt?: number;

  private writer?: StreamWriter;
  private sequence = 0;

  constructor(
    readonly number: number,
    private readonly nonce: string,
    private readonly buffer: EventBuffer,
  ) {}

  get isAttached(): boolean {
    return this.writer !== undefined;
  }

  /** Whether the client takes signs of life now. */
  get canStream(): boolean {
    return this.isAttached;
  }

  get backlog(): number {
    return this.writer?.backlog ?? 0;
  }

  attach(connection: Connection, writer: StreamWriter): void {
    this.writer?.end();
    this.writer = writer;
    connection.onClose(() => {
      if (this.writer === writer) {
        this.writer = undefined;
      }
    });
  }

  /** Gives the client an id to come back with before there is an event, and the time to wait until then. */
  prime(retryMs: number): void {
    this.writer?.write(`id: ${this.idOf(this.sequence)}\nretry: ${retryMs}\ndata:\n\n`);
  }

  send(json: string): void {
    this.write(eventText(json));
  }

  write(text: string): void {
    if (this.endedAt !== undefined) {
      return;
    }
    if (text.startsWith(':')) {
      this.writer?.write(text);
      return;
    }
    const sequence = ++this.sequence;
    const event = `id: ${this.idOf(sequence)}\n${text}`;
    if (this.backlog > MOST_BACKLOG) {
      this.disconnect();
    }
    this.buffer.add({ stream: this.number, sequence, text: event }, this.isAttached);
    this.writer?.write(event);
  }

  keepAlive(): void {
    if (this.backlog === 0) {
      this.writer?.write(': keep-alive\n\n');
    }
  }

  /** Sends what the client has missed, and what comes from now on. */
  resume(missed: readonly string[]): void {
    missed.forEach((event) => this.writer?.write(event));
    if (this.endedAt !== undefined) {
      this.detach();
    }
  }

  /** Ends the connection, not the stream. */
  detach(done?: () => void): void {
    const { writer } = this;
    this.writer = undefined;
    if (writer) {
      writer.end(done);
    } else {
      done?.();
    }
  }

  end(done?: () => void): void {
    this.endedAt ??= Date.now();
    this.detach(done);
  }

  disconnect(): void {
    this.writer?.disconnect();
    this.writer = undefined;
  }

  private idOf(sequence: number): string {
    return eventId(this.nonce, { stream: this.number, sequence });
  }
}
