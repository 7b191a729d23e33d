import type { McpCallContext } from '../interfaces/index.js';
import type { InputPlan } from '../schema/index.js';
import type { DecoratedMethod, ProviderHost } from './decorated-method.js';
import type { RivalRoutes } from './rival-routes.js';
import type { RoutePath } from './route-path.js';
import type { RouteMiddleware } from './route-middleware.js';
import type { RouteHandler } from './route-recorder.js';

type Arguments = Readonly<Record<string, unknown>>;

/** What a call can run, whatever it is called as. */
export interface Callable {
  /** `ItemsController.findOne` */
  readonly label: string;
  readonly input: InputPlan;
  readonly target: CallTarget;
}

export type CallTarget = RouteTarget | ProviderTarget | FunctionTarget;

/** The routes of a controller's method: a call is replayed as a request to one of them. */
export interface RouteTarget {
  readonly kind: 'routes';
  /** The path with the most parameters first. Never empty. */
  readonly routes: readonly CallableRoute[];
}

/** A method without a route. */
export interface ProviderTarget {
  readonly kind: 'provider';
  readonly method: ProviderMethod;
}

/** A plain function: no guards, pipes, interceptors or filters run. */
export interface FunctionTarget {
  readonly kind: 'function';
  readonly run: (args: Arguments, context: McpCallContext) => unknown;
}

export interface ProviderMethod extends DecoratedMethod {
  readonly provider: ProviderHost;
}

/** One way to reach a route's handler. */
export interface CallableRoute {
  /** The HTTP method that a call is replayed with. */
  readonly verb: string;
  readonly path: RoutePath;
  readonly handler: RouteHandler;
  /** What `consumer.apply()` bound to such paths; undefined when there is nothing. */
  readonly middleware?: RouteMiddleware;
  /** What gets some of the requests for such paths instead; undefined when there is nothing. */
  readonly rivals?: RivalRoutes;
  /** Headers that a request for this version of the route would carry. */
  readonly versionHeaders: Readonly<Record<string, string>>;
  /** What `@RouteConfig()` of @nestjs/platform-fastify said. */
  readonly config: unknown;
}
