import type { IncomingHttpHeaders } from 'node:http';
import type { Call, Delivery } from './call.js';
import { readEnvelope } from './envelope.js';
import type { RequestMessage } from './json-rpc.js';
import type { Method } from './method.js';
import { checkParameterHeaders } from './parameter-headers.js';
import { methodNotFound, unsupportedVersion } from './protocol-error.js';
import type { ProtocolError } from './protocol-error.js';
import { quoted } from './quoted.js';
import { checkMethodHeader, checkNameHeader, checkVersionHeader } from './standard-headers.js';
import { isModernVersion, LATEST_MODERN_VERSION, LEGACY_VERSIONS } from './versions.js';

/** Checks a modern request. The order decides which error a client sees: envelope, headers, version, method. */
export function modernCall<Exchange>(
  message: RequestMessage,
  method: Method<Exchange> | undefined,
  { headers, headerVersion, exchange, channel }: Delivery<Exchange>,
): Call<Exchange> {
  const envelope = readEnvelope(message.meta);
  checkVersionHeader(headerVersion, envelope.version);
  checkMethodHeader(headers, message.method);
  if (method !== undefined) checkMirroredParameters(message, method, headers);
  if (!isModernVersion(envelope.version)) throw unsupportedVersion(envelope.version);
  if (method === undefined) throw methodNotFound(`Method not found: ${quoted(message.method)}`);
  return {
    method,
    request: {
      era: 'modern',
      version: envelope.version,
      id: message.id,
      method: message.method,
      params: message.params,
      meta: message.meta,
      clientInfo: envelope.clientInfo,
      clientCapabilities: envelope.clientCapabilities,
      headers,
      channel,
      exchange,
    },
  };
}

/** For `initialize`, `ping` and whatever else ended with the handshake; said first, since no envelope would help. */
export function removedMethod(name: string): ProtocolError {
  return methodNotFound(
    `Method not found: ${LATEST_MODERN_VERSION} has no ${quoted(name)}. ` +
      `Call server/discover, or use ${quoted(name)} with ${LEGACY_VERSIONS.join(', ')} and without ${LATEST_MODERN_VERSION} headers and _meta`,
  );
}

function checkMirroredParameters<Exchange>(
  message: RequestMessage,
  method: Method<Exchange>,
  headers: IncomingHttpHeaders,
): void {
  if (method.nameParameter !== undefined) {
    checkNameHeader(headers, message.params, method.nameParameter, method.nameHeader !== 'when-sent');
  }
  const parameters = method.headerParameters?.(message.params);
  if (parameters !== undefined && parameters.length > 0) {
    checkParameterHeaders(parameters, message.params['arguments'], headers);
  }
}
