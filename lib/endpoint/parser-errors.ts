import type { HttpServer } from '@nestjs/common';
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
      route.errorHandler = (error: unknown, _request: object, reply: object) =>
        sendAnswer(reply, answerToTransportError(error));
    }
  });
}

/** The same for Express. Must be called after the routes, and before Nest's own error handler, are registered. */
export function answerExpressParserErrors(adapter: HttpServer, path: string): void {
  const application = adapter.getInstance() as ExpressApplicationLike;
  application.use(path, (error, request, response, next) => {
    // Under a mount path Express keeps what follows it: nothing, on the endpoint itself.
    if (request.path === '/') {
      sendAnswer(response, answerToTransportError(error));
    } else {
      next(error);
    }
  });
}
