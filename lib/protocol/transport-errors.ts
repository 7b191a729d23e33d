import { STATUS_CODES } from 'node:http';
import { errorAnswer } from './answer.js';
import type { ProtocolAnswer } from './answer.js';
import { internalError, invalidRequest, parseError } from './protocol-error.js';
import type { ProtocolError } from './protocol-error.js';

/** What Fastify's and Express's errors say about themselves. */
interface TransportError {
  readonly status?: unknown;
  readonly statusCode?: unknown;
  /** Fastify's. */
  readonly code?: unknown;
  /** Express's body parser's. */
  readonly type?: unknown;
  readonly isSyntaxError?: boolean;
}

/**
 * The answer to an error that came before the message could be read: the body parser's, or a plugin's.
 * Its own message stays inside; only the HTTP status is passed on.
 *
 * @param report logs an error that is the server's, and returns the id under which the log has it
 */
export function answerToTransportError(error: unknown, report?: (error: unknown) => string): ProtocolAnswer {
  const transportError = readTransportError(error);
  const status = statusOf(transportError);
  return errorAnswer(
    status,
    undefined,
    protocolErrorOf(status, transportError, () => report?.(error)),
  );
}

/** Anything can be thrown, and its getters can throw, too. */
function readTransportError(error: unknown): TransportError {
  try {
    const { status, statusCode, code, type } = (error ?? {}) as TransportError;
    return { status, statusCode, code, type, isSyntaxError: error instanceof SyntaxError };
  } catch {
    return {};
  }
}

function protocolErrorOf(
  status: number,
  error: TransportError,
  report: () => string | undefined,
): ProtocolError {
  if (isMalformedJson(status, error)) return parseError('The request body is not valid JSON');
  switch (status) {
    case 413:
      return invalidRequest('The request body is larger than this server takes');
    case 415:
      return invalidRequest(
        'Send Content-Type: application/json, in UTF-8, in a content encoding the server knows',
      );
    default:
      return status >= 500
        ? internalError(report())
        : invalidRequest(`The request was refused: ${STATUS_CODES[status] ?? `HTTP ${status}`}`);
  }
}

function statusOf(error: TransportError): number {
  const status = error.statusCode ?? error.status;
  return typeof status === 'number' && Number.isInteger(status) && status >= 400 && status <= 599
    ? status
    : 500;
}

function isMalformedJson(status: number, error: TransportError): boolean {
  if (status !== 400) return false;
  return (
    error.code === 'FST_ERR_CTP_INVALID_JSON_BODY' ||
    error.code === 'FST_ERR_CTP_EMPTY_JSON_BODY' ||
    error.type === 'entity.parse.failed' ||
    error.isSyntaxError === true
  );
}
