import type { IncomingHttpHeaders } from 'node:http';
import { MCP_ARRIVAL } from '../mcp.constants.js';
import type { McpServer } from '../mcp.server.js';
import { answerInShutdown, STREAMED_ANSWER } from '../protocol/index.js';
import type { ProtocolAnswer } from '../protocol/index.js';
import { takeSnapshot, withChanges } from '../replay/index.js';
import type { OuterExchange } from '../replay/index.js';
import { HttpConnection } from './http-connection.js';
import { closesConnection, sendAnswer } from './send-answer.js';

export interface EndpointRequest {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly body?: unknown;
  readonly socket?: { readonly localAddress?: string };
}

/** What was found when a request reached the endpoint, before guards and interceptors had a hand in it. */
interface Arrival {
  readonly body: unknown;
  readonly snapshot: OuterExchange['snapshot'];
  /** What the request had when the global guards had let it through, and those of the endpoint had not begun. */
  afterGlobalGuards: OuterExchange['snapshot'];
  /** What goes with HTTP 401, unless the guard that refuses the request says it itself. */
  readonly challenge: string | undefined;
  /** Whether the endpoint or its exception filter takes care of the answer. */
  isClaimed: boolean;
}

interface Arrived {
  [MCP_ARRIVAL]?: Arrival;
}

/** Notes what a request brought. */
export function noteArrival(
  request: EndpointRequest,
  response: object,
  snapshot: OuterExchange['snapshot'],
  challenge: string | undefined,
): void {
  (response as Arrived)[MCP_ARRIVAL] = {
    body: request.body,
    snapshot,
    afterGlobalGuards: undefined,
    challenge,
    isClaimed: false,
  };
}

/** Notes what the global guards have made of a request, where that matters. */
export function noteGlobalGuards(request: object, response: object): void {
  const arrival = (response as Arrived)[MCP_ARRIVAL];
  if (arrival?.snapshot) {
    arrival.afterGlobalGuards = takeSnapshot(request);
  }
}

/** Decides about the answer, once: false when that has been done. */
export function claim(response: object): boolean {
  const arrival = (response as Arrived)[MCP_ARRIVAL];
  if (!arrival || arrival.isClaimed) {
    return false;
  }
  arrival.isClaimed = true;
  return true;
}

/** The challenge that the answer needs; undefined when none is known. */
export function challengeOf(response: object): string | undefined {
  return (response as Arrived)[MCP_ARRIVAL]?.challenge;
}

/** Answers a request that was not, or cannot be, begun since the server shuts down. */
export function answerShutdown(response: object): void {
  claim(response);
  closesConnection(response);
  sendAnswer(response, answerInShutdown((response as Arrived)[MCP_ARRIVAL]?.body));
}

/** Answers a request to the endpoint, unless something has been decided about its answer. */
export async function answerRequest(
  server: McpServer,
  request: EndpointRequest,
  response: object,
): Promise<void> {
  const answer = findAnswer(server, request, response);
  sendAnswer(response, answer instanceof Promise ? await answer : answer);
}

/** The answer to a request; that there is nothing to send when something has been decided about it. */
export function findAnswer(
  server: McpServer,
  request: EndpointRequest,
  response: object,
): ProtocolAnswer | Promise<ProtocolAnswer> {
  if (!claim(response)) {
    return STREAMED_ANSWER;
  }
  const arrival = (response as Arrived)[MCP_ARRIVAL]!;
  const { body } = arrival;
  return server.handle({
    httpMethod: request.method,
    headers: request.headers,
    body,
    exchange: { request, response, snapshot: seenByRoutes(request, arrival) },
    connection: new HttpConnection(response),
  });
}

/** What the request brought and the endpoint's own guards have added: what global guards noted, they note again. */
function seenByRoutes(request: object, { snapshot, afterGlobalGuards }: Arrival): OuterExchange['snapshot'] {
  return snapshot && afterGlobalGuards
    ? withChanges(snapshot, afterGlobalGuards, takeSnapshot(request))
    : snapshot;
}
