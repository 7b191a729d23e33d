import { EVENT_STREAM_HEADERS } from '../event-stream.js';
import type { JsonObject, NotificationMessage, RequestId, ResponseMessage } from '../json-rpc.js';
import type { Kept } from '../keep-alive.js';
import { invalidRequest } from '../protocol-error.js';
import type { Connection, ResponseChannel } from '../response-channel.js';
import { PRIMED_SINCE } from '../versions.js';
import { ClientRequests } from './client-requests.js';
import type { ClientAnswer, ClientRequest } from './client-requests.js';
import { readEventId } from './event-id.js';
import type { EventPlace } from './event-id.js';
import type { InstanceMessage, Instances } from './instances.js';
import { ForeignStreams } from './foreign-streams.js';
import { SessionConnection } from './session-connection.js';
import type { SessionChange, SessionState } from './session-state.js';
import type { McpSessionRecord } from './session-store.js';
import { noResumption, SessionStreams } from './session-streams.js';
import type { StreamSharing } from './shared-stream.js';

export interface SessionTimes {
  /** How long a client has to answer a request of the server. */
  readonly answerTimeoutMs: number;
  /** How long clients are asked to wait before they connect again. */
  readonly retryMs: number;
}

/** Where a session is. */
export interface SessionPlace {
  /** The id of this instance of the application. */
  readonly instance: string;
  /** The others; undefined when there are none. */
  readonly instances?: Instances;
  readonly sharing?: StreamSharing;
}

/** What this process has of a session: its streams, the requests in progress, the questions that wait for an answer. */
export class Session {
  /** When it was last used, in milliseconds since 1970. */
  usedAt = Date.now();

  private readonly streams: SessionStreams;
  private readonly running = new Map<RequestId, SessionConnection>();
  private readonly asked: ClientRequests;
  /** What is to be sent on GET streams that are being opened. */
  private readonly opening = new Set<string[]>();
  private readonly foreign?: ForeignStreams;

  constructor(
    private readonly state: SessionState,
    private readonly times: SessionTimes,
    private readonly place: SessionPlace,
  ) {
    this.asked = new ClientRequests(times.answerTimeoutMs, place.instance);
    const { instance, instances, sharing } = place;
    this.streams = new SessionStreams(this.id, instance, sharing);
    this.foreign = instances && sharing && new ForeignStreams(this.id, instances, sharing);
  }

  get id(): string {
    return this.state.record.id;
  }

  get version(): string {
    return this.state.record.version;
  }

  get clientInfo(): JsonObject | undefined {
    return this.state.record.clientInfo;
  }

  get clientCapabilities(): JsonObject {
    return this.state.record.clientCapabilities;
  }

  get logLevel(): string | undefined {
    return this.state.record.logLevel;
  }

  get subscriptions(): readonly string[] {
    return this.state.record.subscriptions;
  }

  /** Whether a client is connected, so that the session does not expire. */
  get isInUse(): boolean {
    return this.streams.hasConnection || [...this.running.values()].some(({ awaitsAnswer }) => awaitsAnswer);
  }

  refresh(record: McpSessionRecord): void {
    this.state.refresh(record);
  }

  /** @param change may be called several times, when other requests change the session as well */
  update(change: (record: McpSessionRecord) => SessionChange): Promise<void> {
    return this.state.update(change);
  }

  /** Begins a request of the client. */
  begin(id: RequestId, connection: Connection): SessionConnection {
    const own = new SessionConnection(id, connection, this.streams, this.version, this.times.retryMs);
    this.running.set(id, own);
    return own;
  }

  complete(id: RequestId, connection: SessionConnection): void {
    if (this.running.get(id) === connection) {
      this.running.delete(id);
    }
  }

  async notified({ method, params }: NotificationMessage): Promise<void> {
    if (method === 'notifications/cancelled') {
      const requestId = params['requestId'] as RequestId;
      if (!this.cancel(requestId)) {
        await this.place.instances?.tellAll({ kind: 'cancelled', session: this.id, requestId });
      }
    }
  }

  async answered(response: ResponseMessage): Promise<void> {
    const { instances, instance } = this.place;
    const asking = ClientRequests.instanceOf(response);
    if (!instances || asking === undefined || asking === instance) {
      this.asked.answered(response);
    } else {
      await instances.tell(asking, { kind: 'answered', session: this.id, response });
    }
  }

