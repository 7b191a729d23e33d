import { MCP_ANNOTATIONS_METADATA } from '../mcp.constants.js';
import type { McpToolAnnotations } from '../interfaces/index.js';
import { storeMetadata } from './store-metadata.js';

/**
 * Sets hints of a tool. They are merged over those inferred from the HTTP method and those of
 * `@McpTool({ annotations })`; `readOnly` of `@McpTool()` and `@McpReadOnly()` are stronger.
 *
 * @example
 * ```ts
 * @Delete(':id')
 * @McpTool()
 * @McpAnnotations({ title: 'Delete an item', openWorldHint: false })
 * remove(@Param('id') id: string) {}
 * ```
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/schema#toolannotations
 * @publicApi
 */
export function McpAnnotations(annotations: McpToolAnnotations): MethodDecorator & ClassDecorator {
  return storeMetadata(MCP_ANNOTATIONS_METADATA, annotations);
}
