import type { EventEmitter } from 'node:events';
import { finished, Stream } from 'node:stream';
import { ValueMap } from '../discovery/index.js';
import { isForeignStream, toReadable } from './foreign-stream.js';
import { InternalResponseHead } from './internal-response-head.js';

/** Whose response it is. */
export interface ResponseOwner {
  /** The platform's request: on Fastify its own, which has a raw one. */
  readonly request: PlatformRequest;
  /** The response at which the client waits: only whether it is still there. */
  readonly connection: Pick<EventEmitter, 'once' | 'removeListener'>;
  /** Bytes that are kept of what is written. */
  readonly byteLimit: number;
  /** Takes what was collected: at the end of the response, or when it is destroyed before that. */
  settle(status: number, body: unknown): void;
}

interface PlatformRequest {
  readonly method?: string;
  readonly raw?: object;
}

/** The answer when a route destroys its response: over HTTP there would be none. */
const CONNECTION_LOST = {
  statusCode: 500,
  message: 'The connection was closed before the route had answered.',
};

/**
 * A `ServerResponse` without a socket. It offers what handlers, filters, middleware and plugins use of the real one, and
 * keeps what they send. On Fastify it is `reply.raw`; on Express its methods are laid over the application's response
 * prototype.
 */
export class InternalServerResponse extends InternalResponseHead {
  declare writableEnded: boolean;
  declare writableFinished: boolean;
  declare destroyed: boolean;
  declare sendDate: boolean;
  declare shouldKeepAlive: boolean;
  declare private chunks: Buffer[] | undefined;
  declare private size: number;
  declare private isAnnounced: boolean;
  /** Whether anybody has ever listened: most responses have no listeners, and naming a response's events takes time. */
  declare private isHeard: boolean;
  declare private owner: ResponseOwner;
  declare private stopWatching: (() => void) | undefined;

  constructor(owner: ResponseOwner) {
    super();
    InternalServerResponse.initialize(this, owner);
  }

  /** For objects that have this class's methods without having been made by its constructor. */
  static initialize(response: InternalServerResponse, owner: ResponseOwner): void {
    response.headerValues = new ValueMap();
    response.chunks = undefined;
    response.size = 0;
    response.isAnnounced = false;
    response.isHeard = false;
    response.owner = owner;
    response.stopWatching = undefined;
  }

  /** The internal request, as Node's. */
  get req(): object {
    const { request } = this.owner;
    return request.raw ?? request;
  }

  get writable(): boolean {
    return !this.writableEnded;
  }

  get finished(): boolean {
    return this.writableEnded;
  }

  /** Nest and Node ask for it where 'close' has been told already. */
  get closed(): boolean {
    return this.destroyed;
  }

  get writableLength(): number {
    return 0;
  }

  get writableHighWaterMark(): number {
    return 16_384;
  }

  get writableNeedDrain(): boolean {
    return false;
  }

  get socket(): unknown {
    return (this.req as { socket?: unknown }).socket ?? null;
  }

  get connection(): unknown {
    return this.socket;
  }

  write(chunk: unknown, encoding?: unknown, callback?: unknown): boolean {
    if (this.writableEnded || this.destroyed) {
      return false;
    }
    this.headersSent = true;
    this.collect(chunk, encoding);
    runLast(encoding, callback);
    return !this.destroyed;
  }

  end(chunk?: unknown, encoding?: unknown, callback?: unknown): this {
    if (this.writableEnded || this.destroyed) {
      return this;
    }
    if (chunk !== undefined && chunk !== null && typeof chunk !== 'function') {
      this.collect(chunk, encoding);
    }
    this.finish(this.chunks && Buffer.concat(this.chunks));
    runLast(chunk, encoding, callback);
    return this;
  }

  /** Ends the response with a body that is kept as it is. */
  finish(body: unknown): void {
    if (this.writableEnded) {
      return;
    }
    if (this.destroyed) {
      discard(body);
      return;
    }
    if (this.statusCode === 204 || this.statusCode === 304 || this.owner.request.method === 'HEAD') {
      discard(body);
      body = undefined;
    }
    if (isForeignStream(body)) {
      body = toReadable(body);
    }
    this.headersSent = true;
    this.writableEnded = true;
    this.writableFinished = true;
    this.stopWatching?.();
    this.owner.settle(this.statusCode, body);
    if (body instanceof Stream.Readable) {
      // A response ends with its body: Nest destroys the stream of a file when the response closes.
      this.isAnnounced = true;
      finished(body, (error) => (error ? emitClose(this) : emitFinish(this)));
    } else if (this.isHeard) {
      this.announce();
    }
  }

