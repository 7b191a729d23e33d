import { addAbortSignal, Readable } from 'node:stream';
import { ReadableStream } from 'node:stream/web';
import { types } from 'node:util';
import type { CapturedResponse } from '../replay/interfaces/captured-response.interface.js';
import { isForeignStream } from '../replay/foreign-stream.js';
import { assertBlobSize, BlobLimitError } from './blob-limit.js';

/** The bytes of a body that is in memory already; undefined for a body of another kind. */
export function bytesInMemory(body: unknown): Uint8Array | undefined {
  if (types.isUint8Array(body)) {
    return body;
  }
  return types.isAnyArrayBuffer(body) ? new Uint8Array(body) : undefined;
}

/** A streamed body; undefined for a body of another kind. */
export function streamOf(body: unknown): Readable | undefined {
  if (body instanceof Readable) {
    return body;
  }
  if (body instanceof ReadableStream) {
    return Readable.fromWeb(body);
  }
  return isForeignStream(body) ? new Readable().wrap(body) : undefined;
}

/** Reads a stream to its end, or destroys it as soon as it turns out larger than allowed. */
export async function readStream(
  stream: Readable,
  limit: number,
  announced?: number,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  try {
    if (announced !== undefined && Number.isFinite(announced)) {
      assertBlobSize(announced, limit);
    }
    if (signal) {
      addAbortSignal(signal, stream);
    }
    return await collect(stream, limit);
  } finally {
    discardStream(stream);
  }
}

/** Gives up on an answer that nobody reads. Most have nothing to give up. */
export function discardBody({ body }: CapturedResponse): void {
  const stream = streamOf(body instanceof Response ? body.body : body);
  if (stream) {
    discardStream(stream);
  }
}

/** Gives up on a stream that nobody reads. */
export function discardStream(stream: Readable): void {
  // A file that fails while it is closed must not end the process.
  stream.on('error', () => undefined);
  stream.destroy();
}

async function collect(stream: Readable, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<unknown>) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : bytesInMemory(chunk);
    if (bytes === undefined) {
      throw new TypeError('The stream gave a chunk that is neither text nor bytes');
    }
    size += bytes.byteLength;
    if (size > limit) {
      throw new BlobLimitError(`at least ${size}`, limit);
    }
    chunks.push(bytes);
  }
  return Buffer.concat(chunks, size);
}
