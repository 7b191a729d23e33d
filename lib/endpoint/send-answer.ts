import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { logFailure } from '../failures/index.js';
import { answerToTransportError, STREAMED_ANSWER } from '../protocol/index.js';
import type { ProtocolAnswer } from '../protocol/index.js';

export interface FastifyReplyLike {
  readonly sent: boolean;
  readonly raw: ServerResponse;
  code(status: number): this;
  headers(headers: Readonly<Record<string, string>>): this;
  send(body?: string | Uint8Array): unknown;
  hasHeader(name: string): boolean;
  getHeaders(): OutgoingHttpHeaders;
  hijack(): unknown;
}

/** Sends an answer through a Fastify reply or an Express response, unless something else has answered meanwhile. */
export function sendAnswer(response: object, answer: ProtocolAnswer): void {
  if (answer === STREAMED_ANSWER) {
    return;
  }
  if (isFastifyReply(response)) {
    if (!response.sent) {
      sendFastifyAnswer(response, answer);
    }
    return;
  }
  const serverResponse = response as ServerResponse;
  if (serverResponse.headersSent) {
    return;
  }
  serverResponse.statusCode = answer.status;
  for (const name in answer.headers) {
    serverResponse.setHeader(name, answer.headers[name]!);
  }
  serverResponse.end(answer.body);
}

function sendFastifyAnswer(reply: FastifyReplyLike, { status, headers, body }: ProtocolAnswer): void {
  try {
    reply.code(status).headers(headers).send(body);
  } catch (error) {
    // Fastify looks at headers only now: a guard has set one that cannot be sent, and no answer could be sent with it.
    const failed = answerToTransportError(error, (failure) =>
      logFailure('An answer could not be sent', failure),
    );
    if (!reply.raw.headersSent) {
      reply.hijack();
      reply.raw.writeHead(failed.status, failed.headers).end(failed.body);
    }
  }
}

/** Fastify's replies and Node's responses name it alike. */
export function hasHeader(response: object, name: string): boolean {
  return (response as ServerResponse).hasHeader(name);
}

/** The client has to come back on another connection. */
export function closesConnection(response: object): void {
  rawOf(response).shouldKeepAlive = false;
}

/** Whether its connection is closed. */
export function isGone(response: object): boolean {
  return rawOf(response).destroyed;
}

/** Calls back when its connection is closed. */
export function onGone(response: object, listener: () => void): void {
  rawOf(response).once('close', listener);
}

function rawOf(response: object): ServerResponse {
  return isFastifyReply(response) ? response.raw : (response as ServerResponse);
}

export function isFastifyReply(response: object): response is FastifyReplyLike {
  return 'raw' in response && 'code' in response;
}
