import { Inject, Injectable } from '@nestjs/common';
import type { RouteHandler } from '../discovery/index.js';
import { challenge } from '../auth/index.js';
import { logFailure } from '../failures/index.js';
import { MCP_MODULE_OPTIONS } from '../mcp.constants.js';
import type { ResolvedMcpOptions } from '../mcp-options.defaults.js';
import { McpServer } from '../mcp.server.js';
import { answerToTransportError } from '../protocol/index.js';
import type { ListEntry } from '../protocol/index.js';
import { isPromise, takeSnapshot } from '../replay/index.js';
import { answerShutdown, findAnswer, noteArrival } from './endpoint-answer.js';
import type { EndpointRequest } from './endpoint-answer.js';
import { Reception } from './origin/index.js';
import { OpenRequests } from './open-requests.js';
import { sendAnswer } from './send-answer.js';

/** The handler that is registered for the endpoint in place of Nest's. */
@Injectable()
export class Endpoint {
  /** Runs the endpoint's guards, and nothing else; undefined while, or because, only Nest's handler runs them all. */
  direct?: RouteHandler;

  /** Whether there are guards which run again with each route, and write on its request then. */
  hasGlobalGuards = false;

  private readonly reception: Reception;
  private readonly challenge: string | undefined;
  private readonly open = new OpenRequests();

  constructor(
    @Inject(McpServer) private readonly server: McpServer,
    @Inject(MCP_MODULE_OPTIONS) options: ResolvedMcpOptions,
  ) {
    this.reception = new Reception(options);
    this.challenge = options.auth && challenge(options.auth);
  }

  wrap(handler: RouteHandler): RouteHandler {
    const awaitable = notThenable(handler);
    return (request, response, next) => {
      const received = this.reception.receive(request as EndpointRequest, response);
      if (received) {
        sendAnswer(response, received);
        return;
      }
      const snapshot = this.hasGlobalGuards ? takeSnapshot(request) : undefined;
      noteArrival(request as EndpointRequest, response, snapshot, this.challenge);
      if (this.open.isClosing) {
        answerShutdown(response);
        return;
      }
      const open = this.open.add(response);
      void this.answer(this.direct ?? awaitable, request as EndpointRequest, response, next, open);
    };
  }

  /** No request is begun any more. */
  refuse(): void {
    this.open.refuse();
  }

  /** Never rejects. */
  private async answer(
    handler: RouteHandler,
    request: EndpointRequest,
    response: object,
    next: Parameters<RouteHandler>[2],
    open: ListEntry<object>,
  ): Promise<void> {
    try {
      const passing = handler(request, response, next);
      if (isPromise(passing)) {
        await passing;
      }
      // A global interceptor may have ended the request without asking the endpoint.
      const answer = findAnswer(this.server, request, response);
      sendAnswer(response, answer instanceof Promise ? await answer : answer);
    } catch (error) {
      const report = (failure: unknown) => logFailure('A request failed', failure, request);
      sendAnswer(response, answerToTransportError(error, report));
    }
    this.open.delete(open);
  }

  /** Waits until all requests have their answers: their own, or after this time that the server shuts down. */
  drain(graceMs: number): Promise<void> {
    return this.open.drain(graceMs, () => this.server.giveUp(), answerShutdown);
  }
}

/** Nest's handler returns Fastify's reply, which is thenable: awaited, it would wait for an answer that may never come. */
function notThenable(handler: RouteHandler): RouteHandler {
  return (request, response, next) => {
    if ('then' in response) {
      response.then = undefined;
    }
    return handler(request, response, next);
  };
}
