import { randomBytes } from 'node:crypto';
import type { MethodRequest } from '../method.js';
import type { McpEventStore } from './event-store.js';
import { Instances } from './instances.js';
import type { InstanceMessage } from './instances.js';
import { MemorySessionStore } from './memory-session-store.js';
import type { McpMessageBus } from './message-bus.js';
import { Session } from './session.js';
import type { SessionPlace, SessionTimes } from './session.js';
import { SessionState } from './session-state.js';
import type { McpSessionLimits, McpSessionRecord, McpSessionStore } from './session-store.js';

export interface SessionsOptions<Exchange> extends McpSessionLimits, SessionTimes {
  readonly store?: McpSessionStore;
  /** What several instances of the application share, so that any of them can serve a session. */
  readonly shared?: { readonly bus: McpMessageBus; readonly events: McpEventStore };
  /** How long a session lives that is not used. */
  readonly ttlMs: number;
  /** Who sends a request. */
  principalOf(exchange: Exchange): string;
  /** Who a session counts for. */
  ownerOf(exchange: Exchange): string;
  /** Told about a store that fails where no request waits for it. */
  onError?(error: unknown): unknown;
}

const LONGEST_SWEEP_MS = 30_000;
/** How long clients have to take the end of their streams when the server shuts down. */
const FAREWELL_MS = 1_000;
/** Of what a client says of itself: it is kept as long as the session lives. */
const MOST_CHARACTERS = 65_536;

/** The sessions of legacy clients. */
export class Sessions<Exchange = unknown> {
  private readonly store: McpSessionStore;
  /** What this process has of them. */
  private readonly live = new Map<string, Session>();
  private readonly timer: NodeJS.Timeout;
  private readonly place: SessionPlace;

  constructor(private readonly options: SessionsOptions<Exchange>) {
    this.store = options.store ?? new MemorySessionStore();
    this.place = this.findPlace();
    this.timer = setInterval(
      () => void this.sweep(),
      Math.min(Math.ceil(options.ttlMs / 2), LONGEST_SWEEP_MS),
    );
    this.timer.unref();
  }

  /** Begins to hear the other instances. */
  async open(): Promise<void> {
    await this.place.instances?.open();
  }

  /** Begins a session with `initialize`; undefined when there is no room for one. */
  async create({
    version,
    clientInfo,
    clientCapabilities,
    exchange,
  }: MethodRequest<Exchange>): Promise<Session | undefined> {
    if (!isKept({ clientInfo, clientCapabilities })) {
      return undefined;
    }
    const record = {
      id: randomBytes(24).toString('base64url'),
      revision: 1,
      principal: this.options.principalOf(exchange),
      owner: this.options.ownerOf(exchange),
      version,
      clientInfo,
      clientCapabilities,
      subscriptions: [],
    };
    return (await this.store.add(record, this.options.ttlMs, this.options))
      ? this.enliven(record)
      : undefined;
  }

  /** The session of this id, for the one it belongs to. Others are not told that there is such. */
  async find(id: string, exchange: Exchange): Promise<Session | undefined> {
    const record = await this.store.get(id, this.options.ttlMs);
    if (!record) {
      this.endHere(id);
      return undefined;
    }
    if (record.principal !== this.options.principalOf(exchange)) {
      return undefined;
    }
    const session = this.live.get(id) ?? this.enliven(record);
    session.refresh(record);
    session.usedAt = Date.now();
    return session;
  }

  async end(session: Session): Promise<void> {
    await this.store.delete(session.id);
    this.endHere(session.id);
    await this.place.instances?.tellAll({ kind: 'ended', session: session.id });
  }

  /** Calls back with each session that has something open here. */
  forEach(callback: (session: Session) => void): void {
    this.live.forEach(callback);
  }

  /** Ends all streams of this process that clients listen on. */
  async close(): Promise<void> {
    clearInterval(this.timer);
    const sessions = [...this.live.values()];
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, FAREWELL_MS);
    });
    await Promise.race([timeout, Promise.all(sessions.map((session) => session.leave()))]);
    clearTimeout(timer);
    sessions.forEach((session) => session.disconnect());
    await this.place.instances?.close();
  }

  private findPlace(): SessionPlace {
    const instance = randomBytes(9).toString('base64url');
    const { shared, ttlMs } = this.options;
    if (!shared) {
      return { instance };
    }
    const onError = (error: unknown) => void this.options.onError?.(error);
    const hear = (message: InstanceMessage) => this.hear(message);
    return {
      instance,
      instances: new Instances(instance, shared.bus, hear, onError),
      sharing: { ...shared, ttlMs, onError },
    };
  }

  private enliven(record: McpSessionRecord): Session {
    const { ttlMs } = this.options;
    const tell = async (changed: McpSessionRecord) => {
      const { instance, instances } = this.place;
      const message = { kind: 'changed', session: changed.id, record: changed } as const;
      await instances?.tellAll(message);
      // Who sends the notifications must know before the client has its answer.
      if (instances && changed.listener !== undefined && changed.listener !== instance) {
        await instances.ask(changed.listener, message);
      }
    };
    const session = new Session(new SessionState(record, this.store, ttlMs, tell), this.options, this.place);
    this.live.set(session.id, session);
    return session;
  }

  private hear(message: InstanceMessage): boolean | Promise<boolean> {
    if (message.kind === 'ended') {
      this.endHere(message.session);
    }
    return this.live.get(message.session)?.hear(message) ?? false;
  }

  private endHere(id: string): void {
    this.live.get(id)?.end();
    this.live.delete(id);
  }

  private async sweep(): Promise<void> {
    const now = Date.now();
    try {
      for (const session of [...this.live.values()]) {
        session.forgetEndedStreams(now);
        if (session.isInUse) {
          const isThere = await this.store.get(session.id, this.options.ttlMs);
          session.usedAt = now;
          if (!isThere) {
            this.endHere(session.id);
          }
        } else if (session.usedAt + this.options.ttlMs <= now) {
          // Not from the store: another process may use it.
          this.endHere(session.id);
        }
      }
    } catch (error) {
      this.options.onError?.(error);
    }
  }
}

function isKept(client: object): boolean {
  try {
    return JSON.stringify(client).length <= MOST_CHARACTERS;
  } catch {
    // Nested so deeply that a store could not write it down either.
    return false;
  }
}
