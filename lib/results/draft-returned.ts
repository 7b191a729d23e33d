import { assertBlockSizes } from './blob-limit.js';
import { unreadableBody } from './failed-conversion.js';
import type { McpContentBlock, ResultDraft, ToolResult, ToolResultOptions } from './interfaces/index.js';
import { jsonText } from './json-text.js';
import { statusLine } from './status-line.js';

/** Converts an MCP result that the handler made itself. */
export function draftReturned(status: number, result: ToolResult, options: ToolResultOptions): ResultDraft {
  try {
    assertBlockSizes(result.content, options.maxBlobBytes);
  } catch (error) {
    return unreadableBody(error, status, options.request);
  }
  const json = jsonText(result.structuredContent);
  const summary: McpContentBlock = { type: 'text', text: json ?? statusLine(status) };
  return {
    status,
    content: result.content.length > 0 ? result.content : [summary],
    data: json,
    isError: result.isError === true || status >= 400,
    meta: result._meta,
  };
}
