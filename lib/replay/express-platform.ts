import { IncomingMessage, ServerResponse } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { EventEmitter } from 'node:events';
import { ValueMap } from '../discovery/index.js';
import type { RouteMiddleware } from '../discovery/index.js';
import { define, deriveMessage } from './derived-request.js';
import { ExpressMiddleware } from './express-middleware.js';
import { createInternalHeaders } from './internal-headers.js';
import { parseQuery } from './query-parser.js';
import { InternalResponseHead } from './internal-response-head.js';
import { InternalServerResponse } from './internal-server-response.js';
import type { ResponseOwner } from './internal-server-response.js';
import { RouteResponse } from './route-response.js';
import type {
  ExchangeOwner,
  InternalExchange,
  OuterExchange,
  ReplayPlatform,
  ReplayTarget,
} from './interfaces/replay-platform.interface.js';

interface ExpressApplication {
  get(setting: string): unknown;
}

interface ExpressRequestLike {
  readonly socket?: object | null;
  readonly headers: IncomingHttpHeaders;
  readonly app: ExpressApplication;
}

type InternalResponse = InternalServerResponse & {
  app: ExpressApplication;
  locals: object;
  type(value: string): unknown;
  json(value: unknown): unknown;
  send(body: unknown): unknown;
};

/**
 * On Express the internal response has the application's own response prototype, with all that Express and plugins put
 * there, over the methods of an internal `ServerResponse`. Only sending is different.
 */
export class ExpressPlatform implements ReplayPlatform {
  private readonly prototypes = new WeakMap<object, object>();
  private readonly middleware = new ExpressMiddleware();

  constructor(private readonly byteLimit: number) {}

  createExchange(outer: OuterExchange, target: ReplayTarget, owner: ExchangeOwner): InternalExchange {
    const response = this.createResponse(outer.response);
    const exchange = new ExpressExchange(outer, target, response, this.byteLimit, owner);
    InternalServerResponse.initialize(response, exchange);
    return exchange;
  }

  runMiddleware(
    middleware: RouteMiddleware,
    exchange: InternalExchange,
    proceed: () => void,
    passOn: (exchange: InternalExchange, error?: unknown) => void,
  ): void {
    const request = exchange.request as Parameters<ExpressMiddleware['run']>[1];
    this.middleware.run(middleware, request, exchange.response, proceed, (error) => passOn(exchange, error));
  }

  private createResponse(outer: object): InternalResponse {
    const base = Object.getPrototypeOf(outer) as object;
    let prototype = this.prototypes.get(base);
    if (!prototype) {
      prototype = createResponsePrototype(base);
      this.prototypes.set(base, prototype);
    }
    const response = Object.create(prototype) as InternalResponse;
    EventEmitter.call(response);
    copyData(outer, response);
    // What middleware left for the handlers is there, what they leave stays inside.
    response.locals = Object.assign(new ValueMap(), (outer as { locals?: object }).locals);
    return response;
  }
}

/** What a route on Express gets. */
class ExpressExchange implements InternalExchange, ResponseOwner {
  readonly request: object;
  readonly connection: ResponseOwner['connection'];

  constructor(
    outer: OuterExchange,
    private readonly target: ReplayTarget,
    readonly response: InternalResponse,
    readonly byteLimit: number,
    private readonly owner: ExchangeOwner,
  ) {
    this.connection = outer.connection ?? (outer.response as InternalResponse);
    // Express's own methods report errors here: `res.sendFile()` that finds no file.
    const next = (error?: unknown) => owner.passOn(this, error);
    this.request = createRequest(outer, target, response, next);
  }

  settle(status: number, body: unknown): void {
    this.owner.settle(new RouteResponse(status, body, this.target.url, this.response));
  }
}

/** What every response has of its own. */
const SERVER_RESPONSE_PROPERTIES: ReadonlySet<PropertyKey> = new Set([
  ...Reflect.ownKeys(new ServerResponse(new IncomingMessage(null as never))),
  'req',
  'locals',
]);

/**
 * Middleware puts data on a response, too. Functions that it puts there stay behind: they know the outer response, and
 * would send on it.
 */
function copyData(outer: object, response: object): void {
  for (const key of Reflect.ownKeys(outer)) {
    const value = (outer as Record<PropertyKey, unknown>)[key];
    if (!SERVER_RESPONSE_PROPERTIES.has(key) && typeof key === 'string' && typeof value !== 'function') {
      define(response, key, value);
    }
  }
}

function createRequest(
  { request, snapshot }: OuterExchange,
  { route, url, params, args }: ReplayTarget,
  response: InternalResponse,
  next: (error?: unknown) => void,
): object {
  const outer = request as ExpressRequestLike;
  const changes = {
    method: route.verb,
    url,
    originalUrl: url,
    baseUrl: '',
    headers: createInternalHeaders(outer.headers, route.versionHeaders, args.headers, args.body),
    params,
    query: parseQuery(args, queryParserOf(outer.app)),
    body: args.body,
    rawBody: undefined,
    route: { path: route.path.source, methods: { [route.verb.toLowerCase()]: true }, stack: [] },
    res: response,
    next,
  };
  return deriveMessage(outer, changes, response, snapshot?.message);
}

/** Undefined for the parser that Express has by default, which does what binding did already. */
function queryParserOf(app: ExpressApplication): unknown {
  return app.get('query parser') === 'simple' ? undefined : app.get('query parser fn');
}

/** Lays the methods of an internal response, and another way of sending, over an application's response prototype. */
function createResponsePrototype(base: object): object {
  const prototype = Object.create(base) as object;
  const descriptors = {
    ...Object.getOwnPropertyDescriptors(InternalResponseHead.prototype),
    ...Object.getOwnPropertyDescriptors(InternalServerResponse.prototype),
  };
  for (const [name, descriptor] of Object.entries(descriptors)) {
    if (name !== 'constructor') {
      Object.defineProperty(prototype, name, descriptor);
    }
  }
  const sending: Record<string, (this: InternalResponse, body?: unknown) => unknown> = {
    json(value) {
      // Over HTTP bytes become an array of numbers here, of which a model can make nothing.
      if (ArrayBuffer.isView(value)) {
        return this.send(value);
      }
      if (!this.hasHeader('content-type')) {
        this.setHeader('content-type', 'application/json; charset=utf-8');
      }
      const replacer = this.app.get('json replacer');
      this.finish(
        replacer === undefined || replacer === null
          ? value
          : (JSON.parse(JSON.stringify(value, replacer as (string | number)[]) ?? 'null') as unknown),
      );
      return this;
    },
    jsonp(value) {
      return this.json(value);
    },
    send(body) {
      if (typeof body === 'boolean' || typeof body === 'number' || isPlainValue(body)) {
        return this.json(body);
      }
      if (ArrayBuffer.isView(body) && !this.hasHeader('content-type')) {
        this.type('bin');
      }
      this.finish(body);
      return this;
    },
  };
  for (const [name, method] of Object.entries(sending)) {
    define(prototype, name, method);
  }
  return prototype;
}

function isPlainValue(body: unknown): boolean {
  return typeof body === 'object' && body !== null && !ArrayBuffer.isView(body);
}
