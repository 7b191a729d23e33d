import type { IncomingHttpHeaders } from 'node:http';
import {
  CLIENT_CAPABILITIES_META,
  CLIENT_INFO_META,
  LOG_LEVEL_META,
  META_PREFIX,
  PROTOCOL_VERSION_META,
} from './envelope.js';
import { METHOD_HEADER, NAME_HEADER } from './headers.js';
import type { JsonObject } from './json-rpc.js';
import { isLegacyVersion, isModernVersion } from './versions.js';

/** Modern: every request describes itself (2026-07-28). Legacy: begins with `initialize` (2025-11-25 and before). */
export type Era = 'modern' | 'legacy';

/** The era of one request, from that request alone. */
export function eraOf(
  method: string,
  meta: JsonObject,
  headerVersion: string | undefined,
  headers: IncomingHttpHeaders,
): Era {
  if (method === 'server/discover' || isModernVersion(headerVersion)) return 'modern';
  const claimed = meta[PROTOCOL_VERSION_META];
  // A client that took a legacy version from the list of an unsupported-version error and retries with it.
  if (isLegacyVersion(claimed) && (headerVersion === undefined || headerVersion === claimed)) return 'legacy';
  if (claimed !== undefined || hasEnvelopeKey(meta)) return 'modern';
  if (isLegacyVersion(headerVersion)) return 'legacy';
  return hasModernHeader(headers) || hasReservedKey(meta) ? 'modern' : 'legacy';
}

/** The headers that only modern versions define. */
export function hasModernHeader(headers: IncomingHttpHeaders): boolean {
  return headers[METHOD_HEADER] !== undefined || headers[NAME_HEADER] !== undefined;
}

function hasEnvelopeKey(meta: JsonObject): boolean {
  return (
    meta[CLIENT_CAPABILITIES_META] !== undefined ||
    meta[CLIENT_INFO_META] !== undefined ||
    meta[LOG_LEVEL_META] !== undefined
  );
}

/** Weaker than an envelope key: 2025-11-25 has `io.modelcontextprotocol/related-task`. */
function hasReservedKey(meta: JsonObject): boolean {
  for (const key in meta) {
    if (key.startsWith(META_PREFIX)) return true;
  }
  return false;
}
