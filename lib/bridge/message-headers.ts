import {
  encodeHeaderValue,
  isJsonObject,
  METHOD_HEADER,
  NAME_HEADER,
  PROTOCOL_VERSION_META,
  SESSION_HEADER,
  VERSION_HEADER,
} from '../protocol/index.js';
import type { JsonObject } from '../protocol/index.js';

const NAME_PARAMETERS: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
  'resources/directory/read': 'uri',
  'skills/get': 'uri',
  'tasks/get': 'taskId',
  'tasks/update': 'taskId',
  'tasks/cancel': 'taskId',
};

export const POST_HEADERS = Object.freeze({
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
});

/** What Streamable HTTP wants to have in headers of a modern message, which says it in its body. */
export function modernHeaders(method: string, params: JsonObject, meta: JsonObject): Record<string, string> {
  const headers: Record<string, string> = { ...POST_HEADERS };
  const version = meta[PROTOCOL_VERSION_META];
  if (isHeaderText(version)) headers[VERSION_HEADER] = version;
  if (isHeaderText(method)) headers[METHOD_HEADER] = method;
  const nameParameter = NAME_PARAMETERS[method];
  const name = nameParameter === undefined ? undefined : params[nameParameter];
  if (typeof name === 'string') headers[NAME_HEADER] = encodeHeaderValue(name);
  return headers;
}

/** The headers of a legacy message once `initialize` is answered. */
export function legacyHeaders(session: {
  readonly id?: string;
  readonly version?: string;
}): Record<string, string> {
  const headers: Record<string, string> = { ...POST_HEADERS };
  if (session.version !== undefined) headers[VERSION_HEADER] = session.version;
  if (session.id !== undefined) headers[SESSION_HEADER] = session.id;
  return headers;
}

/** The version that a result of `initialize` names. */
export function versionOf(result: unknown): string | undefined {
  const version = isJsonObject(result) ? result['protocolVersion'] : undefined;
  return isHeaderText(version) ? version : undefined;
}

/** What cannot be sent is left out: the endpoint says what is wrong with the message itself. */
function isHeaderText(value: unknown): value is string {
  return typeof value === 'string' && /^[\x21-\x7e]+$/.test(value);
}
