import type { RequestId } from '../json-rpc.js';
import type { Connection, StreamWriter } from '../response-channel.js';
import { PRIMED_SINCE } from '../versions.js';
import type { ResumableStream } from './resumable-stream.js';
import type { SessionStreams } from './session-streams.js';

/**
 * The connection of one request in a session. Once it streams, a client that goes away has not given up: it may come back
 * for the rest. It gives up by saying so.
 */
export class SessionConnection implements Connection {
  private stream?: ResumableStream;
  private cancelled = false;
  private readonly listeners: (() => void)[] = [];

  constructor(
    private readonly request: RequestId,
    private readonly connection: Connection,
    private readonly streams: SessionStreams,
    private readonly version: string,
    private readonly retryMs: number,
  ) {
    connection.onClose(() => {
      if (!this.stream) {
        this.cancel();
      }
    });
  }

  get isCancelled(): boolean {
    return this.cancelled;
  }

  /** Whether the client waits for an answer that is no stream, or none yet. */
  get awaitsAnswer(): boolean {
    return !this.stream && !this.cancelled;
  }

  get isClosed(): boolean {
    return this.cancelled || (this.stream ? this.stream.endedAt !== undefined : this.connection.isClosed);
  }

  openStream(status: number, headers: Readonly<Record<string, string>>): StreamWriter {
    this.stream = this.streams.open(
      this.request,
      this.connection,
      this.connection.openStream(status, headers),
    );
    if (this.isPrimed) {
      this.stream.prime(this.retryMs);
    }
    return this.stream;
  }

  onClose(listener: () => void): void {
    if (this.cancelled) {
      listener();
    } else {
      this.listeners.push(listener);
    }
  }

  /** Clients of older versions would have no id to come back with. */
  get pause(): (() => void) | undefined {
    return this.isPrimed ? () => this.stream?.detach() : undefined;
  }

  /** The client, or the end of the session, gives the request up: there is no response to it any more. */
  cancel(): void {
    if (this.cancelled) {
      return;
    }
    this.cancelled = true;
    if (this.stream) {
      this.streams.forget(this.stream);
    }
    this.listeners.splice(0).forEach((listener) => listener());
  }

  private get isPrimed(): boolean {
    return this.version >= PRIMED_SINCE;
  }
}
