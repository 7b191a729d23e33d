import type { EventEmitter } from 'node:events';
import type { CallableRoute, RouteMiddleware } from '../../discovery/index.js';
import type { BoundArguments } from './bound-arguments.interface.js';
import type { RequestSnapshot } from '../request-snapshot.js';
import type { CapturedResponse } from './captured-response.interface.js';

/** The request that reached the MCP endpoint, and its response, in the platform's own objects. */
export interface OuterExchange {
  readonly request: object;
  readonly response: object;
  /** What of the request its routes see; all of it when undefined. */
  readonly snapshot?: RequestSnapshot;
  /** Whose end is that of the call, when that is not the response. */
  readonly connection?: Pick<EventEmitter, 'once' | 'removeListener'>;
}

/** What a route gets for one internal run. */
export interface InternalExchange {
  readonly request: object;
  readonly response: object;
  /** Why the platform's router would not bring such a request to any handler. */
  readonly refusal?: Error;
}

/** Takes what is to happen when nobody waits for the answer any more. */
export type WhenOver = (listener: () => void) => void;

/** Where an internal run goes. */
export interface ReplayTarget {
  readonly route: CallableRoute;
  /** Path and query as a request would spell them. */
  readonly url: string;
  /** The path parameters as the platform would have read them. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly args: BoundArguments;
}

/** Whose exchange it is. */
export interface ExchangeOwner {
  /** Takes the answer. */
  settle(response: CapturedResponse): void;
  /** Answers in the place of a handler that passed the request on: with its error, or "not found". */
  passOn(exchange: InternalExchange, error?: unknown): void;
}

/** Makes the internal request and response of one HTTP platform. */
export interface ReplayPlatform {
  createExchange(outer: OuterExchange, target: ReplayTarget, owner: ExchangeOwner): InternalExchange;

  /**
   * Runs what `consumer.apply()` bound to the path of the request.
   *
   * @param proceed goes on to the route
   * @param passOn answers in the place of the route: with the error of a middleware, or "not found"
   */
  runMiddleware(
    middleware: RouteMiddleware,
    exchange: InternalExchange,
    proceed: () => void,
    passOn: (exchange: InternalExchange, error?: unknown) => void,
  ): void;
}
