import type { IncomingHttpHeaders } from 'node:http';
import type { McpCorsOptions } from '../../interfaces/index.js';

const REQUEST_HEADERS = [
  'content-type',
  'accept',
  'authorization',
  'mcp-protocol-version',
  'mcp-session-id',
  'mcp-method',
  'mcp-name',
  'last-event-id',
];
const RESPONSE_HEADERS = ['mcp-session-id', 'mcp-protocol-version', 'www-authenticate'];
const DEFAULT_MAX_AGE_SECONDS = 86_400;

/** Tools name these headers, so that there is no list of them. */
const PARAMETER_HEADER = /^mcp-param-[\w!#$%&'*+.^`|~-]+$/;

/** Headers for the pages that may call the endpoint. */
export class CorsHeaders {
  constructor(
    private readonly options: McpCorsOptions,
    private readonly takesAllOrigins: boolean,
  ) {}

  /** For every answer to this origin. */
  ofAnswer(origin: string): Record<string, string> {
    return {
      ...(this.takesAllOrigins
        ? { 'access-control-allow-origin': '*' }
        : { 'access-control-allow-origin': origin, vary: 'Origin' }),
      'access-control-expose-headers': RESPONSE_HEADERS.join(', '),
    };
  }

  /** For the answer to the question that browsers ask first. */
  ofPreflight(headers: IncomingHttpHeaders): Record<string, string> {
    const { allowedHeaders = [], maxAge = DEFAULT_MAX_AGE_SECONDS } = this.options;
    const asked = headers['access-control-request-headers']?.split(',') ?? [];
    const parameters = asked.map((name) => name.trim()).filter((name) => PARAMETER_HEADER.test(name));
    return {
      ...this.ofAnswer(headers.origin!),
      'access-control-allow-methods': 'POST, GET, DELETE',
      'access-control-allow-headers': [...REQUEST_HEADERS, ...allowedHeaders, ...parameters].join(', '),
      'access-control-max-age': String(maxAge),
    };
  }
}

/** Whether a browser asks what a page may send, instead of sending it. */
export function isPreflight(method: string, headers: IncomingHttpHeaders): boolean {
  return (
    method === 'OPTIONS' &&
    headers.origin !== undefined &&
    headers['access-control-request-method'] !== undefined
  );
}
