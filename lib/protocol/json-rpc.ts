import { invalidParams, invalidRequest } from './protocol-error.js';
import type { ProtocolError } from './protocol-error.js';

export type RequestId = string | number;
export type JsonObject = Readonly<Record<string, unknown>>;

export interface RequestMessage {
  readonly kind: 'request';
  readonly id: RequestId;
  readonly method: string;
  readonly params: JsonObject;
  readonly meta: JsonObject;
}

export interface NotificationMessage {
  readonly kind: 'notification';
  readonly method: string;
  readonly params: JsonObject;
  readonly meta: JsonObject;
}

/** An answer to a request of the server, unchecked. */
export interface ResponseMessage {
  readonly kind: 'response';
  readonly id: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
}

export interface InvalidMessage {
  readonly kind: 'invalid';
  /** Undefined when it could not be read. */
  readonly id: RequestId | undefined;
  readonly error: ProtocolError;
}

export type Message = RequestMessage | NotificationMessage | ResponseMessage | InvalidMessage;

const EMPTY: JsonObject = Object.freeze({});

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads one message of a parsed body. */
export function readMessage(value: unknown): Message {
  if (!isJsonObject(value)) {
    return invalid(
      undefined,
      invalidRequest('A JSON-RPC message is a JSON object with jsonrpc, method and id'),
    );
  }
  const { id, method, params } = value;
  const readableId = isRequestId(id) ? id : undefined;

  if (value['jsonrpc'] !== '2.0') {
    return invalid(readableId, invalidRequest('jsonrpc must be the string "2.0"'));
  }
  if (method === undefined && (Object.hasOwn(value, 'result') || Object.hasOwn(value, 'error'))) {
    return { kind: 'response', id, result: value['result'], error: value['error'] };
  }
  if (typeof method !== 'string' || method === '') {
    return invalid(readableId, invalidRequest('method must be a string, for example "tools/list"'));
  }
  if (params !== undefined && !isJsonObject(params)) {
    return invalid(readableId, invalidRequest('params must be an object, or be left out'));
  }
  if (id !== undefined && readableId === undefined) {
    return invalid(
      undefined,
      invalidRequest('id must be a string or an integer within ±9007199254740991; a notification has no id'),
    );
  }
  const meta = params?.['_meta'];
  if (meta !== undefined && !isJsonObject(meta)) {
    return invalid(readableId, invalidParams('params._meta must be an object', { httpStatus: 400 }));
  }
  return readableId === undefined
    ? { kind: 'notification', method, params: params ?? EMPTY, meta: meta ?? EMPTY }
    : { kind: 'request', id: readableId, method, params: params ?? EMPTY, meta: meta ?? EMPTY };
}

/** For errors raised before a message is read. */
export function readRequestId(body: unknown): RequestId | undefined {
  return isJsonObject(body) && body['method'] !== undefined && isRequestId(body['id'])
    ? body['id']
    : undefined;
}

/** An integer beyond the safe range has lost digits in parsing and could not be echoed. */
function isRequestId(id: unknown): id is RequestId {
  return typeof id === 'string' || Number.isSafeInteger(id);
}

function invalid(id: RequestId | undefined, error: ProtocolError): InvalidMessage {
  return { kind: 'invalid', id, error };
}
