import type { AnswerFormat } from './accept.js';
import { EVENT_STREAM_HEADERS, eventText } from './event-stream.js';
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
  readonly body?: string | Uint8Array;
}

const JSON_HEADERS = Object.freeze({ 'content-type': 'application/json' });

/** For notifications and for responses of the client. */
export const ACCEPTED_ANSWER: ProtocolAnswer = Object.freeze({ status: 202, headers: Object.freeze({}) });

/** There is nothing more to send: the answer went out through the connection's stream. */
export const STREAMED_ANSWER: ProtocolAnswer = Object.freeze({ status: 200, headers: Object.freeze({}) });

/** Ending a session: there is none to end. */
export const SESSION_ENDED_ANSWER: ProtocolAnswer = Object.freeze({
  status: 204,
  headers: Object.freeze({ 'mcp-protocol-version': LATEST_MODERN_VERSION }),
});

/** The client has given the request up, and wants no response. */
export const NO_RESPONSE_ANSWER: ProtocolAnswer = Object.freeze({
  status: 200,
  headers: EVENT_STREAM_HEADERS,
  body: '',
});

export function withHeaders(
  answer: ProtocolAnswer,
  headers: Readonly<Record<string, string>> | undefined,
): ProtocolAnswer {
  return headers ? { ...answer, headers: { ...answer.headers, ...headers } } : answer;
}

export function jsonAnswer(status: number, json: string | Uint8Array): ProtocolAnswer {
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

/**
 * A successful answer in the format that the client takes.
 *
 * @param bytes the JSON in bytes, when they are there
 */
export function answerInKind(format: AnswerFormat, json: string, bytes?: Uint8Array): ProtocolAnswer {
  if (format === 'json') return jsonAnswer(200, bytes ?? json);
  return {
    status: 200,
    headers: EVENT_STREAM_HEADERS,
    body: eventText(json),
  };
}
