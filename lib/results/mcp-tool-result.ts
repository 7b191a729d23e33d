import { isContentBlock } from './content-block.js';
import type { McpContentBlock, ToolResult } from './interfaces/index.js';

/** @publicApi */
export interface McpToolResultOptions {
  /** What the model reads, in order. A string is a text block. */
  content: ReadonlyArray<McpContentBlock | string>;
  /**
   * The result as data. An object is sent as it is, anything else as `{ result: value }`; clients older than version
   * 2025-06-18 do not get it. When `content` is empty, its JSON text is also the text of the result.
   */
  structuredContent?: unknown;
  /**
   * The call failed in a way that a model can do something about.
   *
   * @default false, and always `true` for an HTTP status of 400 or more
   */
  isError?: boolean;
  /** `_meta` of the result. */
  meta?: Record<string, unknown>;
}

/**
 * A tool result with more than one block, with blocks that are not text, or with data beside the text.
 *
 * Handlers need it only for that: whatever else they return is converted. Over plain HTTP it is answered as the JSON
 * of the MCP result.
 *
 * @example
 * ```ts
 * @Get('reports/latest')
 * @McpTool()
 * latest() {
 *   return new McpToolResult({
 *     content: [
 *       'Report generated.',
 *       new McpResourceLink({ name: 'report.pdf', uri: 'https://example.com/reports/7.pdf' }),
 *     ],
 *     structuredContent: { reportId: 7 },
 *   });
 * }
 * ```
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/tools#tool-result
 * @publicApi
 */
export class McpToolResult implements ToolResult {
  readonly content: McpContentBlock[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
  readonly _meta?: Record<string, unknown>;

  constructor(options: McpToolResultOptions) {
    this.content = options.content.map(toBlock);
    this.structuredContent = options.structuredContent;
    this.isError = options.isError;
    this._meta = options.meta;
  }

  toJSON(): ToolResult {
    return { ...this };
  }
}

function toBlock(item: McpContentBlock | string, index: number): McpContentBlock {
  if (typeof item === 'string') {
    return { type: 'text', text: item };
  }
  if (!isContentBlock(item)) {
    throw new TypeError(`McpToolResult: content[${index}] is neither a string nor an MCP content block`);
  }
  return item;
}
