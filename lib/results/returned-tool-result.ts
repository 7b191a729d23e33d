import { isPureContentBlock } from './content-block.js';
import type { ToolResult } from './interfaces/index.js';
import { McpBlobResource } from './mcp-blob-resource.js';
import { McpResourceLink } from './mcp-resource-link.js';
import { McpToolResult } from './mcp-tool-result.js';

const KEYS = new Set(['resultType', 'content', 'structuredContent', 'isError', '_meta']);

/**
 * The MCP result that a handler returned on purpose, undefined when it returned ordinary data.
 * Plain objects count too: a proxied result, or one of our classes after `ClassSerializerInterceptor`.
 */
export function returnedToolResult(body: unknown): ToolResult | undefined {
  if (typeof body !== 'object' || body === null) {
    return undefined;
  }
  if (body instanceof McpToolResult || isPlainToolResult(body)) {
    return body;
  }
  if (body instanceof McpResourceLink || body instanceof McpBlobResource || isPlainFile(body)) {
    return { content: [body] };
  }
  return undefined;
}

function isPlainToolResult(body: object): body is ToolResult {
  const { content, isError, structuredContent, _meta, resultType } = body as Partial<ToolResult>;
  return (
    Array.isArray(content) &&
    // `{ content: [] }` alone is more likely an empty page of some list.
    (content.length > 0 || isError !== undefined || structuredContent !== undefined) &&
    (isError === undefined || typeof isError === 'boolean') &&
    (_meta === undefined || (typeof _meta === 'object' && _meta !== null && !Array.isArray(_meta))) &&
    (resultType === undefined || resultType === 'complete') &&
    Object.keys(body).every((key) => KEYS.has(key)) &&
    content.every(isPureContentBlock)
  );
}

function isPlainFile(body: object): body is McpResourceLink | McpBlobResource {
  const { type } = body as { type?: unknown };
  return (type === 'resource_link' || type === 'resource') && isPureContentBlock(body);
}