  override on(event: string | symbol, listener: (...args: unknown[]) => void): this {
    super.on(event, listener);
    this.attend(event);
    return this;
  }

  override addListener(event: string | symbol, listener: (...args: unknown[]) => void): this {
    return this.on(event, listener);
  }

  override prependListener(event: string | symbol, listener: (...args: unknown[]) => void): this {
    super.prependListener(event, listener);
    this.attend(event);
    return this;
  }

  /** Sees to it that whoever listens is told. */
  private attend(event: string | symbol): void {
    this.isHeard = true;
    if (this.writableEnded) {
      // Set in the same turn as the end, it would still be told over HTTP.
      this.announce();
    } else if (event === 'close' || event === 'aborted') {
      this.watchConnection();
    }
  }

  /** Somebody wants to know whether the client is still there. */
  private watchConnection(): void {
    if (this.stopWatching) {
      return;
    }
    const { connection } = this.owner;
    const onClose = () => {
      if (!this.writableEnded && !this.destroyed) {
        this.emit('aborted');
        this.destroy();
      }
    };
    connection.once('close', onClose);
    this.stopWatching = () => connection.removeListener('close', onClose);
  }

  /** Nobody is told without having asked: most calls need no turn of the event loop for it. */
  private announce(): void {
    if (!this.isAnnounced) {
      this.isAnnounced = true;
      process.nextTick(emitFinish, this);
    }
  }

  /** What a lost connection does: whatever is sent afterwards is dropped. */
  destroy(): this {
    if (!this.destroyed) {
      this.destroyed = true;
      if (!this.writableEnded) {
        this.owner.settle(500, CONNECTION_LOST);
      }
      process.nextTick(emitClose, this);
    }
    return this;
  }

  setTimeout(): this {
    return this;
  }

  cork(): void {}
  uncork(): void {}
  addTrailers(): void {}
  assignSocket(): void {}
  detachSocket(): void {}
  writeContinue(): void {}
  writeProcessing(): void {}
  writeInformation(): void {}
  writeEarlyHints(_hints: unknown, callback?: () => void): void {
    callback?.();
  }

  private collect(chunk: unknown, encoding: unknown): void {
    const buffer =
      typeof chunk === 'string'
        ? Buffer.from(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8')
        : Buffer.from(chunk as Uint8Array);
    this.size += buffer.length;
    this.chunks ??= [];
    this.chunks.push(buffer);
    if (this.size > this.owner.byteLimit) {
      // Over the limit nothing more is kept. The part that exceeds it lets the result say so.
      this.finish(Buffer.concat(this.chunks));
      this.destroy();
    }
  }
}

/** State that every response starts with; on the prototype, so that a new one costs nothing. */
const INITIAL_STATE = {
  statusCode: 200,
  statusMessage: '',
  headersSent: false,
  writableEnded: false,
  writableFinished: false,
  destroyed: false,
  sendDate: true,
  shouldKeepAlive: false,
};

for (const [name, value] of Object.entries(INITIAL_STATE)) {
  Object.defineProperty(InternalServerResponse.prototype, name, {
    value,
    writable: true,
    configurable: true,
  });
}

/** A body that will not be read may hold a file open. */
function discard(body: unknown): void {
  if (body instanceof Stream.Readable) {
    body.on('error', () => undefined);
    body.destroy();
  }
}

/** Node's stream methods take a callback in the place of any left-out argument. */
function runLast(...candidates: unknown[]): void {
  const callback = candidates.find((candidate) => typeof candidate === 'function');
  if (callback) {
    queueMicrotask(callback as () => void);
  }
}

function emitFinish(response: InternalServerResponse): void {
  response.emit('finish');
  emitClose(response);
}

function emitClose(response: InternalServerResponse): void {
  response.emit('close');
}
