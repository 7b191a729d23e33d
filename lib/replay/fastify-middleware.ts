import type { RouteMiddleware } from '../discovery/index.js';
import { define } from './derived-request.js';

type Next = (error?: unknown) => void;

type MiddieFunction = (request: object, response: object, next: Next) => unknown;

interface RawRequest {
  url: string;
  readonly originalUrl: string;
}

interface FastifyRequestLike {
  readonly raw: RawRequest;
  readonly query: unknown;
  readonly log: unknown;
}

interface RawResponse {
  readonly writableEnded: boolean;
}

/** Runs middleware with the raw request and response, as `@fastify/middie` does. */
export function runFastifyMiddleware(
  { mounted }: RouteMiddleware,
  { raw: request, query, log }: FastifyRequestLike,
  response: RawResponse,
  proceed: () => void,
  passOn: Next,
): void {
  const functions = mounted as readonly MiddieFunction[];
  const { originalUrl } = request;
  const suffix = originalUrl.indexOf('?');
  const strippedUrl = suffix === -1 ? '/' : `/${originalUrl.slice(suffix)}`;
  define(request, 'query', query);
  define(response, 'log', log);

  const runFrom = (index: number) => {
    const run = functions[index];
    if (!run) {
      proceed();
      return;
    }
    let isOver = false;
    const next = (error?: unknown) => {
      if (isOver) {
        return;
      }
      isOver = true;
      request.url = originalUrl;
      if (response.writableEnded) {
        return;
      }
      if (error) {
        passOn(error);
      } else {
        runFrom(index + 1);
      }
    };
    const fail = (error: unknown) => next(error ?? new Error('A middleware failed without an error.'));
    // Each function checks the whole path by itself, so that nothing of it is left when the middleware runs.
    request.url = strippedUrl;
    try {
      const running = run(request, response, next);
      if (running instanceof Promise) {
        running.then(undefined, fail);
      }
    } catch (error) {
      fail(error);
    }
  };
  runFrom(0);
}
