import type { IncomingHttpHeaders } from 'node:http';
import type { RouteHandler } from '../discovery/index.js';
import type { McpServer } from '../mcp.server.js';
import { answerToTransportError } from '../protocol/index.js';
import { HttpConnection } from './http-connection.js';
import { sendAnswer } from './send-answer.js';

export interface EndpointRequest {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly body?: unknown;
}

/** Marks a response that the endpoint's handler or its exception filter takes care of. */
const CLAIMED = Symbol('mcp:claimed');

interface Claimable {
  [CLAIMED]?: boolean;
}

/** Says that what happens to this response is decided. */
export function claim(response: object): void {
  (response as Claimable)[CLAIMED] = true;
}

/** Answers a request to the endpoint. */
export async function answerRequest(
  server: McpServer,
  request: EndpointRequest,
  response: object,
): Promise<void> {
  claim(response);
  const answer = await server.handle({
    httpMethod: request.method,
    headers: request.headers,
    body: request.body,
    exchange: { request, response },
    connection: new HttpConnection(response),
  });
  sendAnswer(response, answer);
}

/**
 * What is registered for the endpoint in place of Nest's handler: it runs that one, and answers by itself when
 * a global interceptor ended the request without asking the endpoint.
 */
export function createEndpointHandler(server: McpServer, handler: RouteHandler): RouteHandler {
  return (request, response, next) => {
    // Nest's handler returns Fastify's reply, which is thenable: awaited, it would wait for an answer that may never come.
    const isThenable = 'then' in response;
    if (isThenable) {
      Object.defineProperty(response, 'then', { value: undefined, configurable: true });
    }
    const complete = () => {
      if (isThenable) {
        delete (response as { then?: unknown }).then;
      }
      return (response as Claimable)[CLAIMED]
        ? undefined
        : answerRequest(server, request as EndpointRequest, response);
    };
    Promise.resolve(handler(request, response, next))
      .then(complete)
      .catch((error: unknown) => sendAnswer(response, answerToTransportError(error)));
  };
}
