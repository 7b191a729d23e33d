import type { HttpServer, VERSION_NEUTRAL } from '@nestjs/common';
import { MCP_ENDPOINT_METADATA } from '../mcp.constants.js';
import { platformOf } from './platform.js';
import { replaceMethod } from './replace-method.js';
import type { AnyMethod } from './replace-method.js';

/** What Nest registers for a route: guards, pipes, interceptors, filters and request scope are inside. */
export type RouteHandler = (request: object, response: object, next: (error?: unknown) => void) => unknown;

/** What Nest registers for errors that no route answered. */
export type ErrorHandler = (
  error: unknown,
  request: object,
  response: object,
  next: (error?: unknown) => void,
) => unknown;

/** A version as Nest's decorators take it. */
export type VersionValue = string | typeof VERSION_NEUTRAL | (string | typeof VERSION_NEUTRAL)[];

/** A route as Nest gave it to the HTTP adapter. */
export interface RecordedRoute {
  /** Upper-case HTTP method; `ALL` for `@All()`. */
  readonly verb: string;
  /** The full path, in the platform's syntax, with global prefix, module prefix and URI version. */
  readonly path: string;
  /** What runs the route. */
  readonly handler: RouteHandler;
  /** The function that carries the metadata of the controller's method and, on Nest 12, `Class.method` as its name. */
  readonly registered: RouteHandler;
  /** The version that the platform checks for; undefined when there is none, or when the path says it. */
  readonly version?: VersionValue;
}

/** Where the MCP endpoint is, and what answers there. */
export interface EndpointRoute {
  readonly path: string;
  /** Makes the handler to register of the one that Nest made. */
  wrap(handler: RouteHandler): RouteHandler;
}

const VERBS = [
  'get',
  'post',
  'put',
  'patch',
  'delete',
  'head',
  'options',
  'all',
  'search',
  'query',
  'propfind',
  'proppatch',
  'mkcol',
  'copy',
  'move',
  'lock',
  'unlock',
] as const;

/**
 * Listens in while Nest registers its routes with the HTTP adapter. The handler of a route is the only thing that runs
 * it as an HTTP request would, and Nest keeps no list of them.
 */
export class RouteRecorder {
  readonly routes: RecordedRoute[] = [];
  /** That of the MCP endpoint, which is among the others. */
  endpointRoute?: RecordedRoute;
  notFoundHandler?: RouteHandler;
  errorHandler?: ErrorHandler;

  /** Handlers that check the requested version, and what they guard. */
  private readonly unfiltered = new Map<RouteHandler, RouteHandler>();
  private readonly versions = new Map<unknown, VersionValue>();
  private readonly endpointVerbs = new Set<string>();
  private readonly restorers: (() => void)[] = [];
  /** Registers the endpoint ahead of the routes; undefined when that is done, or makes no difference. */
  private goAhead?: () => void;

  constructor(private readonly endpoint: EndpointRoute) {}

  attach(adapter: HttpServer): void {
    if (platformOf(adapter) === 'express') {
      this.goAhead = this.aheadOfRoutes(adapter);
    }
    for (const verb of VERBS) {
      this.wrap(adapter, verb, (original) => (args) => this.record(verb.toUpperCase(), args, original));
    }
    this.wrap(adapter, 'applyVersionFilter', (original) => (args) => {
      const filtered = original(...args);
      const handler = args[0];
      this.versions.set(filtered, args[1] as VersionValue);
      if (isHandler(filtered) && isHandler(handler) && filtered !== handler) {
        this.unfiltered.set(filtered, handler);
      }
      return filtered;
    });
    this.wrap(adapter, 'setNotFoundHandler', (original) => (args) => {
      this.notFoundHandler = args[0] as RouteHandler;
      return original(...args);
    });
    this.wrap(adapter, 'setErrorHandler', (original) => (args) => {
      this.errorHandler = args[0] as ErrorHandler;
      return original(...args);
    });
  }

  /** Gives the adapter its own methods back. */
  detach(): void {
    this.restorers.splice(0).forEach((restore) => restore());
  }

  private record(verb: string, args: unknown[], original: AnyMethod): unknown {
    const [path, registered] = [args[0], args.at(-1)];
    if (typeof path !== 'string' || !isHandler(registered)) {
      return original(...args);
    }
    if (Reflect.hasMetadata(MCP_ENDPOINT_METADATA, registered)) {
      // Prefixes and versions can make several paths of the endpoint; it has the one that the option says.
      if (this.endpointVerbs.has(verb)) {
        return undefined;
      }
      this.endpointVerbs.add(verb);
      const handler = Object.assign(this.endpoint.wrap(registered), registered);
      this.endpointRoute ??= { verb, path: this.endpoint.path, handler, registered };
      this.routes.push(this.endpointRoute);
      return original(this.endpoint.path, ...args.slice(1, -1), handler);
    }
    this.goAhead?.();
    this.goAhead = undefined;
    this.routes.push({
      verb,
      path,
      handler: this.withoutVersionFilter(registered),
      registered,
      version: this.versions.get(registered),
    });
    return original(...args);
  }

  /**
   * Express tries its routes one after the other: among thousands, those before the endpoint would cost more than a call.
   * It comes first of them, behind the middleware.
   */
  private aheadOfRoutes(adapter: HttpServer): () => void {
    const register = adapter.all.bind(adapter) as AnyMethod;
    return () =>
      register(this.endpoint.path, (...[request, response, next]: Parameters<RouteHandler>) =>
        this.endpointRoute ? this.endpointRoute.handler(request, response, next) : next(),
      );
  }

  /**
   * A tool stands for one version of a route, so the platform's check of the requested version has nothing to decide;
   * and with custom versioning there is no request that would be sure to pass it.
   */
  private withoutVersionFilter(handler: RouteHandler): RouteHandler {
    let current = handler;
    for (let inner = this.unfiltered.get(current); inner; inner = this.unfiltered.get(current)) {
      current = inner;
    }
    return current;
  }

  private wrap(
    adapter: HttpServer,
    name: string,
    wrapper: (original: AnyMethod) => (args: unknown[]) => unknown,
  ): void {
    this.restorers.push(replaceMethod(adapter, name, wrapper));
  }
}

function isHandler(value: unknown): value is RouteHandler {
  return typeof value === 'function';
}
