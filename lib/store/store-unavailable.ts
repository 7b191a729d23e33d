import { INTERNAL_ERROR, ProtocolError } from '../protocol/index.js';

const HTTP_UNAVAILABLE = 503;

/**
 * Thrown by a store that cannot be reached. The client is told so, with HTTP 503, and nothing is logged for the request:
 * the store says once what has happened, and once when it is over.
 *
 * @publicApi
 */
export class McpStoreUnavailableError extends ProtocolError {
  constructor(cause?: unknown) {
    super(
      INTERNAL_ERROR,
      'What the instances of this server share cannot be reached now, and this request needs it. Try again later',
      { httpStatus: HTTP_UNAVAILABLE },
    );
    this.cause = cause;
  }
}
