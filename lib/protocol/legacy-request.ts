import type { Call, Delivery } from './call.js';
import { CLIENT_CAPABILITIES_META, CLIENT_INFO_META, PROTOCOL_VERSION_META } from './envelope.js';
import { isJsonObject } from './json-rpc.js';
import type { JsonObject, RequestMessage } from './json-rpc.js';
import type { Method } from './method.js';
import { methodNotFound, unsupportedVersion } from './protocol-error.js';
import { quoted } from './quoted.js';
import { BATCH_VERSION, isLegacyVersion, negotiateLegacyVersion } from './versions.js';

const NO_CAPABILITIES: JsonObject = Object.freeze({});

/** Checks a legacy request. */
export function legacyCall<Exchange>(
  message: RequestMessage,
  method: Method<Exchange> | undefined,
  { headers, headerVersion, exchange, channel, session }: Delivery<Exchange>,
): Call<Exchange> {
  if (headerVersion !== undefined && !isLegacyVersion(headerVersion)) throw unsupportedVersion(headerVersion);
  if (method === undefined) throw methodNotFound(`Method not found: ${quoted(message.method)}`);

  const { params, meta } = message;
  const isInitialize = message.method === 'initialize';
  const clientInfo = isInitialize ? params['clientInfo'] : (session?.clientInfo ?? meta[CLIENT_INFO_META]);
  const clientCapabilities = isInitialize
    ? params['capabilities']
    : (session?.clientCapabilities ?? meta[CLIENT_CAPABILITIES_META]);
  return {
    method,
    request: {
      era: 'legacy',
      version: isInitialize
        ? negotiateLegacyVersion(params['protocolVersion'])
        : (session?.version ?? legacyVersionOf(meta, headerVersion)),
      id: message.id,
      method: message.method,
      params,
      meta,
      clientInfo: isJsonObject(clientInfo) ? clientInfo : undefined,
      clientCapabilities: isJsonObject(clientCapabilities) ? clientCapabilities : NO_CAPABILITIES,
      headers,
      session,
      channel,
      exchange,
    },
  };
}

/** Without a header the version is 2025-03-26 ("Protocol Version Header" of 2025-06-18), unless `_meta` says better. */
export function legacyVersionOf(meta: JsonObject, headerVersion: string | undefined): string {
  if (headerVersion !== undefined) return headerVersion;
  const claimed = meta[PROTOCOL_VERSION_META];
  return isLegacyVersion(claimed) ? claimed : BATCH_VERSION;
}
