import { EVENT_STREAM_HEADERS } from '../event-stream.js';
import type { JsonObject, NotificationMessage, RequestId, ResponseMessage } from '../json-rpc.js';
import { invalidRequest } from '../protocol-error.js';
import type { Connection, ResponseChannel } from '../response-channel.js';
import { PRIMED_SINCE } from '../versions.js';
import { ClientRequests } from './client-requests.js';
import type { ClientAnswer, ClientRequest } from './client-requests.js';
import type { ResumableStream } from './resumable-stream.js';
import { SessionConnection } from './session-connection.js';
import type { McpSessionRecord } from './session-store.js';
import { SessionStreams } from './session-streams.js';

export interface SessionTimes {
  /** How long a client has to answer a request of the server. */
  readonly answerTimeoutMs: number;
  /** How long clients are asked to wait before they connect again. */
  readonly retryMs: number;
}

/** What this process has of a session: its streams, the requests in progress, the questions that wait for an answer. */
export class Session {
  /** When it was last used, in milliseconds since 1970. */
  usedAt = Date.now();

  private readonly streams = new SessionStreams();
  private readonly running = new Map<RequestId, SessionConnection>();
  private readonly asked: ClientRequests;

  constructor(
    /** Its state as the store has it. */
    public record: McpSessionRecord,
    private readonly times: SessionTimes,
    private readonly save: (record: McpSessionRecord) => Promise<void>,
  ) {
    this.asked = new ClientRequests(times.answerTimeoutMs);
  }

  get id(): string {
    return this.record.id;
  }

  get version(): string {
    return this.record.version;
  }

  get clientInfo(): JsonObject | undefined {
    return this.record.clientInfo;
  }

  get clientCapabilities(): JsonObject {
    return this.record.clientCapabilities;
  }

  get logLevel(): string | undefined {
    return this.record.logLevel;
  }

  get subscriptions(): readonly string[] {
    return this.record.subscriptions;
  }

  /** Whether a client is connected, so that the session does not expire. */
  get isInUse(): boolean {
    return this.streams.hasConnection || [...this.running.values()].some(({ awaitsAnswer }) => awaitsAnswer);
  }

  update(change: Partial<Pick<McpSessionRecord, 'logLevel' | 'subscriptions'>>): Promise<void> {
    this.record = { ...this.record, ...change };
    return this.save(this.record);
  }

  /** Begins a request of the client. */
  begin(id: RequestId, connection: Connection): SessionConnection {
    const own = new SessionConnection(connection, this.streams, this.version, this.times.retryMs);
    this.running.set(id, own);
    return own;
  }

  complete(id: RequestId, connection: SessionConnection): void {
    if (this.running.get(id) === connection) {
      this.running.delete(id);
    }
  }

  notified({ method, params }: NotificationMessage): void {
    if (method === 'notifications/cancelled') {
      this.running.get(params['requestId'] as RequestId)?.cancel();
    }
  }

  answered(response: ResponseMessage): void {
    this.asked.answered(response);
  }

  /** Opens a GET stream, or goes on with a stream after the event that the client has seen last. */
  listen(connection: Connection, lastEventId: string | undefined): ResumableStream {
    if (lastEventId !== undefined) {
      const { stream, missed } = this.streams.findResumption(lastEventId);
      stream.attach(connection, connection.openStream(200, EVENT_STREAM_HEADERS));
      stream.resume(missed);
      return stream;
    }
    this.streams.makeRoomToListen();
    const stream = this.streams.listen(connection, connection.openStream(200, EVENT_STREAM_HEADERS));
    if (this.version >= PRIMED_SINCE) {
      stream.prime(this.times.retryMs);
    }
    return stream;
  }

  /** Sends a notification that belongs to no request. Dropped when the client has opened no stream for such. */
  notify(method: string, params?: JsonObject): void {
    this.streams.outlet?.send(JSON.stringify({ jsonrpc: '2.0', method, params }));
  }

  /**
   * Asks the client, on the stream of the call if it has one.
   *
   * @throws ProtocolError when the client cannot be asked, or does not answer
   */
  async ask(request: ClientRequest, channel: ResponseChannel): Promise<ClientAnswer> {
    const outlet = channel.canStream ? channel : this.streams.outlet;
    if (!outlet) {
      throw invalidRequest('the client takes no event stream and has opened none with GET');
    }
    return this.asked.ask(request, { send: (json) => outlet.send(json), signal: channel.signal });
  }

  forgetEndedStreams(now: number): void {
    this.streams.forgetEnded(now);
  }

  /** Nothing can be done with it any more. */
  end(): void {
    this.asked.end('the session has ended');
    [...this.running.values()].forEach((connection) => connection.cancel());
    this.streams.endAll();
  }

  /** The process ends, the session need not. Calls that run get their answers. */
  leave(): Promise<unknown> {
    this.asked.end('the server is shutting down');
    return this.streams.endListening();
  }

  disconnect(): void {
    this.streams.disconnectListening();
  }
}
