import type { VersioningOptions } from '@nestjs/common';
import type { JsonSchema } from '../interfaces/index.js';
import type { SchemaDiagnostics } from '../schema/diagnostics/index.js';
import { readDocumentation } from '../schema/index.js';
import type { InputPlan, InputPlanFactory, RouteInput, RouteParameter } from '../schema/index.js';
import type { Callable, CallableRoute, ProviderMethod } from './callable.interface.js';
import type { DecoratedMethod } from './decorated-method.js';
import {
  FASTIFY_ROUTE_CONFIG_METADATA,
  FASTIFY_ROUTE_SCHEMA_METADATA,
  SSE_METADATA,
} from './nest-metadata.js';
import type { MiddlewareRecorder } from './middleware-recorder.js';
import type { ParameterExplorer } from './parameter-explorer.js';
import { expandOptionalParts } from './path-variants.js';
import type { Platform } from './path-variants.js';
import { assertRunnable } from './provider-enhancers.js';
import type { RivalFinder } from './rival-finder.js';
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
  readonly middleware: MiddlewareRecorder;
  readonly diagnostics: SchemaDiagnostics;
  readonly rivals: RivalFinder;
}

/** How the schema of a callable is made. */
export interface SchemaSource {
  /** Used in the place of one that is derived. */
  readonly explicitSchema?: JsonSchema;
  /** Makes the error to throw of why there can be no schema; that one itself by default. */
  readonly failure?: (error: unknown) => Error;
}

/** Makes what a call runs, of a controller's or a provider's method. */
export class CallableFactory {
  constructor(private readonly sources: CallableSources) {}

  /** @throws Error that names the method when a call could not run it */
  create(method: DecoratedMethod, kind: CallableKind, source: SchemaSource = {}): Callable {
    return isProviderMethod(method)
      ? this.createOfProvider(method, kind, source)
      : this.createOfRoutes(method, kind, source);
  }

  /** What Nest registered for a method. */
  recordedRoutes(method: DecoratedMethod): readonly RecordedRoute[] {
    return this.sources.routes.get(method) ?? [];
  }

  private createOfProvider(method: ProviderMethod, kind: CallableKind, source: SchemaSource): Callable {
    const { parameterExplorer, scopedGlobals } = this.sources;
    assertRunnable(method, kind, scopedGlobals);
    const parameters = parameterExplorer.explore(method, kind);
    const input = this.createInput(method, { verb: 'POST', pathParameters: [], parameters }, source);
    return { label: method.label, input, target: { kind: 'provider', method } };
  }

  private createOfRoutes(method: DecoratedMethod, kind: CallableKind, source: SchemaSource): Callable {
    const recorded = this.recordedRoutes(method);
    assertReplayable(method, kind, recorded);
    const parameters = this.sources.parameterExplorer.explore(method, kind);
    const routes = this.createRoutes(method, recorded, parameters);
    const { verb } = routes[0]!;
    const input = this.createInput(method, { verb, ...pathParameters(routes), parameters }, source);
    return { label: method.label, input, target: { kind: 'routes', routes } };
  }

  private createInput(
    { label, callback, owner }: DecoratedMethod,
    route: Omit<RouteInput, 'label' | 'documentation' | 'explicitSchema'>,
    { explicitSchema, failure }: SchemaSource,
  ): InputPlan {
    if (explicitSchema === undefined) {
      this.sources.diagnostics.examine(route.parameters, label);
    }
    const documentation = readDocumentation(callback, owner);
    try {
      return this.sources.inputPlans.create({ label, ...route, documentation, explicitSchema });
    } catch (error) {
      throw failure ? failure(error) : error;
    }
  }

  private createRoutes(
    method: DecoratedMethod,
    recorded: readonly RecordedRoute[],
    parameters: readonly RouteParameter[],
  ): CallableRoute[] {
    const { platform, versioning, middleware, rivals } = this.sources;
    const takesBody = parameters.some(({ source }) => source === 'body');
    const headers = versionHeaders(method, versioning);
    return recorded
      .flatMap((route) => {
        const { verb: recordedVerb, path, handler } = route;
        const verb = recordedVerb === 'ALL' ? (takesBody ? 'POST' : 'GET') : recordedVerb;
        return expandOptionalParts(path, platform).map((variant): CallableRoute => ({
          verb,
          path: new RoutePath(variant, platform),
          handler,
          middleware: middleware.of(verb, variant),
          rivals: rivals.find(recorded, route, variant, verb),
          versionHeaders: headers,
          config: Reflect.getMetadata(FASTIFY_ROUTE_CONFIG_METADATA, method.callback),
        }));
      })
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
