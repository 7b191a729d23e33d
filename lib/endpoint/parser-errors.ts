import type { HttpServer } from '@nestjs/common';
import { logFailure } from '../failures/index.js';
import { answerToTransportError } from '../protocol/index.js';
import { sendAnswer } from './send-answer.js';

interface FastifyInstanceLike {
  addHook(name: 'onRoute', hook: (route: { url: string; errorHandler?: unknown }) => void): void;
}

interface ExpressApplicationLike {
  use(
    path: string,
    handler: (
      error: unknown,
      request: { path: string },
      response: object,
      next: (error: unknown) => void,
    ) => void,
  ): void;
}

/**
 * Makes Fastify answer in JSON-RPC when it cannot read the body of a request to the endpoint.
 * Must be called before the routes are registered.
 */
export function answerFastifyParserErrors(adapter: HttpServer, path: string): void {
  const instance = adapter.getInstance() as FastifyInstanceLike;
  instance.addHook('onRoute', (route) => {
    if (route.url === path) {
      route.errorHandler = (error: unknown, request: object, reply: object) =>
        answerError(error, request, reply);
    }
  });
}

/** The same for Express. Must be called after the routes, and before Nest's own error handler, are registered. */
export function answerExpressParserErrors(adapter: HttpServer, path: string): void {
  const application = adapter.getInstance() as ExpressApplicationLike;
  application.use(path, (error, request, response, next) => {
    // Under a mount path Express keeps what follows it: nothing, on the endpoint itself.
    if (request.path === '/') {
      answerError(error, request, response);
    } else {
      next(error);
    }
  });
}

/** Of hooks and middleware as well as of the parser. */
function answerError(error: unknown, request: object, response: object): void {
  const report = (failure: unknown) => logFailure('A request did not reach the endpoint', failure, request);
  sendAnswer(response, answerToTransportError(error, report));
}
