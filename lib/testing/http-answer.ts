import type { ParityHeaders, ParityHttpAnswer, ParityRequest } from './interfaces/parity.interface.js';
import type { IncomingResponse, OutgoingRequest } from './send-request.js';

export function createHttpRequest(
  { method = 'GET', path, query = {}, headers, body }: ParityRequest,
  shared: ParityHeaders | undefined,
): OutgoingRequest {
  const all = lowerCaseNames({ ...shared, ...headers });
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    for (const item of [value].flat()) {
      search.append(key, String(item));
    }
  }
  const target = search.size > 0 ? `${path}${path.includes('?') ? '&' : '?'}${search.toString()}` : path;
  if (body === undefined) {
    return { method, path: target, headers: all };
  }
  const isRaw = all['content-type'] !== undefined && (typeof body === 'string' || Buffer.isBuffer(body));
  return {
    method,
    path: target,
    headers: { 'content-type': 'application/json', ...all },
    body: isRaw ? body : JSON.stringify(body),
  };
}

export function readHttpAnswer({ status, headers, body }: IncomingResponse): ParityHttpAnswer {
  const location = status >= 300 && status < 400 ? headers.location : undefined;
  if (location !== undefined) {
    // What some platforms write beside the location is for people without a browser.
    return { status, body: undefined, location };
  }
  const mediaType = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  return body.length === 0
    ? { status, body: undefined, mediaType }
    : { status, body: readBody(body, mediaType), mediaType };
}

export function isJson(mediaType: string | undefined): boolean {
  return /[/+]json$/.test(mediaType ?? '');
}

function readBody(body: Buffer, mediaType: string | undefined): unknown {
  if (isJson(mediaType)) {
    return parseJson(body.toString());
  }
  const isText = mediaType === undefined || /^text\/|[/+](xml|yaml|javascript)$/.test(mediaType);
  return isText ? body.toString() : body;
}

/** The text itself when it is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

export function lowerCaseNames(headers: ParityHeaders): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
