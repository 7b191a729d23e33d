import { errorAnswer, withHeaders } from './answer.js';
import type { ProtocolAnswer } from './answer.js';
import { INTERNAL_ERROR } from './error-codes.js';
import { readRequestId } from './json-rpc.js';
import { ProtocolError } from './protocol-error.js';

/** Another instance of the server may take it at once: the connection that led here is closed. */
const RETRY_AFTER_SECONDS = '1';

/** The answer to a request that comes when the server has begun to shut down. */
export function answerInShutdown(body: unknown): ProtocolAnswer {
  const error = new ProtocolError(
    INTERNAL_ERROR,
    'The server is shutting down, and has not begun this request. Send it again',
  );
  return withHeaders(errorAnswer(503, readRequestId(body), error), { 'retry-after': RETRY_AFTER_SECONDS });
}

/** For a request that was begun and has not ended in time. */
export function endedByShutdown(): ProtocolError {
  return new ProtocolError(
    INTERNAL_ERROR,
    'The server is shutting down, and gave this request up before it had ended. It may have been carried out in part',
  );
}
