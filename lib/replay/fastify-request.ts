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

/** The application's request class, with the decorators of its plugins, for requests that never came from a socket. */
export function createInternalRequestClass(outer: FastifyRequestLike): InternalRequestClass {
  return class InternalRequest extends (outer.constructor as RequestClass) {
    readonly method: string;
    url: string;
    originalUrl: string;
    body: unknown;
    rawBody: unknown;
    mediaType: string | undefined;
    #outer: FastifyRequestLike;
    #target: ReplayTarget;
    #snapshot: object | undefined;
    #response: ResponseEnding | undefined;
    #raw: object | undefined;
    #headers: IncomingHttpHeaders | undefined;

    constructor(outer: FastifyRequestLike, target: ReplayTarget, snapshot: RequestSnapshot | undefined) {
      super(outer.id, target.params, undefined, queryOf(outer, target), outer.log);
      const { route, url, args } = target;
      this.#outer = outer;
      this.#target = target;
      this.method = route.verb;
      this.url = url;
      this.originalUrl = url;
      this.body = args.body;
      this.mediaType = args.body === undefined ? undefined : 'application/json';
      this.#snapshot = snapshot?.message;
      copyExtensions(this, outer, FASTIFY_PROPERTIES, snapshot?.own);
    }

    attach(response: ResponseEnding): void {
      this.#response = response;
    }

    // Made when it is asked for: most handlers never do.
    override get raw(): object {
      if (!(#outer in this)) {
        return undefined as never;
      }
      this.#raw ??= deriveMessage(
        this.#outer.raw,
        { method: this.method, url: this.url, originalUrl: this.originalUrl, headers: this.headers },
        this.#response!,
        this.#snapshot,
      );
      return this.#raw;
    }

    // Fastify's constructor sets it, before there are private fields.
    override set raw(raw: object) {
      if (#outer in this) {
        this.#raw = raw;
      }
    }

    override get headers(): IncomingHttpHeaders {
      const { route, args } = this.#target;
      this.#headers ??= createInternalHeaders(
        this.#outer.headers,
        route.versionHeaders,
        args.headers,
        args.body,
      );
      return this.#headers;
    }

    override set headers(headers: IncomingHttpHeaders) {
      this.#headers = headers;
    }

    // Limits and the like are those of the endpoint's route: a call came through that.
    override get routeOptions(): object {
      const { verb: method, path, config, handler } = this.#target.route;
      const { source: url } = path;
      return {
        ...this.#outer.routeOptions,
        method,
        url,
        handler,
        schema: undefined,
        config: { ...(config as object | undefined), url, method },
      };
    }
  };
}
