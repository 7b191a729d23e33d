import type { ApplicationConfig, ExternalContextCreator } from '@nestjs/core';
import type { RouteHandler } from '../discovery/index.js';
import { answerException } from './endpoint-exception.filter.js';
import type { EndpointRequest } from './endpoint-answer.js';

/** The controller of the endpoint, as far as it matters here. */
export interface EndpointController {
  handle(request: EndpointRequest, response: object): Promise<void>;
}

/**
 * A handler that runs the global guards and then the endpoint, without the application's interceptors: what they make of
 * results has no effect on the endpoint, and they run again with each tool's route.
 *
 * Undefined when there are guards that only Nest's own handler can run: request-scoped ones, and classes that
 * `McpModule` was given.
 */
export function createGuardedHandler(
  creator: ExternalContextCreator,
  controller: EndpointController,
  config: ApplicationConfig,
  guards: readonly unknown[],
): RouteHandler | undefined {
  if (config.getGlobalRequestGuards().length > 0 || guards.some((guard) => typeof guard === 'function')) {
    return undefined;
  }
  const run = creator.create(
    controller,
    // The function itself, which guards get from `getHandler()`.
    Reflect.get(controller, 'handle') as (...args: unknown[]) => unknown,
    'handle',
    undefined,
    undefined,
    undefined,
    undefined,
    { guards: true, interceptors: false, filters: false },
    'http',
  ) as (request: object, response: object, next: unknown) => Promise<void>;
  return (request, response, next) =>
    run(request, response, next).catch((exception: unknown) => answerException(exception, request, response));
}
