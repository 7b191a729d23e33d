import type { McpContentBlock } from './interfaces/index.js';

/** A body is larger than `maxBlobBytes`. The message is for the caller. */
export class BlobLimitError extends Error {
  constructor(size: string, limit: number) {
    super(`The response has ${size} bytes, more than the ${limit} bytes that maxBlobBytes allows.`);
    this.name = 'BlobLimitError';
  }
}

export function assertBlobSize(bytes: number, limit: number): void {
  if (bytes > limit) {
    throw new BlobLimitError(String(bytes), limit);
  }
}

export function assertBlockSizes(content: readonly McpContentBlock[], limit: number): void {
  for (const block of content) {
    const base64 =
      block.type === 'resource' ? blobOf(block.resource) : 'data' in block ? block.data : undefined;
    if (base64 !== undefined) {
      assertBlobSize(Buffer.byteLength(base64, 'base64'), limit);
    }
  }
}

function blobOf(resource: { readonly blob?: string } | object): string | undefined {
  return 'blob' in resource ? resource.blob : undefined;
}
