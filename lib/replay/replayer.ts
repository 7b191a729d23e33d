import { BadRequestException, NotFoundException } from '@nestjs/common';
import type {
  Callable,
  CallableRoute,
  ErrorHandler,
  FilledPath,
  RivalRoutes,
  RouteHandler,
} from '../discovery/index.js';
import { logFailure } from '../failures/index.js';
import type { McpCallContext } from '../interfaces/index.js';
import { MCP_REQUEST_CONTEXT } from '../mcp.constants.js';
import { ArgumentBinder, PoisonedKeyError } from './argument-binder.js';
import { runInScope } from './call-scope.js';
import { answerToError } from './error-body.js';
import type { BoundArguments } from './interfaces/bound-arguments.interface.js';
import { runFunction } from './function-runner.js';
import type { CapturedResponse } from './interfaces/captured-response.interface.js';
import type {
  InternalExchange,
  OuterExchange,
  ReplayPlatform,
  WhenOver,
} from './interfaces/replay-platform.interface.js';
import { loseConnection } from './lost-connection.js';
import type { ProviderRunner } from './provider-runner.js';

/** What Nest registered for requests that no route answers. */
export interface FallbackHandlers {
  readonly notFoundHandler?: RouteHandler;
  readonly errorHandler?: ErrorHandler;
}

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
      const giveUp = (failure: unknown) => {
        const errorId = logFailure(`${label} failed`, failure, outer.request);
        settle({ status: 500, headers: {}, body: answerToError(failure).body, url, errorId });
      };
      const passOn = (current: InternalExchange, error?: unknown) => this.passOn(current, error, giveUp);
      const exchange = this.platform.createExchange(
        outer,
        { route, url, params: filled.params, args: bound },
        (response) => settle({ ...response, url }),
        passOn,
      );
      (exchange.request as Record<symbol, unknown>)[MCP_REQUEST_CONTEXT] = context;
      whenOver?.(() => loseConnection(exchange));
      const refusal = exchange.refusal ?? (route.rivals && refuseTaken(route.rivals, filled.path));
      if (refusal) {
        passOn(exchange, refusal);
        return;
      }
      const proceed = () =>
        filled.isReachable ? runHandler(route.handler, exchange, passOn) : passOn(exchange);
      if (route.middleware?.prepare(exchange.request, outer.request)) {
        this.platform.runMiddleware(route.middleware, exchange, proceed, passOn);
      } else {
        proceed();
      }
    });
  }

  /** `next()` or `next(error)`: what the application answers to requests of which no route takes care. */
  private passOn(
    { request, response }: InternalExchange,
    error: unknown,
    giveUp: (failure: unknown) => void,
  ): void {
    const { notFoundHandler, errorHandler } = this.fallbacks;
    const ignore = () => undefined;
    try {
      const answer =
        error === undefined || error === null
          ? notFoundHandler?.(request, response, ignore)
          : errorHandler?.(error, request, response, ignore);
      if (isPromise(answer)) {
        answer.then(undefined, giveUp);
      }
    } catch (failure) {
      giveUp(failure);
    }
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

function runHandler(
  handler: RouteHandler,
  exchange: InternalExchange,
  passOn: (exchange: InternalExchange, error?: unknown) => void,
): void {
  const next = (error?: unknown) => passOn(exchange, error);
  try {
    const running = handler(exchange.request, exchange.response, next);
    if (isPromise(running)) {
      running.then(undefined, next);
    }
  } catch (error) {
    next(error);
  }
}

function refuseUnwritable(error: unknown): CapturedResponse {
  if (!(error instanceof PoisonedKeyError)) {
    throw error;
  }
  const refusal = new BadRequestException(error.message);
  return { status: refusal.getStatus(), headers: {}, body: refusal.getResponse() };
}

/** Over HTTP such a request would never get to the tool's route. */
function refuseTaken(rivals: RivalRoutes, path: string): Error | undefined {
  return rivals.takerOf(path)
    ? new NotFoundException(
        `A request for ${path} goes to another route of this application than that of the tool.`,
      )
    : undefined;
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

function isPromise(value: unknown): value is Promise<unknown> {
  return typeof (value as { then?: unknown } | undefined)?.then === 'function';
}
