import { Scope } from '@nestjs/common';
import type { CanActivate, Type } from '@nestjs/common';
import type { ApplicationConfig, ModuleRef, ModulesContainer } from '@nestjs/core';
import type { RouteHandler } from '../discovery/index.js';
import { answerException } from './endpoint-exception.filter.js';
import type { EndpointRequest } from './endpoint-answer.js';
import { EndpointExecutionContext } from './endpoint-execution-context.js';
import { withBoundary } from './guard-boundary.js';
import { runGuards } from './run-guards.js';

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
  const all = [...config.getGlobalGuards(), ...withBoundary(instances)];
  // The function itself, which guards get from `getHandler()`.
  const handle = Reflect.get(controller.prototype as object, 'handle') as EndpointController['handle'];
  return (request, response, next) => {
    try {
      return runGuards(
        all,
        new EndpointExecutionContext([request, response, next], controller, handle),
      )?.catch((exception: unknown) => answerException(exception, request, response));
    } catch (exception) {
      return answerException(exception, request, response);
    }
  };
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
