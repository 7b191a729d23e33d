import type { IncomingHttpHeaders } from 'node:http';
import { copyExtensions, deriveMessage } from './derived-request.js';
import { FASTIFY_PROPERTIES } from './fastify-properties.js';
import { fastifyQueryParser } from './fastify-query-parser.js';
import { createInternalHeaders } from './internal-headers.js';
import type { ResponseEnding } from './internal-socket.js';
import { parseQuery } from './query-parser.js';
import type { RequestSnapshot } from './request-snapshot.js';
import type { ReplayTarget } from './interfaces/replay-platform.interface.js';

interface RouterConfig {
  readonly maxParamLength?: number;
}

/** What is used of Fastify's request. */
export interface FastifyRequestLike {
  readonly id: unknown;
  readonly log: unknown;
  readonly raw: object;
  readonly query: unknown;
  readonly headers: IncomingHttpHeaders;
  readonly routeOptions: object;
  readonly server: {
    readonly initialConfig: RouterConfig & { readonly routerOptions?: RouterConfig };
  };
}

export interface InternalFastifyRequest extends FastifyRequestLike {
  readonly method: string;
  /** Says which response ends when a handler ends the socket. */
  attach(response: ResponseEnding): void;
}

export type InternalRequestClass = new (
  outer: FastifyRequestLike,
  target: ReplayTarget,
  snapshot: RequestSnapshot | undefined,
) => InternalFastifyRequest;

type RequestClass = new (
  id: unknown,
  params: unknown,
  raw: unknown,
  query: unknown,
  log: unknown,
) => FastifyRequestLike;

function queryOf({ server }: FastifyRequestLike, { args }: ReplayTarget): object {
  return parseQuery(args, fastifyQueryParser(server));
}

/** What an internal request is made of, in one place: V8 moves an object's properties when many are added to it. */
interface RequestState {
  readonly outer: FastifyRequestLike;
  readonly target: ReplayTarget;
  readonly snapshot: object | undefined;
  method: string;
  url: string;
  originalUrl: string;
  response: ResponseEnding | undefined;
  raw: object | undefined;
  headers: IncomingHttpHeaders | undefined;
}

/** The application's request class, with the decorators of its plugins, for requests that never came from a socket. */
export function createInternalRequestClass(outer: FastifyRequestLike): InternalRequestClass {
  return class InternalRequest extends (outer.constructor as RequestClass) {
    declare body: unknown;
    #state: RequestState;

    constructor(outer: FastifyRequestLike, target: ReplayTarget, snapshot: RequestSnapshot | undefined) {
      super(outer.id, target.params, undefined, queryOf(outer, target), outer.log);
      const { route, url, args } = target;
      this.#state = {
        outer,
        target,
        snapshot: snapshot?.message,
        method: route.verb,
        url,
        originalUrl: url,
        response: undefined,
        raw: undefined,
        headers: undefined,
      };
      this.body = args.body;
      copyExtensions(this, outer, FASTIFY_PROPERTIES, snapshot?.own);
    }

    attach(response: ResponseEnding): void {
      this.#state.response = response;
    }

    get method(): string {
      return this.#state.method;
    }

    set method(method: string) {
      this.#state.method = method;
    }

    get url(): string {
      return this.#state.url;
    }

    set url(url: string) {
      this.#state.url = url;
    }

    get originalUrl(): string {
      return this.#state.originalUrl;
    }

    set originalUrl(url: string) {
      this.#state.originalUrl = url;
    }

    get mediaType(): string | undefined {
      return this.#state.target.args.body === undefined ? undefined : 'application/json';
    }

    // Made when it is asked for: most handlers never do.
    override get raw(): object {
      if (!(#state in this)) {
        return undefined as never;
      }
      const state = this.#state;
      state.raw ??= deriveMessage(
        state.outer.raw,
        { method: this.method, url: this.url, originalUrl: this.originalUrl, headers: this.headers },
        state.response!,
        state.snapshot,
      );
      return state.raw;
    }

    // Fastify's constructor sets it, before there are private fields.
    override set raw(raw: object) {
      if (#state in this) {
        this.#state.raw = raw;
      }
    }

    override get headers(): IncomingHttpHeaders {
      const state = this.#state;
      const { route, args } = state.target;
      state.headers ??= createInternalHeaders(
        state.outer.headers,
        route.versionHeaders,
        args.headers,
        args.body,
      );
      return state.headers;
    }

    override set headers(headers: IncomingHttpHeaders) {
      this.#state.headers = headers;
    }

    // Limits and the like are those of the endpoint's route: a call came through that.
    override get routeOptions(): object {
      const { outer, target } = this.#state;
      const { verb: method, path, config, handler } = target.route;
      const { source: url } = path;
      return {
        ...outer.routeOptions,
        method,
        url,
        handler,
        schema: undefined,
        config: { ...(config as object | undefined), url, method },
      };
    }
  };
}
