import { HttpException, HttpStatus } from '@nestjs/common';
import { ProtocolError } from '../protocol/index.js';

/** @publicApi */
export interface McpErrorOptions {
  /** `data` of the error: for programs, and never for secrets. */
  data?: unknown;
  /**
   * What plain HTTP gets.
   *
   * @default 500
   */
  httpStatus?: number;
}

/** The errors that are answers of routes, by the bodies of these answers. */
const thrown = new WeakMap<object, McpError>();

/**
 * A handler throws it when a call fails for the protocol, and not for the model: the client gets this JSON-RPC error, and
 * no result. A task ends as `failed` with it. For everything that a model can do something about throw an
 * `HttpException`, or return `McpToolResult` with `isError`.
 *
 * An exception filter that answers it in a shape of its own makes an ordinary result of it.
 *
 * @example
 * ```ts
 * throw new McpError(-32603, 'The index is being rebuilt', { data: { retryAfter: 60 } });
 * ```
 *
 * @publicApi
 */
export class McpError extends HttpException {
  readonly data: unknown;

  /**
   * @param code of JSON-RPC, or one of your own outside of -32768 to -32000
   * @param message for the client, as it is
   * @throws TypeError when the code is no integer
   */
  constructor(
    readonly code: number,
    message: string,
    { data, httpStatus = HttpStatus.INTERNAL_SERVER_ERROR }: McpErrorOptions = {},
  ) {
    const body = { statusCode: httpStatus, message };
    super(body, httpStatus);
    if (!Number.isSafeInteger(code)) {
      throw new TypeError('McpError needs an integer as its code');
    }
    this.data = data;
    thrown.set(body, this);
  }
}

/** The error that a handler has thrown for the protocol; undefined when the answer is another one. */
export function thrownMcpError(body: unknown): ProtocolError | undefined {
  const error = typeof body === 'object' && body !== null ? thrown.get(body) : undefined;
  return error && protocolErrorOf(error);
}

export function protocolErrorOf({ code, message, data }: McpError): ProtocolError {
  return new ProtocolError(code, message, { data });
}

/** What an `await` in a handler is to throw, so that it ends as this error. */
export function mcpErrorOf({ code, message, data }: ProtocolError): McpError {
  return new McpError(code, message, { data });
}
