import { randomBytes } from 'node:crypto';
import { invalidRequest } from '../protocol-error.js';
import type { Connection, StreamWriter } from '../response-channel.js';
import { EventBuffer } from './event-buffer.js';
import { readEventId } from './event-id.js';
import { ResumableStream } from './resumable-stream.js';

/** GET streams of one session. */
const MOST_LISTENING = 8;
/** How long a client that has lost the connection can come back for the end of a stream. */
const ENDED_STREAMS_MS = 60_000;

/** A stream, and what its client has missed of it. */
export interface Resumption {
  readonly stream: ResumableStream;
  readonly missed: readonly string[];
}

/** The streams of one session. */
export class SessionStreams {
  private readonly nonce = randomBytes(6).toString('base64url');
  private readonly buffer = new EventBuffer();
  private readonly streams = new Map<number, ResumableStream>();
  /** Those that were opened by GET. */
  private readonly listening = new Set<ResumableStream>();
  private count = 0;

  get hasConnection(): boolean {
    return [...this.streams.values()].some(({ isAttached }) => isAttached);
  }

  /** Where messages go that belong to no request: one stream only. Undefined when the client has not opened any. */
  get outlet(): ResumableStream | undefined {
    const streams = [...this.listening].reverse();
    return streams.find(({ isAttached }) => isAttached) ?? streams[0];
  }

  open(connection: Connection, writer: StreamWriter): ResumableStream {
    const stream = new ResumableStream(++this.count, this.nonce, this.buffer);
    this.streams.set(stream.number, stream);
    stream.attach(connection, writer);
    return stream;
  }

  /** @throws ProtocolError when the session has as many as it may have */
  makeRoomToListen(): void {
    if (this.listening.size < MOST_LISTENING) {
      return;
    }
    const abandoned = [...this.listening].find(({ isAttached }) => !isAttached);
    if (!abandoned) {
      throw invalidRequest(`This session has ${MOST_LISTENING} open GET streams. Close one`, 429);
    }
    this.forget(abandoned);
  }

  listen(connection: Connection, writer: StreamWriter): ResumableStream {
    const stream = this.open(connection, writer);
    this.listening.add(stream);
    return stream;
  }

  /** @throws ProtocolError when the stream cannot go on after that event */
  findResumption(lastEventId: string): Resumption {
    const place = readEventId(lastEventId, this.nonce);
    const stream = place && this.streams.get(place.stream);
    const missed = place && this.buffer.after(place.stream, place.sequence);
    if (!stream || !missed) {
      throw invalidRequest(
        'Last-Event-ID is not an event of this session from which a stream can go on',
        400,
      );
    }
    return { stream, missed };
  }

  forget(stream: ResumableStream): void {
    stream.end();
    this.streams.delete(stream.number);
    this.listening.delete(stream);
    this.buffer.forget(stream.number);
  }

  forgetEnded(now: number): void {
    for (const stream of this.streams.values()) {
      if (stream.endedAt !== undefined && stream.endedAt + ENDED_STREAMS_MS < now) {
        this.forget(stream);
      }
    }
  }

  /** Ends the GET streams; those of requests end with their responses. */
  endListening(): Promise<unknown> {
    return Promise.all(
      [...this.listening].map((stream) => new Promise<void>((resolve) => stream.end(resolve))),
    );
  }

  disconnectListening(): void {
    this.listening.forEach((stream) => stream.disconnect());
  }

  endAll(): void {
    this.streams.forEach((stream) => stream.end());
  }
}
