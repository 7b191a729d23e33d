import type { RouteMiddleware } from '../discovery/index.js';
import { define } from './derived-request.js';

interface Router {
  use(handler: (request: ExpressRequestLike) => void): void;
  handle(request: object, response: object, done: (error?: unknown) => void): void;
}

interface ExpressRequestLike {
  readonly app: { readonly router: Router };
  readonly params: unknown;
  readonly baseUrl: unknown;
  readonly next: unknown;
  readonly route: unknown;
  [PROCEED]?: () => void;
}

const PROCEED = Symbol('mcp:proceed');

/** Runs middleware in routers of its own, which are the application's but for what is in them. */
export class ExpressMiddleware {
  private readonly routers = new WeakMap<RouteMiddleware, Router>();

  run(
    middleware: RouteMiddleware,
    request: ExpressRequestLike,
    response: object,
    proceed: () => void,
    passOn: (error?: unknown) => void,
  ): void {
    const { params, baseUrl, next, route } = request;
    define(request, PROCEED, () => {
      Object.assign(request, { params, baseUrl, next, route });
      proceed();
    });
    this.routerOf(middleware, request.app.router).handle(request, response, passOn);
  }

  private routerOf(middleware: RouteMiddleware, applicationRouter: Router): Router {
    let router = this.routers.get(middleware);
    if (!router) {
      router = Object.create(applicationRouter, { stack: { value: [...middleware.mounted] } }) as Router;
      // The route's place: what leaves the router without getting here is not for the route.
      router.use((request) => request[PROCEED]?.());
      this.routers.set(middleware, router);
    }
    return router;
  }
}
