import { NotFoundException } from '@nestjs/common';
import type {
  CallableRoute,
  ErrorHandler,
  FilledPath,
  RivalRoutes,
  RouteHandler,
} from '../discovery/index.js';
import { logFailure } from '../failures/index.js';
import type { McpCallContext } from '../interfaces/index.js';
import { MCP_REQUEST_CONTEXT } from '../mcp.constants.js';
import { answerToError } from './error-body.js';
import type { BoundArguments } from './interfaces/bound-arguments.interface.js';
import type { CapturedResponse } from './interfaces/captured-response.interface.js';
import type {
  ExchangeOwner,
  InternalExchange,
  OuterExchange,
  ReplayPlatform,
  WhenOver,
} from './interfaces/replay-platform.interface.js';
import { isPromise } from './is-promise.js';
import { loseConnection } from './lost-connection.js';

/** What Nest registered for requests that no route answers. */
export interface FallbackHandlers {
  readonly notFoundHandler?: RouteHandler;
  readonly errorHandler?: ErrorHandler;
}

/** Where a run goes. */
export interface RunTarget {
  readonly route: CallableRoute;
  readonly filled: FilledPath;
  /** Path and query. */
  readonly url: string;
  /** `ItemsController.findOne` */
  readonly label: string;
  readonly outer: OuterExchange;
}

/** One internal request to a route. */
export class RouteRun implements ExchangeOwner {
  constructor(
    private readonly platform: ReplayPlatform,
    private readonly fallbacks: FallbackHandlers,
    private readonly target: RunTarget,
    readonly settle: (response: CapturedResponse) => void,
  ) {}

  /** @param whenOver is told how to give the run up */
  start(args: BoundArguments, context: McpCallContext, whenOver: WhenOver | undefined): void {
    const { route, filled, url, outer } = this.target;
    const exchange = this.platform.createExchange(outer, { route, url, params: filled.params, args }, this);
    (exchange.request as Record<symbol, unknown>)[MCP_REQUEST_CONTEXT] = context;
    whenOver?.(() => loseConnection(exchange));
    const refusal = exchange.refusal ?? (route.rivals && refuseTaken(route.rivals, filled.path));
    if (refusal) {
      this.passOn(exchange, refusal);
    } else if (route.middleware?.prepare(exchange.request, outer.request)) {
      this.platform.runMiddleware(
        route.middleware,
        exchange,
        () => this.proceed(exchange),
        (current, error) => this.passOn(current, error),
      );
    } else {
      this.proceed(exchange);
    }
  }

  /** `next()` or `next(error)`: what the application answers to requests of which no route takes care. */
  passOn({ request, response }: InternalExchange, error?: unknown): void {
    const { notFoundHandler, errorHandler } = this.fallbacks;
    const ignore = () => undefined;
    try {
      const answer =
        error === undefined || error === null
          ? notFoundHandler?.(request, response, ignore)
          : errorHandler?.(error, request, response, ignore);
      if (isPromise(answer)) {
        answer.then(undefined, (failure: unknown) => this.giveUp(failure));
      }
    } catch (failure) {
      this.giveUp(failure);
    }
  }

  private proceed(exchange: InternalExchange): void {
    const { route, filled } = this.target;
    if (filled.isReachable) {
      this.runHandler(route.handler, exchange);
    } else {
      this.passOn(exchange);
    }
  }

  private runHandler(handler: RouteHandler, exchange: InternalExchange): void {
    const next = (error?: unknown) => this.passOn(exchange, error);
    try {
      const running = handler(exchange.request, exchange.response, next);
      if (isPromise(running)) {
        running.then(undefined, next);
      }
    } catch (error) {
      next(error);
    }
  }

  private giveUp(failure: unknown): void {
    const { label, outer, url } = this.target;
    const errorId = logFailure(`${label} failed`, failure, outer.request);
    this.settle({ status: 500, headers: {}, body: answerToError(failure).body, url, errorId });
  }
}

/** Over HTTP such a request would never get to the tool's route. */
function refuseTaken(rivals: RivalRoutes, path: string): Error | undefined {
  return rivals.takerOf(path)
    ? new NotFoundException(
        `A request for ${path} goes to another route of this application than that of the tool.`,
      )
    : undefined;
}
