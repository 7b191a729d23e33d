import type { CapturedResponse } from '../replay/interfaces/captured-response.interface.js';
import { fileName } from './file-name.js';
import type { McpContentBlock } from './interfaces/index.js';
import { decodeText, isTextType, parseMediaType } from './media-type.js';
import { resourceUri } from './resource-uri.js';
import { responseHeader } from './response-header.js';

const OCTET_STREAM = 'application/octet-stream';

/** The content block for a body of bytes, by the response's media type. */
export function binaryContent(bytes: Uint8Array, response: CapturedResponse, url: string): McpContentBlock {
  const type = isCompressed(response) ? undefined : parseMediaType(responseHeader(response, 'content-type'));
  if (type !== undefined && isTextType(type.essence)) {
    return { type: 'text', text: decodeText(bytes, type.charset) };
  }
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
  const mimeType = type?.essence ?? OCTET_STREAM;
  if (mimeType.startsWith('image/')) {
    return { type: 'image', data, mimeType };
  }
  if (mimeType.startsWith('audio/')) {
    return { type: 'audio', data, mimeType };
  }
  const file = fileName(responseHeader(response, 'content-disposition'));
  return { type: 'resource', resource: { uri: resourceUri(url, file), mimeType, blob: data } };
}

function isCompressed(response: CapturedResponse): boolean {
  return (responseHeader(response, 'content-encoding') ?? 'identity') !== 'identity';
}
