import type {
  McpBlobResourceContents,
  McpContentAnnotations,
  McpEmbeddedResource,
} from './interfaces/index.js';

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** @publicApi */
export interface McpBlobResourceOptions {
  /** Absolute URI that names the file, e.g. `memory://reports/latest.pdf`. It need not be readable. */
  uri: string;
  /** The bytes; a string is taken as base64 already. At most `maxBlobBytes` (default 25 MiB), or the call ends with an error. */
  data: Uint8Array | string;
  mimeType: string;
  annotations?: McpContentAnnotations;
  /** `_meta` of the block. */
  meta?: Record<string, unknown>;
}

/**
 * A binary file inside of a tool result.
 *
 * A handler returns it as it is or inside of an `McpToolResult`. Over plain HTTP it is answered as the JSON of the
 * content block. A `StreamableFile` becomes one by itself; this class is for a URI or annotations of your own.
 *
 * @example
 * ```ts
 * @Get('reports/inline')
 * @McpTool()
 * async download() {
 *   return new McpBlobResource({
 *     uri: 'memory://reports/latest.pdf',
 *     data: await this.reports.render(),
 *     mimeType: 'application/pdf',
 *   });
 * }
 * ```
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/tools#embedded-resources
 * @publicApi
 */
export class McpBlobResource implements McpEmbeddedResource {
  readonly type = 'resource';
  readonly resource: McpBlobResourceContents;
  readonly annotations?: McpContentAnnotations;
  readonly _meta?: Record<string, unknown>;

  constructor(options: McpBlobResourceOptions) {
    this.resource = { uri: options.uri, mimeType: options.mimeType, blob: toBase64(options.data) };
    this.annotations = options.annotations;
    this._meta = options.meta;
  }

  toJSON(): McpEmbeddedResource {
    return { ...this };
  }
}

function toBase64(data: Uint8Array | string): string {
  if (typeof data !== 'string') {
    return Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('base64');
  }
  if (data.length % 4 !== 0 || !BASE64.test(data)) {
    throw new TypeError('McpBlobResource: a string must be base64; give a Buffer to have it encoded');
  }
  return data;
}
