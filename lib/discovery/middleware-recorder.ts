import { RequestMethod } from '@nestjs/common';
import type { HttpServer } from '@nestjs/common';
import { bindingBeingRegistered, observeMiddlewareBindings } from './middleware-binding.js';
import type { MiddlewareBinding } from './middleware-binding.js';
import { coversVerb, mayCover } from './middleware-coverage.js';
import { captureMounted } from './mounted-middleware.js';
import { replaceMethod } from './replace-method.js';
import { markRun, ranBefore, RouteMiddleware } from './route-middleware.js';
import type { RouteHandler } from './route-recorder.js';

/** A middleware as Nest gave it to the HTTP adapter. */
interface RecordedMiddleware {
  /** Upper-case HTTP method; undefined for all. */
  readonly verb?: string;
  /** The full path, with global prefix and URI version. */
  readonly path: string;
  readonly binding: MiddlewareBinding;
  mounted: readonly unknown[];
  /** Whether its binding may cover the route of a tool, so that it matters for what it runs. */
  isReplayed: boolean;
}

type MiddlewareRouter = (path: string, callback: RouteHandler) => unknown;

interface RequestLike {
  readonly method: string;
  readonly url: string;
  readonly originalUrl?: string;
}

/** Those for which public documents have handlers. */
const PUBLIC_METHODS: ReadonlySet<string> = new Set(['GET', 'OPTIONS']);

/** Never taken for one that ran. */
const UNKNOWN_BINDING: MiddlewareBinding = { excludes: () => true };

/**
 * Listens in while Nest registers the middleware of `consumer.apply()` with the HTTP adapter, so that a call can run
 * what covers its route and did not run for the request to the endpoint.
 */
export class MiddlewareRecorder {
  private readonly recorded: RecordedMiddleware[] = [];
  private readonly endpointPath: string;
  private readonly publicPaths: ReadonlySet<string>;
  private restore?: () => void;

  /** @param publicPaths of what everybody may read, for which no middleware runs */
  constructor(endpointPath: string, publicPaths: readonly string[]) {
    this.endpointPath = normalize(endpointPath);
    this.publicPaths = new Set(publicPaths);
    observeMiddlewareBindings();
  }

  attach(adapter: HttpServer): void {
    this.restore = replaceMethod(adapter, 'createMiddlewareFactory', (original) => ([method]) => {
      const binding = bindingBeingRegistered(adapter) ?? UNKNOWN_BINDING;
      const verb = verbOf(method as RequestMethod);
      const recording =
        (router: MiddlewareRouter): MiddlewareRouter =>
        (path, callback) =>
          this.record({ verb, path, binding, mounted: [], isReplayed: false }, adapter, router, callback);
      const router = original(method) as MiddlewareRouter | Promise<MiddlewareRouter>;
      return router instanceof Promise ? router.then(recording) : recording(router);
    });
  }

  /** Gives the adapter its own method back. */
  detach(): void {
    this.restore?.();
  }

  /** The middleware of a route; undefined when there is none. */
  of(verb: string, path: string): RouteMiddleware | undefined {
    const covering = this.recorded.filter((middleware) => mayCover(middleware, { verb, path }));
    if (covering.length === 0) {
      return undefined;
    }
    const bindings = new Set(covering.map(({ binding }) => binding));
    for (const middleware of this.recorded) {
      middleware.isReplayed ||= bindings.has(middleware.binding);
    }
    return new RouteMiddleware(
      covering.flatMap(({ mounted }) => mounted),
      [...bindings],
    );
  }

  private record(
    middleware: RecordedMiddleware,
    adapter: HttpServer,
    router: MiddlewareRouter,
    callback: RouteHandler,
  ): unknown {
    let result: unknown;
    middleware.mounted = captureMounted(adapter, () => {
      result = router(middleware.path, this.runOnce(middleware, callback));
    });
    this.recorded.push(middleware);
    return result;
  }

  /** What is registered in the place of a middleware: it runs for the endpoint or for the call, not for both. */
  private runOnce(middleware: RecordedMiddleware, callback: RouteHandler): RouteHandler {
    const { binding, verb } = middleware;
    return (request, response, next) => {
      if (this.publicPaths.size > 0 && this.isForPublicDocument(request as RequestLike)) {
        return next();
      }
      if (middleware.isReplayed) {
        const ran = ranBefore(request);
        if (ran?.has(binding)) {
          return next();
        }
        if (
          ran === undefined &&
          this.isForEndpoint(request as RequestLike) &&
          coversVerb(verb, (request as RequestLike).method) &&
          !binding.excludes(request)
        ) {
          markRun(request, binding);
        }
      }
      return callback(request, response, next);
    };
  }

  /**
   * Fastify runs middleware before it finds the route. Only what is sure to get a public document may pass: another
   * method, another spelling of the path, or a call with such a path would go on to a route of the application.
   */
  private isForPublicDocument(request: RequestLike): boolean {
    return (
      PUBLIC_METHODS.has(request.method) &&
      this.publicPaths.has(rawPathOf(request)) &&
      ranBefore(request) === undefined
    );
  }

  private isForEndpoint(request: RequestLike): boolean {
    return pathOf(request) === this.endpointPath;
  }
}

function rawPathOf({ originalUrl, url }: RequestLike): string {
  return (originalUrl ?? url).split('?', 1)[0]!;
}

function pathOf(request: RequestLike): string {
  return normalize(rawPathOf(request));
}

function normalize(path: string): string {
  return path.replace(/\/$/, '').toLowerCase();
}

/** Nest has two values for all methods, of which one has no name. */
function verbOf(method: RequestMethod): string | undefined {
  return method === RequestMethod.ALL ? undefined : RequestMethod[method];
}
