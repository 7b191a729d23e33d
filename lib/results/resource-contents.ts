import type { CapturedResponse } from '../replay/interfaces/captured-response.interface.js';
import { assertBlobSize, assertBlockSizes } from './blob-limit.js';
import { bytesInMemory, readStream, streamOf } from './body-bytes.js';
import { isPureResourceContents } from './content-block.js';
import { readEnveloped } from './enveloped.js';
import type { McpContentBlock, McpResourceContents } from './interfaces/index.js';
import { jsonText } from './json-text.js';
import { decodeText, isJsonType, isTextType, parseMediaType } from './media-type.js';
import { responseHeader } from './response-header.js';
import { returnedToolResult } from './returned-tool-result.js';
import { redirectLine } from './status-line.js';

/** What the conversion depends on besides the response. */
export interface ResourceContentsOptions {
  /** The URI that was read. */
  readonly uri: string;
  /** The declared media type, stronger than what the response says. */
  readonly mimeType?: string;
  /** Bytes that a binary or streamed body may have before base64. */
  readonly maxBlobBytes: number;
  /** Stops reading a streamed body. */
  readonly signal?: AbortSignal;
}

/**
 * The contents of a resource, by what its route answered.
 *
 * @throws BlobLimitError when a body is too large; what the body throws while it is read or serialized
 */
export async function resourceContents(
  response: CapturedResponse,
  options: ResourceContentsOptions,
): Promise<McpResourceContents[]> {
  const { body } = response;
  const returned =
    readEnveloped(body, (value) => returnedContents(value, options.uri)) ?? contentsOfBlocks(body, options);
  if (returned) {
    return returned;
  }
  if (body instanceof Response) {
    const headers = { ...response.headers, ...Object.fromEntries(body.headers) };
    return resourceContents({ status: body.status, headers, body: body.body ?? undefined }, options);
  }
  const location = responseHeader(response, 'location');
  if (response.status >= 300 && location !== undefined) {
    return [{ uri: options.uri, mimeType: 'text/plain', text: redirectLine(response.status, location) }];
  }
  const stream = streamOf(body);
  if (stream) {
    const length = responseHeader(response, 'content-length');
    const announced = length === undefined ? undefined : Number(length);
    return [
      ofBytes(await readStream(stream, options.maxBlobBytes, announced, options.signal), response, options),
    ];
  }
  const bytes = bytesInMemory(body);
  if (bytes) {
    assertBlobSize(bytes.byteLength, options.maxBlobBytes);
    return [ofBytes(bytes, response, options)];
  }
  return [typeof body === 'string' ? ofText(body, response, options) : ofJson(body, options)];
}

function returnedContents(body: unknown, uri: string): McpResourceContents[] | undefined {
  const { contents } = (body ?? {}) as { contents?: unknown };
  if (!Array.isArray(contents) || contents.length === 0) {
    return undefined;
  }
  const complete = contents.map((item: unknown) =>
    typeof item === 'object' && item !== null ? { uri, ...item } : item,
  );
  return complete.every(isPureResourceContents) ? complete : undefined;
}

/** A method that is a tool, too, may return what tools do. */
function contentsOfBlocks(
  body: unknown,
  { uri, maxBlobBytes }: ResourceContentsOptions,
): McpResourceContents[] | undefined {
  const content = returnedToolResult(body)?.content;
  if (!content || content.length === 0) {
    return undefined;
  }
  assertBlockSizes(content, maxBlobBytes);
  return content.map((block) => ofBlock(block, uri));
}

function ofBlock(block: McpContentBlock, uri: string): McpResourceContents {
  switch (block.type) {
    case 'text':
      return { uri, mimeType: 'text/plain', text: block.text };
    case 'image':
    case 'audio':
      return { uri, mimeType: block.mimeType, blob: block.data };
    case 'resource':
      return block.resource;
    case 'resource_link':
      return { uri, mimeType: 'application/json', text: JSON.stringify(block) };
  }
}

function ofBytes(
  bytes: Uint8Array,
  response: CapturedResponse,
  { uri, mimeType }: ResourceContentsOptions,
): McpResourceContents {
  const isCompressed = (responseHeader(response, 'content-encoding') ?? 'identity') !== 'identity';
  const type = isCompressed
    ? undefined
    : parseMediaType(mimeType ?? responseHeader(response, 'content-type'));
  const essence = type?.essence ?? 'application/octet-stream';
  return type && isTextType(essence)
    ? { uri, mimeType: essence, text: decodeText(bytes, type.charset) }
    : {
        uri,
        mimeType: essence,
        blob: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64'),
      };
}

function ofText(
  text: string,
  response: CapturedResponse,
  { uri, mimeType }: ResourceContentsOptions,
): McpResourceContents {
  const type = parseMediaType(responseHeader(response, 'content-type'));
  return { uri, mimeType: mimeType ?? type?.essence ?? 'text/plain', text };
}

function ofJson(value: unknown, { uri, mimeType }: ResourceContentsOptions): McpResourceContents {
  const text = typeof value === 'bigint' ? String(value) : jsonText(value);
  if (text === undefined) {
    return { uri, mimeType: mimeType ?? 'text/plain', text: '' };
  }
  return { uri, mimeType: mimeType && isJsonType(mimeType) ? mimeType : 'application/json', text };
}
