import type { IncomingHttpHeaders } from 'node:http';
import { HttpException } from '@nestjs/common';
import { define, forwardListeners, separateInjectionContext } from './derived-request.js';
import { separateConnection } from './internal-connection.js';
import { createInternalHeaders } from './internal-headers.js';
import { InternalServerResponse } from './internal-server-response.js';
import type { HeaderValue } from './internal-server-response.js';
import type { CapturedResponse } from './interfaces/captured-response.interface.js';
import type {
  InternalExchange,
  OuterExchange,
  ReplayPlatform,
  ReplayTarget,
} from './interfaces/replay-platform.interface.js';

interface FastifyRequestLike {
  readonly raw: object;
  readonly headers: IncomingHttpHeaders;
  readonly server: {
    readonly initialConfig: RouterConfig & { readonly routerOptions?: RouterConfig };
  };
}

interface RouterConfig {
  readonly maxParamLength?: number;
}

interface FastifyReplyLike {
  readonly raw: InternalServerResponse;
  readonly log: unknown;
  getHeaders(): Record<string, HeaderValue>;
}

type ReplyConstructor = new (raw: object, request: object, log: unknown) => FastifyReplyLike;

const SEND = Symbol('mcp:send');
const PASS_ON = Symbol('mcp:pass-on');
const SERIALIZER = Symbol('mcp:serializer');

interface InternalReply extends FastifyReplyLike {
  [SEND]: (payload: unknown) => void;
  [PASS_ON]: () => void;
  [SERIALIZER]?: (payload: unknown) => unknown;
}

/**
 * On Fastify the internal reply is one of the application's own replies, with the decorators of its plugins, over an
 * internal `raw` response. Only sending is different.
 */
export class FastifyPlatform implements ReplayPlatform {
  private readonly replyClasses = new WeakMap<ReplyConstructor, NewableFunction>();

  constructor(private readonly byteLimit: number) {}

  createExchange(
    outer: OuterExchange,
    target: ReplayTarget,
    settle: (response: CapturedResponse) => void,
    passOn: (exchange: InternalExchange, error?: unknown) => void,
  ): InternalExchange {
    const request = createRequest(outer.request as FastifyRequestLike, target);
    const raw = new InternalServerResponse(request.raw, this.byteLimit, (record) => {
      settle({ ...record, headers: reply.getHeaders() });
    });
    separateConnection(request.raw, raw);
    const reply = this.createReply(outer.response as FastifyReplyLike, raw, request);
    const refusal = refuseLongParameters(outer.request as FastifyRequestLike, target);
    const exchange: InternalExchange = { request, response: reply, refusal };
    define(reply, PASS_ON, () => passOn(exchange));
    define(reply, SEND, (payload: unknown) => {
      if (raw.writableEnded) {
        return;
      }
      if (payload instanceof Error) {
        passOn(exchange, payload);
        return;
      }
      const serializer = (reply as InternalReply)[SERIALIZER];
      raw.finish(serializer && isSerializable(payload) ? serializer(payload) : payload);
    });
    return exchange;
  }

  private createReply(
    outer: FastifyReplyLike,
    raw: InternalServerResponse,
    request: object,
  ): FastifyReplyLike {
    const constructor = outer.constructor as ReplyConstructor;
    let replyClass = this.replyClasses.get(constructor);
    if (!replyClass) {
      replyClass = createReplyClass(constructor);
      this.replyClasses.set(constructor, replyClass);
    }
    const reply = Reflect.construct(constructor, [raw, request, outer.log], replyClass) as FastifyReplyLike;
    copyPluginState(outer, reply);
    return reply;
  }
}

function createRequest(outer: FastifyRequestLike, { route, url, params, args }: ReplayTarget) {
  const headers = createInternalHeaders(outer.headers, route.versionHeaders, args.headers, args.body);

  const raw = Object.create(outer.raw) as object;
  forwardListeners(raw, outer.raw);
  define(raw, 'method', route.verb);
  define(raw, 'url', url);
  define(raw, 'originalUrl', url);
  define(raw, 'headers', headers);
  separateInjectionContext(raw);

  const request = Object.create(outer) as FastifyRequestLike & { raw: object };
  separateInjectionContext(request);
  define(request, 'raw', raw);
  define(request, 'method', route.verb);
  define(request, 'url', url);
  define(request, 'originalUrl', url);
  define(request, 'headers', headers);
  define(request, 'params', params);
  define(request, 'query', args.query);
  define(request, 'body', args.body);
  define(request, 'rawBody', undefined);
  define(request, 'mediaType', args.body === undefined ? undefined : 'application/json');
  define(request, 'routeOptions', {
    method: route.verb,
    url: route.path.source,
    config: { ...(route.config as object | undefined), url: route.path.source, method: route.verb },
  });
  return request;
}

/** Fastify's router refuses long parameters, save for wildcards, since expressions may have to be matched with them. */
function refuseLongParameters(
  { server: { initialConfig } }: FastifyRequestLike,
  { params, url }: ReplayTarget,
): HttpException | undefined {
  const limit = initialConfig.routerOptions?.maxParamLength ?? initialConfig.maxParamLength ?? Infinity;
  for (const name in params) {
    if (name !== '*' && (params[name] as string).length > limit) {
      const [path] = url.split('?', 1);
      const code = 'FST_ERR_MAX_PARAM_LENGTH';
      const message = `'${path}' is exceeding the max param length`;
      return new HttpException({ error: 'URI Too Long', code, message, statusCode: 414 }, 414);
    }
  }
  return undefined;
}

/** The application's reply class with another way of sending. */
function createReplyClass(constructor: ReplyConstructor): NewableFunction {
  const replyClass = function () {} as unknown as NewableFunction;
  const prototype = Object.create(constructor.prototype as object) as object;
  const methods: Record<string, (this: InternalReply, argument?: unknown) => unknown> = {
    send(payload) {
      this[SEND](payload);
      return this;
    },
    serializer(serialize) {
      this[SERIALIZER] = serialize as (payload: unknown) => unknown;
      return this;
    },
    callNotFound() {
      this[PASS_ON]();
      return this;
    },
  };
  for (const [name, method] of Object.entries(methods)) {
    define(prototype, name, method);
  }
  // A reply is a thenable that waits for its socket. Handlers return it, and awaiting it would end a call too late.
  define(prototype, 'then', undefined);
  replyClass.prototype = prototype;
  return replyClass;
}

/**
 * Plugins keep state on each reply (`@fastify/cookie` the cookies to set). The internal reply gets its own: nothing set
 * there may reach the outer one.
 */
function copyPluginState(outer: object, reply: object): void {
  for (const key of Reflect.ownKeys(outer)) {
    if (Object.hasOwn(reply, key) || key.toString().startsWith('Symbol(fastify.reply.')) {
      continue;
    }
    define(reply, key, emptied((outer as Record<string | symbol, unknown>)[key]));
  }
}

function emptied(value: unknown): unknown {
  if (value instanceof Map) {
    return new Map();
  }
  if (value instanceof Set) {
    return new Set();
  }
  if (Array.isArray(value)) {
    return [];
  }
  return value;
}

/** Fastify's serializers run on everything but text, bytes and streams. */
function isSerializable(payload: unknown): boolean {
  return (
    payload !== undefined &&
    payload !== null &&
    typeof payload !== 'string' &&
    !ArrayBuffer.isView(payload) &&
    typeof (payload as { pipe?: unknown }).pipe !== 'function'
  );
}
