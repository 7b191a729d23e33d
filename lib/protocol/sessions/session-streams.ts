import type { RequestId } from '../json-rpc.js';
import { invalidRequest } from '../protocol-error.js';
import type { ProtocolError } from '../protocol-error.js';
import type { Connection, StreamWriter } from '../response-channel.js';
import { EventBuffer } from './event-buffer.js';
import { streamText } from './event-id.js';
import type { EventPlace, StreamName } from './event-id.js';
import type { RelayedStream } from './relayed-stream.js';
import { ResumableStream } from './resumable-stream.js';
import { ENDED_STREAMS_MS, SharedStream } from './shared-stream.js';
import type { StreamSharing } from './shared-stream.js';

/** GET streams of one session. */
const MOST_LISTENING = 8;

/** A stream, and what its client has missed of it. */
export interface Resumption {
  readonly stream: ResumableStream;
  readonly missed: readonly string[];
}

/** Streams of one instance have numbers of their own, whatever session they are of. */
let lastNumber = 0;

/** The streams of one session. */
export class SessionStreams {
  private readonly buffer = new EventBuffer();
  private readonly streams = new Map<number, ResumableStream>();
  /** Those that were opened by GET. */
  private readonly listening = new Set<ResumableStream>();
  /** Those of other instances that are sent from here. */
  private readonly relayed = new Set<RelayedStream>();

  constructor(
    private readonly session: string,
    private readonly instance: string,
    private readonly sharing?: StreamSharing,
  ) {}

  get hasConnection(): boolean {
    return this.relayed.size > 0 || [...this.streams.values()].some(({ isAttached }) => isAttached);
  }

  /** Where messages go that belong to no request: one stream only. Undefined when the client has not opened any. */
  get outlet(): ResumableStream | undefined {
    const streams = [...this.listening].reverse();
    return streams.find(({ isAttached }) => isAttached) ?? streams[0];
  }

  open(request: RequestId, connection: Connection, writer: StreamWriter): ResumableStream {
    return this.add('call', connection, writer, request);
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
    const stream = this.add('get', connection, writer);
    this.listening.add(stream);
    return stream;
  }

  /** @throws ProtocolError when the stream cannot go on after that event */
  findResumption({ number, kind, sequence }: EventPlace): Resumption {
    const stream = this.streams.get(number);
    const missed = this.buffer.after(number, sequence);
    if (stream?.name.kind !== kind || !missed) {
      throw noResumption();
    }
    return { stream, missed };
  }

  /**
   * The client of a stream has come back to another instance.
   *
   * @returns whether there is such a stream
   */
  async moveTo(reader: string, number: number): Promise<boolean> {
    const stream = this.streams.get(number);
    if (!stream) {
      return false;
    }
    await stream.moveTo(reader);
    if (stream.name.kind === 'get') {
      // What it is for comes from there from now on.
      this.drop(stream);
    }
    return true;
  }

  isReadBy(reader: string, number: number): boolean {
    return this.streams.get(number)?.isReadBy(reader) === true;
  }

  leftBy(reader: string, number: number): void {
    this.streams.get(number)?.leftBy(reader);
  }

  relay(stream: RelayedStream): void {
    this.relayed.add(stream);
    stream.onEnd(() => this.relayed.delete(stream));
  }

  forget(stream: ResumableStream): void {
    stream.forget();
    this.drop(stream);
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
      [...this.listening, ...this.relayed].map(
        (stream) =>
          new Promise<void>((resolve) => ('end' in stream ? stream.end(resolve) : stream.close(resolve))),
      ),
    );
  }

  disconnectListening(): void {
    this.listening.forEach((stream) => stream.disconnect());
  }

  endAll(): void {
    this.relayed.forEach((stream) => stream.close());
    this.streams.forEach((stream) => stream.forget());
  }

  private add(
    kind: StreamName['kind'],
    connection: Connection,
    writer: StreamWriter,
    request?: RequestId,
  ): ResumableStream {
    const name = { instance: this.instance, kind, number: ++lastNumber };
    const shared =
      this.sharing && new SharedStream(`${this.session}:${streamText(name)}`, this.sharing, request);
    const stream = new ResumableStream(name, this.buffer, shared);
    this.streams.set(name.number, stream);
    stream.attach(connection, writer);
    return stream;
  }

  private drop(stream: ResumableStream): void {
    this.streams.delete(stream.number);
    this.listening.delete(stream);
    this.buffer.forget(stream.number);
  }
}

export function noResumption(): ProtocolError {
  return invalidRequest('Last-Event-ID is not an event of this session from which a stream can go on', 400);
}
