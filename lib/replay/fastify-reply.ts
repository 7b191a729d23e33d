import { Readable } from 'node:stream';
import { MCP_ARRIVAL } from '../mcp.constants.js';
import { define } from './derived-request.js';
import { fastifyState } from './fastify-state.js';
import { isForeignStream, toReadable } from './foreign-stream.js';
import type { HeaderValue } from './internal-response-head.js';
import type { InternalServerResponse } from './internal-server-response.js';
import { awaitStart } from './stream-start.js';
import { UsualKeys } from './usual-keys.js';

/** What is used of Fastify's reply. */
export interface FastifyReplyLike {
  readonly raw: InternalServerResponse;
  readonly log: unknown;
  readonly server: object;
  getHeaders(): Record<string, HeaderValue>;
  removeHeader(name: string): unknown;
  send(payload: unknown): this;
}

type Serialize = (payload: unknown, status: number) => unknown;

/** What a reply belongs to. */
interface ReplyExchange {
  readonly request: object;
  readonly raw: InternalServerResponse;
  /** Answers in the place of a handler that gave the request away: with an error, or "not found". */
  passOn(error?: unknown): void;
}

export type InternalReplyClass = new (outer: FastifyReplyLike, exchange: ReplyExchange) => FastifyReplyLike;

type ReplyClass = new (raw: object, request: object, log: unknown) => FastifyReplyLike;

/** The application's reply class, with the decorators of its plugins, with another way of sending. */
export function createInternalReplyClass(outer: FastifyReplyLike): InternalReplyClass {
  // Set by `setReplySerializer()`.
  const standard = fastifyState(outer.server, 'fastify.replySerializerDefault') as
    Serialize | null | undefined;

  class InternalReply extends (outer.constructor as ReplyClass) {
    #exchange: ReplyExchange;
    #serialize: Serialize | undefined = standard ?? undefined;
    /** Whether a stream that was sent has yet to show that it can be read. */
    #isStarting = false;

    constructor(outer: FastifyReplyLike, exchange: ReplyExchange) {
      super(exchange.raw, exchange.request, outer.log);
      this.#exchange = exchange;
      copyPluginState(outer, this);
    }

    override send(payload: unknown): this {
      if (this.raw.writableEnded || this.#isStarting) {
        return this;
      }
      if (payload instanceof Error) {
        this.#exchange.passOn(payload);
        return this;
      }
      const stream = streamOf(payload);
      if (stream) {
        this.#sendStream(stream);
        return this;
      }
      const serialize = this.#serialize;
      this.raw.finish(
        serialize && isSerializable(payload) ? serialize(payload, this.raw.statusCode) : payload,
      );
      return this;
    }

    /** As Fastify, which answers with an error as long as nothing of the stream was sent. */
    #sendStream(stream: Readable): void {
      if (this.raw.destroyed) {
        this.raw.finish(stream);
        return;
      }
      this.#isStarting = true;
      awaitStart(
        stream,
        () => this.raw.finish(stream),
        (error) => {
          this.#isStarting = false;
          if (this.raw.destroyed) {
            return;
          }
          this.removeHeader('content-type');
          this.removeHeader('content-length');
          this.#exchange.passOn(error);
        },
      );
    }

    serializer(serialize: Serialize): this {
      this.#serialize = serialize;
      return this;
    }

    callNotFound(): this {
      this.#exchange.passOn();
      return this;
    }
  }

  // A reply is a thenable that waits for its socket. Handlers return it, and awaiting it would end a call too late.
  define(InternalReply.prototype, 'then', undefined);
  return InternalReply;
}

/**
 * Plugins keep state on each reply (`@fastify/cookie` the cookies to set). The internal reply gets its own: nothing set
 * there may reach the outer one.
 */
function copyPluginState(outer: object, reply: object): void {
  for (const key of REPLY_KEYS.unusual(outer)) {
    define(reply, key, separated((outer as Record<PropertyKey, unknown>)[key]));
  }
}

const FASTIFY_STATE: ReadonlySet<PropertyKey> = new Set(['raw', 'request', 'log', 'then']);

/** What Fastify itself keeps on a reply, whether it is an error, its headers, its timer; and what the endpoint does. */
const REPLY_KEYS = new UsualKeys((key) =>
  typeof key === 'symbol'
    ? key === MCP_ARRIVAL || key.description?.startsWith('fastify.') === true
    : FASTIFY_STATE.has(key),
);

/** What is set in it later stays inside. */
function separated(value: unknown): unknown {
  if (value instanceof Map) {
    return new Map();
  }
  if (value instanceof Set) {
    return new Set();
  }
  if (Array.isArray(value)) {
    return [];
  }
  if (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype) {
    // A copy: V8 gives an object that becomes a prototype a hidden class of its own.
    return { ...value };
  }
  return value;
}

function streamOf(payload: unknown): Readable | undefined {
  if (payload instanceof Readable) {
    return payload;
  }
  return isForeignStream(payload) ? toReadable(payload) : undefined;
}

/** Fastify's serializers run on everything but text, bytes and streams. */
function isSerializable(payload: unknown): boolean {
  return (
    payload !== undefined && payload !== null && typeof payload !== 'string' && !ArrayBuffer.isView(payload)
  );
}
