import type { IncomingHttpHeaders } from 'node:http';
import { eraOf, hasModernHeader } from './era.js';
import type { RequestMessage } from './json-rpc.js';
import { legacyVersionOf } from './legacy-request.js';
import { invalidRequest, unsupportedVersion } from './protocol-error.js';
import { BATCH_VERSION, SUPPORTED_VERSIONS } from './versions.js';

/** One HTTP request must not buy any amount of work. The default. */
export const MAXIMUM_BATCH_LENGTH = 100;

/** Only 2025-03-26 has batches. */
export function checkBatch(
  batch: readonly unknown[],
  headers: IncomingHttpHeaders,
  headerVersion: string | undefined,
  maximum = MAXIMUM_BATCH_LENGTH,
): void {
  if (headerVersion !== undefined && !SUPPORTED_VERSIONS.includes(headerVersion)) {
    throw unsupportedVersion(headerVersion);
  }
  if (headerVersion === undefined ? hasModernHeader(headers) : headerVersion !== BATCH_VERSION) {
    throw invalidRequest(`Batches exist only in ${BATCH_VERSION}. Send each message in a POST of its own`);
  }
  if (batch.length === 0) throw invalidRequest('The batch is empty');
  if (batch.length > maximum) {
    throw invalidRequest(
      `The batch has ${batch.length} messages, more than the ${maximum} that this server takes at once. Split it`,
    );
  }
}

export function checkBatchedRequest(
  message: RequestMessage,
  headers: IncomingHttpHeaders,
  headerVersion: string | undefined,
): void {
  if (message.method === 'initialize') {
    throw invalidRequest('initialize must not be part of a batch. Send it in a POST of its own');
  }
  if (
    eraOf(message.method, message.meta, headerVersion, headers) === 'modern' ||
    legacyVersionOf(message.meta, headerVersion) !== BATCH_VERSION
  ) {
    throw invalidRequest(
      `This request is not one of ${BATCH_VERSION}, the only version with batches. Send it in a POST of its own`,
    );
  }
}
