import { isJsonObject } from './json-rpc.js';
import type { JsonObject } from './json-rpc.js';
import { invalidParams } from './protocol-error.js';
import type { ProtocolError } from './protocol-error.js';

/** The prefix of `_meta` keys that the specification and its extensions define. */
export const META_PREFIX = 'io.modelcontextprotocol/';
export const PROTOCOL_VERSION_META = 'io.modelcontextprotocol/protocolVersion';
export const CLIENT_INFO_META = 'io.modelcontextprotocol/clientInfo';
export const CLIENT_CAPABILITIES_META = 'io.modelcontextprotocol/clientCapabilities';
export const LOG_LEVEL_META = 'io.modelcontextprotocol/logLevel';
export const SUBSCRIPTION_ID_META = 'io.modelcontextprotocol/subscriptionId';

/** What every modern request says about itself. */
export interface Envelope {
  readonly version: string;
  readonly clientInfo: JsonObject | undefined;
  readonly clientCapabilities: JsonObject;
}

/** Reads the envelope or says what is wrong with it: "Per-request protocol fields" of the 2026-07-28 overview. */
export function readEnvelope(meta: JsonObject): Envelope {
  const version = meta[PROTOCOL_VERSION_META];
  if (typeof version !== 'string') {
    throw malformed(PROTOCOL_VERSION_META, 'the protocol version of this request, a string');
  }
  const clientCapabilities = meta[CLIENT_CAPABILITIES_META];
  if (!isJsonObject(clientCapabilities)) {
    throw malformed(CLIENT_CAPABILITIES_META, 'an object; {} declares none');
  }
  const clientInfo = meta[CLIENT_INFO_META];
  if (clientInfo !== undefined && !isJsonObject(clientInfo)) {
    throw malformed(CLIENT_INFO_META, 'an object with name and version, or be left out');
  }
  return { version, clientInfo, clientCapabilities };
}

function malformed(key: string, expected: string): ProtocolError {
  return invalidParams(`params._meta["${key}"] must be ${expected}`, { httpStatus: 400 });
}