  /**
   * Opens a GET stream, or goes on with a stream after the event that the client has seen last.
   *
   * @throws ProtocolError when it cannot go on after that
   */
  async listen(connection: Connection, lastEventId: string | undefined): Promise<Kept> {
    if (lastEventId === undefined) {
      return this.openStream(connection);
    }
    const event = readEventId(lastEventId);
    if (event?.instance === this.place.instance) {
      return this.resume(connection, event);
    }
    if (!event || !this.foreign) {
      throw noResumption();
    }
    if (event.kind === 'get') {
      const { foreign } = this;
      await foreign.assertKept(event);
      return this.openStream(connection, () => foreign.takeOver(event));
    }
    const { relay, missed } = await this.foreign.relay(event);
    this.streams.relay(relay);
    relay.attach(connection, connection.openStream(200, EVENT_STREAM_HEADERS), missed);
    return relay;
  }

  /** Sends a notification that belongs to no request. Dropped when the client has opened no stream for such here. */
  notify(method: string, params?: JsonObject): void {
    if (this.listensHere) {
      this.send(JSON.stringify({ jsonrpc: '2.0', method, params }));
    }
  }

  /**
   * Asks the client, on the stream of the call if it has one.
   *
   * @throws ProtocolError when the client cannot be asked, or does not answer
   */
  async ask(request: ClientRequest, channel: ResponseChannel): Promise<ClientAnswer> {
    const outlet = channel.canStream ? channel : this.outlet;
    if (!outlet) {
      throw invalidRequest('the client takes no event stream and has opened none with GET');
    }
    return this.asked.ask(request, { send: (json) => outlet.send(json), signal: channel.signal });
  }

  /**
   * Does what another instance says.
   *
   * @returns whether it could
   */
  hear(message: InstanceMessage): boolean | Promise<boolean> {
    switch (message.kind) {
      case 'changed':
        this.refresh(message.record);
        return true;
      case 'ended':
        return true;
      case 'cancelled':
        return this.cancel(message.requestId);
      case 'answered':
        this.asked.answered(message.response);
        return true;
      case 'send':
        return this.send(message.json);
      case 'resumed':
        return this.streams.moveTo(message.reader, message.stream);
      case 'reads':
        return this.streams.isReadBy(message.reader, message.stream);
      case 'left':
        this.streams.leftBy(message.reader, message.stream);
        return true;
    }
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

  private get listensHere(): boolean {
    const { listener } = this.state.record;
    return !this.place.instances || listener === undefined || listener === this.place.instance;
  }

  /** Where questions of calls go that have no stream. */
  private get outlet(): { send(json: string): void | Promise<void> } | undefined {
    const { instances } = this.place;
    const { listener } = this.state.record;
    if (this.listensHere || !instances || listener === undefined) {
      return this.streams.outlet;
    }
    return {
      send: async (json) => {
        if (!(await instances.ask(listener, { kind: 'send', session: this.id, json }))) {
          throw invalidRequest('the client has no stream on which it could be asked');
        }
      },
    };
  }

  private cancel(id: RequestId): boolean {
    const connection = this.running.get(id);
    connection?.cancel();
    return connection !== undefined;
  }

  /** @param readMissed what the client has yet to get, of a stream that is no more */
  private async openStream(
    connection: Connection,
    readMissed?: () => Promise<readonly string[]>,
  ): Promise<Kept> {
    const { instances, instance } = this.place;
    const meanwhile: string[] = [];
    this.streams.makeRoomToListen();
    this.opening.add(meanwhile);
    try {
      if (instances) {
        await this.update(() => ({ listener: instance }));
      }
      const missed = await readMissed?.();
      const stream = this.streams.listen(connection, connection.openStream(200, EVENT_STREAM_HEADERS));
      if (this.version >= PRIMED_SINCE) {
        stream.prime(this.times.retryMs);
      }
      missed?.forEach((text) => stream.write(text));
      meanwhile.forEach((json) => stream.send(json));
      return stream;
    } finally {
      this.opening.delete(meanwhile);
    }
  }

  /** Sends on the GET stream of this instance, or the one that is just being opened. */
  private send(json: string): boolean {
    const opening = [...this.opening].at(-1);
    const { outlet } = this.streams;
    if (opening) {
      opening.push(json);
    } else {
      outlet?.send(json);
    }
    return opening !== undefined || outlet !== undefined;
  }

  private resume(connection: Connection, event: EventPlace): Kept {
    const { stream, missed } = this.streams.findResumption(event);
    stream.attach(connection, connection.openStream(200, EVENT_STREAM_HEADERS));
    stream.resume(missed);
    return stream;
  }
}
