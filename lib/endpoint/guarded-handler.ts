import { Scope } from '@nestjs/common';
import type { CanActivate, Type } from '@nestjs/common';
import type { ApplicationConfig, ExternalContextCreator, ModuleRef, ModulesContainer } from '@nestjs/core';
import type { RouteHandler } from '../discovery/index.js';
import { answerException } from './endpoint-exception.filter.js';
import type { EndpointRequest } from './endpoint-answer.js';
import { withBoundary } from './guard-boundary.js';

/** Key of Nest's metadata for the guards of a class. */
const GUARDS_METADATA = '__guards__';

type Injectables = ReadonlyMap<unknown, { readonly instance: unknown }> | undefined;

/** What the endpoint was made with. */
export interface EndpointSetup {
  readonly controller: Type<EndpointController>;
  readonly guards: readonly (Type<CanActivate> | CanActivate)[];
}

/** The controller of the endpoint, as far as it matters here. */
export interface EndpointController {
  handle(request: EndpointRequest, response: object): Promise<void>;
}

/**
 * A handler that runs the global guards and then the endpoint, without the application's interceptors: what they make of
 * results has no effect on the endpoint, and they run again with each tool's route.
 *
 * Undefined when there are guards that only Nest's own handler can run: those that are made anew for requests.
 */
export function createGuardedHandler(
  creator: ExternalContextCreator,
  moduleRef: ModuleRef,
  { controller, guards }: EndpointSetup,
  config: ApplicationConfig,
  modules: ModulesContainer,
): RouteHandler | undefined {
  // Something request-scoped around it makes the controller so, too.
  if (
    config.getGlobalRequestGuards().length > 0 ||
    moduleRef.introspect(controller).scope !== Scope.DEFAULT
  ) {
    return undefined;
  }
  const instances = instancesOf(guards, moduleRef, injectablesOf(controller, modules));
  if (!instances) {
    return undefined;
  }
  const instance = moduleRef.get(controller);
  const run = withGuards(controller, withBoundary(instances), () =>
    creator.create(
      instance,
      // The function itself, which guards get from `getHandler()`.
      Reflect.get(instance, 'handle') as (...args: unknown[]) => unknown,
      'handle',
      undefined,
      undefined,
      undefined,
      undefined,
      { guards: true, interceptors: false, filters: false },
      'http',
    ),
  ) as (request: object, response: object, next: unknown) => Promise<void>;
  return (request, response, next) =>
    run(request, response, next).catch((exception: unknown) => answerException(exception, request, response));
}

/** The guards themselves, where classes were given; undefined when one of them is transient. */
function instancesOf(
  guards: EndpointSetup['guards'],
  moduleRef: ModuleRef,
  injectables: Injectables,
): readonly CanActivate[] | undefined {
  try {
    return guards.map((guard) => {
      if (typeof guard !== 'function') {
        return guard;
      }
      const instance = moduleRef.get<CanActivate>(guard, { strict: true });
      // A guard that is a provider as well is found as that, which `overrideGuard()` of a test leaves as it is.
      const used: unknown = injectables?.get(guard)?.instance;
      return isGuard(used) && !(used instanceof guard) ? used : instance;
    });
  } catch {
    return undefined;
  }
}

/** What Nest has made of the enhancers of a controller's module. */
function injectablesOf(controller: Type, modules: ModulesContainer): Injectables {
  return [...modules.values()].find(({ controllers }) => controllers.has(controller))?.injectables;
}

function isGuard(value: unknown): value is CanActivate {
  return typeof (value as Partial<CanActivate> | undefined)?.canActivate === 'function';
}

/**
 * Runs `create` while a class has other guards. Nest looks for those given as classes in the module of a provider, and
 * skips them when there is none, as for controllers.
 */
function withGuards<T>(type: object, guards: readonly CanActivate[], create: () => T): T {
  const own = Reflect.getMetadata(GUARDS_METADATA, type) as unknown;
  Reflect.defineMetadata(GUARDS_METADATA, guards, type);
  try {
    return create();
  } finally {
    Reflect.defineMetadata(GUARDS_METADATA, own, type);
  }
}
