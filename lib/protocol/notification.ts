import type { IncomingHttpHeaders } from 'node:http';
import { PROTOCOL_VERSION_META } from './envelope.js';
import { eraOf } from './era.js';
import { METHOD_HEADER } from './headers.js';
import type { NotificationMessage } from './json-rpc.js';
import { unsupportedVersion } from './protocol-error.js';
import { checkMethodHeader, checkVersionHeader } from './standard-headers.js';
import { SUPPORTED_VERSIONS } from './versions.js';

/**
 * Checks a notification. 2026-07-28 defines no header requirements for them,
 * so nothing is demanded, but what is sent must not contradict the body.
 */
export function checkNotification(
  message: NotificationMessage,
  headers: IncomingHttpHeaders,
  headerVersion: string | undefined,
): void {
  const claimed = message.meta[PROTOCOL_VERSION_META];
  if (typeof claimed === 'string' && headerVersion !== undefined) checkVersionHeader(headerVersion, claimed);
  if (
    headers[METHOD_HEADER] !== undefined &&
    eraOf(message.method, message.meta, headerVersion, headers) === 'modern'
  ) {
    checkMethodHeader(headers, message.method);
  }
  const version = headerVersion ?? claimed;
  if (typeof version === 'string' && !SUPPORTED_VERSIONS.includes(version)) throw unsupportedVersion(version);
}
