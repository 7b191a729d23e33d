import { ExternalContextCreator } from '@nestjs/core';
import type { ApplicationConfig } from '@nestjs/core';
import type { ProviderMethod } from './callable.interface.js';
import type { DecoratedMethod } from './decorated-method.js';
import {
  EXCEPTION_FILTERS_METADATA,
  GUARDS_METADATA,
  INTERCEPTORS_METADATA,
  PIPES_METADATA,
  ROUTE_ARGS_METADATA,
} from './nest-metadata.js';
import { decoratorOf } from './unfit-method.js';
import type { CallableKind } from './unfit-method.js';

const ENHANCER_KEYS = [GUARDS_METADATA, INTERCEPTORS_METADATA, PIPES_METADATA, EXCEPTION_FILTERS_METADATA];

/**
 * Whether Nest finds the module of any provider, and instances of enhancers that are made for that provider. Versions
 * that do not look a provider up by its class alone.
 */
const FINDS_EVERY_HOST = 'getHostModuleKey' in ExternalContextCreator.prototype;

/** Whether an enhancer of the whole application is made anew for each request, or for each place. */
export function hasScopedEnhancers(config: ApplicationConfig | undefined): boolean {
  return (
    config !== undefined &&
    [
      config.getGlobalRequestGuards(),
      config.getGlobalRequestInterceptors(),
      config.getGlobalRequestPipes(),
      config.getGlobalRequestFilters(),
    ].some((wrappers) => wrappers.length > 0)
  );
}

/**
 * Nest leaves out an enhancer that it cannot resolve, without a word: a guarded method would be open.
 *
 * @throws Error that names the method and the enhancer
 */
export function assertRunnable(method: ProviderMethod, kind: CallableKind, scopedGlobals: boolean): void {
  const { label, owner, provider } = method;
  const { module, wrapper } = provider;
  for (const enhancer of classEnhancers(method)) {
    const injectable = module.injectables.get(enhancer);
    const isFound = FINDS_EVERY_HOST || (wrapper.token === owner && !injectable?.isTransient);
    if (!injectable || !isFound) {
      throw new Error(
        `${label} has ${decoratorOf(kind)}, but Nest cannot resolve its ${enhancer.name}, and would leave it out. ` +
          `List ${owner.name} itself among the providers of ${module.name}, or give the decorator an instance.`,
      );
    }
  }
  const isEntry = FINDS_EVERY_HOST && module.entryProviders.includes(wrapper);
  if (scopedGlobals && wrapper.isDependencyTreeStatic() && !isEntry) {
    throw new Error(
      `${label} has ${decoratorOf(kind)}, but the application has request-scoped or transient global guards, pipes, ` +
        `interceptors or filters, which Nest would leave out. List ${owner.name} itself among the providers of ` +
        `${module.name}, or make the global ones singletons.`,
    );
  }
}

/** The enhancers of a class and its method that are given as classes: Nest has to make or find their instances. */
function classEnhancers(method: DecoratedMethod): NewableFunction[] {
  const { owner, methodName, callback } = method;
  const args = (Reflect.getMetadata(ROUTE_ARGS_METADATA, owner, methodName) ?? {}) as Record<
    string,
    { pipes?: unknown[] }
  >;
  return [
    ...ENHANCER_KEYS.flatMap((key) => [...enhancersOf(owner, key), ...enhancersOf(callback, key)]),
    ...Object.values(args).flatMap(({ pipes = [] }) => pipes),
  ].filter((enhancer): enhancer is NewableFunction => typeof enhancer === 'function');
}

function enhancersOf(target: object, key: string): unknown[] {
  return (Reflect.getMetadata(key, target) ?? []) as unknown[];
}
