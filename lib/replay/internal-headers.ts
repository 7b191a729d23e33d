import type { IncomingHttpHeaders } from 'node:http';

/** Headers that speak of the outer exchange: its body, connection, conditions and range, not of the caller. */
const DROPPED_HEADERS: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'expect',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'if-unmodified-since',
  'keep-alive',
  'last-event-id',
  'range',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

const ACCEPT = 'application/json, */*;q=0.8';

/**
 * The headers of an internal request: those of the caller without what concerns the outer exchange, those by which
 * a request asks for the route's version, arguments that travel as headers, and a description of the body.
 */
export function createInternalHeaders(
  outer: IncomingHttpHeaders,
  versionHeaders: Readonly<Record<string, string>>,
  args: Readonly<Record<string, string>>,
  body: unknown,
): IncomingHttpHeaders {
  const headers: IncomingHttpHeaders = {};
  for (const name in outer) {
    // HTTP/2 has the request line among its headers, with a colon in front.
    if (!DROPPED_HEADERS.has(name) && !name.startsWith('mcp-') && name[0] !== ':') {
      headers[name] = outer[name];
    }
  }
  if (headers.host === undefined && typeof outer[':authority'] === 'string') {
    headers.host = outer[':authority'];
  }
  headers.accept = ACCEPT;
  for (const name in versionHeaders) {
    headers[name] = versionHeaders[name];
  }
  for (const name in args) {
    headers[name.toLowerCase()] = args[name];
  }
  if (body !== undefined) {
    headers['content-type'] = 'application/json';
    defineContentLength(headers, body);
  }
  return headers;
}

const BODY = Symbol('mcp:body');

/**
 * Measured only when somebody asks (Express's `req.is()` does), since it means serializing the body. One getter for all
 * headers: V8 makes a hidden class for each getter, which takes time and keeps what the getter refers to in memory.
 */
const CONTENT_LENGTH: PropertyDescriptor = {
  get(this: { readonly [BODY]: unknown }): string | undefined {
    return measure(this[BODY]);
  },
  enumerable: true,
  configurable: true,
};

function defineContentLength(headers: IncomingHttpHeaders, body: unknown): void {
  Object.defineProperty(headers, BODY, { value: body });
  Object.defineProperty(headers, 'content-length', CONTENT_LENGTH);
}

function measure(body: unknown): string | undefined {
  try {
    return String(Buffer.byteLength(JSON.stringify(body) ?? ''));
  } catch {
    // An interceptor has put something on the body that is no JSON.
    return undefined;
  }
}
