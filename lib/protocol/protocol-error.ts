import type { Era } from './era.js';
import {
  HEADER_MISMATCH,
  INTERNAL_ERROR,
  INVALID_PARAMS,
  INVALID_REQUEST,
  METHOD_NOT_FOUND,
  MISSING_REQUIRED_CLIENT_CAPABILITY,
  PARSE_ERROR,
  UNSUPPORTED_PROTOCOL_VERSION,
} from './error-codes.js';
import { quoted } from './quoted.js';
import { SUPPORTED_VERSIONS } from './versions.js';

export interface ProtocolErrorOptions {
  /** The error's `data`. */
  readonly data?: unknown;
  /** Overrides the HTTP status that goes with the code. */
  readonly httpStatus?: number;
}

/** A JSON-RPC error for the client. Its message and data are sent as they are. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
  readonly data: unknown;
  readonly httpStatus: number | undefined;

  constructor(
    readonly code: number,
    message: string,
    options: ProtocolErrorOptions = {},
  ) {
    super(message);
    this.data = options.data;
    this.httpStatus = options.httpStatus;
  }
}

/**
 * The HTTP status of an error.
 * Codes without a status in the specification travel with 200: SDK clients drop the JSON-RPC error of other statuses.
 */
export function httpStatusOf(error: ProtocolError, era: Era): number {
  if (error.httpStatus !== undefined) return error.httpStatus;
  switch (error.code) {
    case PARSE_ERROR:
    case INVALID_REQUEST:
    case HEADER_MISMATCH:
    case MISSING_REQUIRED_CLIENT_CAPABILITY:
    case UNSUPPORTED_PROTOCOL_VERSION:
      return 400;
    case METHOD_NOT_FOUND:
      return era === 'modern' ? 404 : 200;
    default:
      return 200;
  }
}

export function parseError(message: string): ProtocolError {
  return new ProtocolError(PARSE_ERROR, message);
}

export function invalidRequest(message: string, httpStatus?: number): ProtocolError {
  return new ProtocolError(INVALID_REQUEST, message, { httpStatus });
}

export function methodNotFound(message: string): ProtocolError {
  return new ProtocolError(METHOD_NOT_FOUND, message);
}

export function invalidParams(message: string, options?: ProtocolErrorOptions): ProtocolError {
  return new ProtocolError(INVALID_PARAMS, message, options);
}

/**
 * Says nothing about what went wrong: the reason is for the server's log.
 *
 * @param errorId where in the log
 */
export function internalError(errorId?: string): ProtocolError {
  const data = errorId === undefined ? undefined : { errorId };
  return new ProtocolError(INTERNAL_ERROR, 'Internal error', { data });
}

export function headerMismatch(detail: string): ProtocolError {
  return new ProtocolError(HEADER_MISMATCH, `Header mismatch: ${detail}`);
}

export function missingClientCapability(
  requiredCapabilities: Readonly<Record<string, unknown>>,
  message = `This request needs client capabilities that were not declared: ${Object.keys(requiredCapabilities).join(', ')}`,
): ProtocolError {
  return new ProtocolError(MISSING_REQUIRED_CLIENT_CAPABILITY, message, { data: { requiredCapabilities } });
}

export function unsupportedVersion(requested: string): ProtocolError {
  return new ProtocolError(
    UNSUPPORTED_PROTOCOL_VERSION,
    `Unsupported protocol version ${quoted(requested)}: this server speaks ${SUPPORTED_VERSIONS.join(', ')}`,
    { data: { supported: SUPPORTED_VERSIONS, requested } },
  );
}
