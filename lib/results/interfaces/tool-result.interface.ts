import type { McpContentBlock } from './content-block.interface.js';

/**
 * The result of `tools/call` as it is sent.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/schema#calltoolresult
 * @publicApi
 */
export interface ToolResult {
  /** Present in the modern era only. */
  resultType?: 'complete';
  content: McpContentBlock[];
  structuredContent?: unknown;
  isError?: boolean;
  _meta?: Record<string, unknown>;
}
