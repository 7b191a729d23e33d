import { errorAnswer } from './answer.js';
import type { ProtocolAnswer } from './answer.js';
import { readRequestId } from './json-rpc.js';
import { invalidRequest } from './protocol-error.js';

/**
 * The answer to a request that something in front of the protocol refused, a guard for example.
 * `message` is shown to the client, as it would be over HTTP.
 */
export function answerToRefusal(status: number, message: string, body: unknown): ProtocolAnswer {
  return errorAnswer(status, readRequestId(body), invalidRequest(message));
}
