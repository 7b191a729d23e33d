import { eventText } from '../event-stream.js';
import type { Connection, StreamWriter } from '../response-channel.js';
import type { EventBuffer } from './event-buffer.js';
import { eventId } from './event-id.js';
import type { StreamName } from './event-id.js';
import type { SharedStream } from './shared-stream.js';

/** What a client may leave untaken, in bytes, before its connection is broken off. It can come back for the rest. */
const MOST_BACKLOG = 1024 * 1024;

/** One stream of events, over one connection after the other. What comes while there is none is kept. */
export class ResumableStream implements StreamWriter {
  /** When the stream ended, in milliseconds since 1970. */
  endedAt?: number;

  private writer?: StreamWriter;
  /** Who sends it to the client on another instance. */
  private reader?: string;
  private sequence = 0;

  /** @param shared keeps the events for other instances, when there are such */
  constructor(
    readonly name: StreamName,
    private readonly buffer: EventBuffer,
    private readonly shared?: SharedStream,
  ) {}

  get number(): number {
    return this.name.number;
  }

  /** Whether the client is connected, here or to another instance. */
  get isAttached(): boolean {
    return this.writer !== undefined || this.reader !== undefined;
  }

  /** Whether the client takes signs of life now. */
  get canStream(): boolean {
    return this.writer !== undefined;
  }

  get backlog(): number {
    return this.writer?.backlog ?? 0;
  }

  attach(connection: Connection, writer: StreamWriter): void {
    this.writer?.end();
    this.writer = writer;
    if (this.reader !== undefined) {
      this.reader = undefined;
      void this.shared?.handTo(undefined);
    }
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
    this.shared?.add(sequence, text, !this.writer);
    this.writer?.write(event);
  }

  /** The client has come back to another instance, which sends it the stream from now on. */
  async moveTo(reader: string): Promise<void> {
    this.reader = reader;
    this.detach();
    await this.shared?.handTo(reader);
    await this.shared?.flushed();
  }

  isReadBy(reader: string): boolean {
    return this.reader === reader;
  }

  /** The client has gone from there as well. */
  leftBy(reader: string): void {
    if (this.reader === reader) {
      this.reader = undefined;
    }
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
    if (this.endedAt === undefined) {
      this.endedAt = Date.now();
      this.shared?.end(this.sequence + 1, !this.writer);
    }
    this.detach(done);
  }

  disconnect(): void {
    this.writer?.disconnect();
    this.writer = undefined;
  }

  /** Nobody can come back to it. */
  forget(): void {
    const hasEnded = this.endedAt !== undefined;
    this.end();
    if (!hasEnded) {
      this.shared?.forget();
    }
  }

  private idOf(sequence: number): string {
    return eventId(this.name, sequence);
  }
}
