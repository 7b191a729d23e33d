import type { AnswerFormat } from './accept.js';
import type { RequestId } from './json-rpc.js';
import type { ProtocolError } from './protocol-error.js';
import { errorResponse } from './response.js';
import { LATEST_MODERN_VERSION } from './versions.js';

/** The HTTP answer to send. The objects are shared between answers. */
export interface ProtocolAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined for an empty body. */
  readonly body?: string;
}

const JSON_HEADERS = Object.freeze({ 'content-type': 'application/json' });

/** A proxy that buffers or recompresses would hold the event back. */
const EVENT_STREAM_HEADERS = Object.freeze({
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
});

/** For notifications and for responses of the client. */
export const ACCEPTED_ANSWER: ProtocolAnswer = Object.freeze({ status: 202, headers: Object.freeze({}) });

/** Ending a session: there is none to end. */
export const SESSION_ENDED_ANSWER: ProtocolAnswer = Object.freeze({
  status: 204,
  headers: Object.freeze({ 'mcp-protocol-version': LATEST_MODERN_VERSION }),
});

export function jsonAnswer(status: number, json: string): ProtocolAnswer {
  return { status, headers: JSON_HEADERS, body: json };
}

export function errorAnswer(status: number, id: RequestId | undefined, error: ProtocolError): ProtocolAnswer {
  return jsonAnswer(status, errorResponse(id, error));
}

export function methodNotAllowedAnswer(error: ProtocolError): ProtocolAnswer {
  return {
    status: 405,
    headers: { ...JSON_HEADERS, allow: 'POST, DELETE' },
    body: errorResponse(undefined, error),
  };
}

/** A successful answer in the format that the client takes. */
export function answerInKind(format: AnswerFormat, json: string): ProtocolAnswer {
  if (format === 'json') return jsonAnswer(200, json);
  return {
    status: 200,
    headers: EVENT_STREAM_HEADERS,
    body: `event: message\ndata: ${oneLine(json)}\n\n`,
  };
}

/** Clients read `data:` lines one by one. A line break in JSON text is whitespace, never part of a value. */
function oneLine(json: string): string {
  return json.includes('\n') || json.includes('\r') ? json.replaceAll('\n', ' ').replaceAll('\r', ' ') : json;
}
