import type { McpIcon } from '../interfaces/index.js';
import type { McpContentAnnotations, McpResourceLinkContent } from './interfaces/index.js';

/** @publicApi */
export interface McpResourceLinkOptions {
  /** Name of what the link leads to, e.g. a file name. */
  name: string;
  /** Absolute URI. It need not be one of the resources that the application lists. */
  uri: string;
  /** Name shown to people. */
  title?: string;
  /** What it is, for the model that decides whether to fetch it. */
  description?: string;
  mimeType?: string;
  /** Bytes, before any encoding. */
  size?: number;
  annotations?: McpContentAnnotations;
  icons?: McpIcon[];
  /** `_meta` of the block. */
  meta?: Record<string, unknown>;
}

/**
 * Points a client to something that it can fetch when it needs it, in place of sending it along.
 *
 * A handler returns it as it is or inside of an `McpToolResult`. Over plain HTTP it is answered as the JSON of the
 * content block. Clients older than version 2025-06-18 get it as a line of text.
 *
 * @example
 * ```ts
 * @Get('reports/latest')
 * @McpTool()
 * latest() {
 *   return new McpResourceLink({
 *     name: 'report.pdf',
 *     uri: 'https://example.com/reports/7.pdf',
 *     mimeType: 'application/pdf',
 *   });
 * }
 * ```
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/tools#resource-links
 * @publicApi
 */
export class McpResourceLink implements McpResourceLinkContent {
  readonly type = 'resource_link';
  readonly name: string;
  readonly uri: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
  readonly size?: number;
  readonly annotations?: McpContentAnnotations;
  readonly icons?: McpIcon[];
  readonly _meta?: Record<string, unknown>;

  constructor(options: McpResourceLinkOptions) {
    this.name = options.name;
    this.uri = options.uri;
    this.title = options.title;
    this.description = options.description;
    this.mimeType = options.mimeType;
    this.size = options.size;
    this.annotations = options.annotations;
    this.icons = options.icons;
    this._meta = options.meta;
  }

  toJSON(): McpResourceLinkContent {
    return { ...this };
  }
}
