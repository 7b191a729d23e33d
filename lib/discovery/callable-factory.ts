import type { VersioningOptions } from '@nestjs/common';
import type { JsonSchema } from '../interfaces/index.js';
import type { InputPlanFactory, RouteParameter } from '../schema/index.js';
import type { Callable, CallableRoute, ProviderMethod } from './callable.interface.js';
import type { DecoratedMethod } from './decorated-method.js';
import {
  FASTIFY_ROUTE_CONFIG_METADATA,
  FASTIFY_ROUTE_SCHEMA_METADATA,
  SSE_METADATA,
} from './nest-metadata.js';
import type { ParameterExplorer } from './parameter-explorer.js';
import { expandOptionalParts } from './path-variants.js';
import type { Platform } from './path-variants.js';
import { assertRunnable } from './provider-enhancers.js';
import { RoutePath } from './route-path.js';
import type { RecordedRoute } from './route-recorder.js';
import { versionHeaders } from './route-versions.js';
import { decoratorOf, unfitMethod } from './unfit-method.js';
import type { CallableKind } from './unfit-method.js';

/** What the factory knows of the application. */
export interface CallableSources {
  readonly platform: Platform;
  readonly versioning: VersioningOptions | undefined;
  readonly parameterExplorer: ParameterExplorer;
  readonly inputPlans: InputPlanFactory;
  readonly routes: ReadonlyMap<DecoratedMethod, readonly RecordedRoute[]>;
  /** `hasScopedEnhancers()` */
  readonly scopedGlobals: boolean;
}

/** Makes what a call runs, of a controller's or a provider's method. */
export class CallableFactory {
  constructor(private readonly sources: CallableSources) {}

  /** @throws Error that names the method when a call could not run it */
  create(method: DecoratedMethod, kind: CallableKind, explicitSchema?: JsonSchema): Callable {
    return isProviderMethod(method)
      ? this.createOfProvider(method, kind, explicitSchema)
      : this.createOfRoutes(method, kind, explicitSchema);
  }

  /** What Nest registered for a method. */
  recordedRoutes(method: DecoratedMethod): readonly RecordedRoute[] {
    return this.sources.routes.get(method) ?? [];
  }

  private createOfProvider(
    method: ProviderMethod,
    kind: CallableKind,
    explicitSchema?: JsonSchema,
  ): Callable {
    const { label } = method;
    const { inputPlans, parameterExplorer, scopedGlobals } = this.sources;
    assertRunnable(method, kind, scopedGlobals);
    const parameters = parameterExplorer.explore(method, kind);
    const input = inputPlans.create({ label, verb: 'POST', pathParameters: [], parameters, explicitSchema });
    return { label, input, target: { kind: 'provider', method } };
  }

  private createOfRoutes(method: DecoratedMethod, kind: CallableKind, explicitSchema?: JsonSchema): Callable {
    const { label } = method;
    const { inputPlans, parameterExplorer } = this.sources;
    const recorded = this.recordedRoutes(method);
    assertReplayable(method, kind, recorded);
    const parameters = parameterExplorer.explore(method, kind);
    const routes = this.createRoutes(method, recorded, parameters);
    const input = inputPlans.create({
      label,
      verb: routes[0]!.verb,
      ...pathParameters(routes),
      parameters,
      explicitSchema,
    });
    return { label, input, target: { kind: 'routes', routes } };
  }

  private createRoutes(
    method: DecoratedMethod,
    recorded: readonly RecordedRoute[],
    parameters: readonly RouteParameter[],
  ): CallableRoute[] {
    const { platform, versioning } = this.sources;
    const takesBody = parameters.some(({ source }) => source === 'body');
    const headers = versionHeaders(method, versioning);
    return recorded
      .flatMap(({ verb, path, handler }) =>
        expandOptionalParts(path, platform).map((variant): CallableRoute => ({
          verb: verb === 'ALL' ? (takesBody ? 'POST' : 'GET') : verb,
          path: new RoutePath(variant, platform),
          handler,
          versionHeaders: headers,
          config: Reflect.getMetadata(FASTIFY_ROUTE_CONFIG_METADATA, method.callback),
        })),
      )
      .sort((left, right) => right.path.parameterNames.length - left.path.parameterNames.length);
  }
}

function isProviderMethod(method: DecoratedMethod): method is ProviderMethod {
  return method.provider !== undefined;
}

/** Parameters that every path of the method has are required; those of some paths only are not. */
function pathParameters(routes: readonly CallableRoute[]) {
  const all = new Set(routes.flatMap(({ path }) => path.parameterNames));
  const isEverywhere = (name: string) => routes.every(({ path }) => path.parameterNames.includes(name));
  return {
    pathParameters: [...all].filter(isEverywhere),
    optionalPathParameters: [...all].filter((name) => !isEverywhere(name)),
  };
}

function assertReplayable(
  { label, callback, methodName }: DecoratedMethod,
  kind: CallableKind,
  recorded: readonly RecordedRoute[],
): void {
  if (recorded.length === 0) {
    throw new Error(
      `${label} has ${decoratorOf(kind)}, but Nest registered no route for it. ` +
        `Check that its module is imported, and that nothing replaces "${methodName}" after the module is made.`,
    );
  }
  const obstacle = Reflect.getMetadata(SSE_METADATA, callback)
    ? 'streams events (@Sse()), which may never end'
    : Reflect.hasMetadata(FASTIFY_ROUTE_SCHEMA_METADATA, callback)
      ? 'is checked by Fastify itself (@RouteSchema()), before Nest runs'
      : undefined;
  if (obstacle) {
    throw unfitMethod(label, kind, `the route ${obstacle}`);
  }
}
