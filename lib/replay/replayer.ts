import { BadRequestException } from '@nestjs/common';
import type { Callable, CallableRoute, FilledPath } from '../discovery/index.js';
import type { McpCallContext } from '../interfaces/index.js';
import { ArgumentBinder, PoisonedKeyError } from './argument-binder.js';
import { runInScope } from './call-scope.js';
import { RouteRun } from './route-run.js';
import type { FallbackHandlers } from './route-run.js';
import type { BoundArguments } from './interfaces/bound-arguments.interface.js';
import { runFunction } from './function-runner.js';
import type { CapturedResponse } from './interfaces/captured-response.interface.js';
import type { OuterExchange, ReplayPlatform, WhenOver } from './interfaces/replay-platform.interface.js';
import type { ProviderRunner } from './provider-runner.js';

/**
 * Runs what is called: a handler that Nest registered for a route, with an internal request in place of one from
 * a socket; a method of a provider; or a function.
 */
export class Replayer {
  private readonly binders = new WeakMap<Callable, ArgumentBinder>();

  constructor(
    private readonly platform: ReplayPlatform,
    private readonly fallbacks: FallbackHandlers,
    private readonly providers: ProviderRunner,
  ) {}

  /**
   * Never rejects: whatever goes wrong inside is the answer that HTTP would give.
   *
   * @param args arguments that the input plan has prepared
   * @param context what `@McpContext()` gives to the handler
   * @param whenOver is told how to give the run up
   */
  run(
    callable: Callable,
    args: Readonly<Record<string, unknown>>,
    outer: OuterExchange,
    context: McpCallContext,
    whenOver?: WhenOver,
  ): Promise<CapturedResponse> {
    return runInScope(context, () => this.runTarget(callable, args, outer, context, whenOver));
  }

  private runTarget(
    callable: Callable,
    args: Readonly<Record<string, unknown>>,
    outer: OuterExchange,
    context: McpCallContext,
    whenOver?: WhenOver,
  ): Promise<CapturedResponse> {
    const { target, label } = callable;
    if (target.kind === 'function') {
      return runFunction(target, label, args, context);
    }
    let bound: BoundArguments;
    try {
      bound = this.binderOf(callable).bind(args);
    } catch (error) {
      return Promise.resolve(refuseUnwritable(error));
    }
    return target.kind === 'routes'
      ? this.replay(target.routes, label, bound, outer, context, whenOver)
      : this.providers.run(target.method, bound, outer, context, whenOver);
  }

  private replay(
    routes: readonly CallableRoute[],
    label: string,
    bound: BoundArguments,
    outer: OuterExchange,
    context: McpCallContext,
    whenOver?: WhenOver,
  ): Promise<CapturedResponse> {
    const { route, filled } = pickRoute(routes, bound);
    const url = bound.queryString ? `${filled.path}?${bound.queryString}` : filled.path;
    return new Promise((settle) => {
      const run = new RouteRun(this.platform, this.fallbacks, { route, filled, url, label, outer }, settle);
      run.start(bound, context, whenOver);
    });
  }

  private binderOf(callable: Callable): ArgumentBinder {
    let binder = this.binders.get(callable);
    if (!binder) {
      binder = new ArgumentBinder(callable.input);
      this.binders.set(callable, binder);
    }
    return binder;
  }
}

function refuseUnwritable(error: unknown): CapturedResponse {
  if (!(error instanceof PoisonedKeyError)) {
    throw error;
  }
  const refusal = new BadRequestException(error.message);
  return { status: refusal.getStatus(), headers: {}, body: refusal.getResponse() };
}

/** The path with the most parameters that were given; else the last. */
function pickRoute(
  routes: readonly CallableRoute[],
  bound: BoundArguments,
): { route: CallableRoute; filled: FilledPath } {
  const route =
    routes.find(({ path }) => path.parameterNames.every((name) => bound.path[name])) ?? routes.at(-1)!;
  return { route, filled: route.path.fill(bound.path) };
}
