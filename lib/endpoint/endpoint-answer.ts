import type { IncomingHttpHeaders } from 'node:http';
import type { McpServer } from '../mcp.server.js';
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

export function isClaimed(response: object): boolean {
  return (response as Claimable)[CLAIMED] === true;
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
