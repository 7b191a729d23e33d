import { NotFoundException } from '@nestjs/common';
import type { HttpServer } from '@nestjs/common';
import type { ExternalContextCreator } from '@nestjs/core';
import { RoutePath } from '../discovery/index.js';
import type { CallableRoute, Platform, ProviderMethod } from '../discovery/index.js';
import { logFailure } from '../failures/index.js';
import type { McpCallContext } from '../interfaces/index.js';
import { MCP_REQUEST_CONTEXT } from '../mcp.constants.js';
import { define } from './derived-request.js';
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
import { loseConnection } from './lost-connection.js';
import { ProviderInvocationFactory } from './provider-invocation.js';

/** Runs methods of providers, with their guards, interceptors, pipes and exception filters, and the global ones. */
export class ProviderRunner {
  private readonly invocations: ProviderInvocationFactory;
  /** There is no route: guards see a POST to the endpoint, with the arguments as its body. */
  private readonly route: CallableRoute;
  /** Under which ids the log has what failed, by the internal response that says so. */
  private readonly errorIds = new WeakMap<object, string>();

  constructor(
    private readonly platform: ReplayPlatform,
    private readonly adapter: HttpServer,
    creator: ExternalContextCreator,
    endpointPath: string,
  ) {
    this.invocations = new ProviderInvocationFactory(creator);
    this.route = {
      verb: 'POST',
      path: new RoutePath(endpointPath, adapter.getType() as Platform),
      handler: () => undefined,
      versionHeaders: {},
      config: undefined,
    };
  }

  /** Never rejects. */
  run(
    method: ProviderMethod,
    args: BoundArguments,
    outer: OuterExchange,
    context: McpCallContext,
    whenOver?: WhenOver,
  ): Promise<CapturedResponse> {
    const url = this.route.path.source;
    return new Promise((settle) => {
      const owner: ExchangeOwner = {
        settle: ({ status, headers, body }) =>
          settle({ status, headers, body, url, errorId: this.errorIds.get(exchange.response) }),
        passOn: (current, error) => this.replyError(method, current, error ?? new NotFoundException()),
      };
      const exchange = this.platform.createExchange(
        outer,
        { route: this.route, url, params: {}, args },
        owner,
      );
      define(exchange.request, MCP_REQUEST_CONTEXT, context);
      whenOver?.(() => loseConnection(exchange));
      this.execute(method, exchange, (error) => owner.passOn(exchange, error)).catch((failure: unknown) => {
        // What cannot even be answered with an error: a serializer of the platform that throws.
        const errorId = logFailure(`${method.label} failed`, failure, outer.request);
        settle({ status: 500, headers: {}, body: answerToError(failure).body, url, errorId });
      });
    });
  }

  private async execute(
    method: ProviderMethod,
    exchange: InternalExchange,
    next: (error?: unknown) => void,
  ): Promise<void> {
    const { request, response } = exchange;
    let catchError: ((...args: unknown[]) => Promise<unknown>) | undefined;
    try {
      const invocation = await this.invocations.create(method, request);
      catchError = invocation.catchError;
      this.reply(exchange, await invocation.handle(request, response, next));
    } catch (error) {
      catchError ??= this.invocations.createFilters(method);
      await this.filter(method, exchange, error, () => catchError!(request, response, next, error));
    }
  }

  /** An exception filter answers by the response, as over HTTP, or returns or throws what is to be answered. */
  private async filter(
    method: ProviderMethod,
    exchange: InternalExchange,
    error: unknown,
    runFilters: () => Promise<unknown>,
  ): Promise<void> {
    try {
      const caught = await runFilters();
      if (!this.isAnswered(exchange)) {
        this.replyError(method, exchange, caught instanceof Error ? caught : error);
      }
    } catch (uncaught) {
      // Nest has logged an unknown error by now, but not what a filter threw in its place.
      const isLogged = uncaught === error && error instanceof Error;
      this.replyError(method, exchange, uncaught, isLogged);
    }
  }

  private reply(exchange: InternalExchange, body: unknown): void {
    if (!this.isAnswered(exchange)) {
      this.adapter.reply(exchange.response, body);
    }
  }

  private replyError(
    { label }: ProviderMethod,
    exchange: InternalExchange,
    error: unknown,
    isLogged = false,
  ): void {
    const { status, body, isKnown } = answerToError(error);
    if (!isKnown && !isLogged) {
      this.errorIds.set(exchange.response, logFailure(`${label} failed`, error, exchange.request));
    }
    if (!this.isAnswered(exchange)) {
      this.adapter.reply(exchange.response, body, status);
    }
  }

  private isAnswered({ response }: InternalExchange): boolean {
    return this.adapter.isHeadersSent(response) === true;
  }
}
