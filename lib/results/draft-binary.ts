import type { Readable } from 'node:stream';
import type { CapturedResponse } from '../replay/interfaces/captured-response.interface.js';
import { binaryContent } from './binary-content.js';
import { assertBlobSize } from './blob-limit.js';
import { readStream } from './body-bytes.js';
import { draftString } from './draft-text.js';
import { unreadableBody } from './failed-conversion.js';
import type { ResultDraft, ToolResultOptions } from './interfaces/index.js';
import { responseHeader } from './response-header.js';

/** Converts a streamed body, e.g. of a `StreamableFile`. */
export async function draftStream(
  response: CapturedResponse,
  stream: Readable,
  options: ToolResultOptions,
): Promise<ResultDraft> {
  try {
    const length = responseHeader(response, 'content-length');
    const announced = length === undefined ? undefined : Number(length);
    const bytes = await readStream(stream, options.maxBlobBytes, announced, options.cancellation?.signal);
    return draftBytes(response, bytes, options);
  } catch (error) {
    return unreadableBody(error, response.status, options.request);
  }
}

/** Converts a body of bytes. */
export function draftBytes(
  response: CapturedResponse,
  bytes: Uint8Array,
  options: ToolResultOptions,
): ResultDraft {
  const { status } = response;
  try {
    assertBlobSize(bytes.byteLength, options.maxBlobBytes);
  } catch (error) {
    return unreadableBody(error, status, options.request);
  }
  if (bytes.byteLength === 0) {
    return draftString(response, '', options);
  }
  const block = binaryContent(bytes, response, options.url);
  return block.type === 'text'
    ? draftString(response, block.text, options)
    : { status, content: [block], isError: status >= 400 };
}
