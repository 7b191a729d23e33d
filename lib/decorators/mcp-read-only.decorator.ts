import { MCP_READ_ONLY_METADATA } from '../mcp.constants.js';
import { storeMetadata } from './store-metadata.js';

/**
 * Says whether a tool only reads, whatever its HTTP method suggests. Sets `readOnlyHint`, over all other layers.
 *
 * @example
 * ```ts
 * @Post('search')
 * @McpTool()
 * @McpReadOnly()
 * search(@Body() query: SearchDto) {}
 * ```
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/schema#toolannotations
 * @publicApi
 */
export function McpReadOnly(readOnly = true): MethodDecorator & ClassDecorator {
  return storeMetadata(MCP_READ_ONLY_METADATA, readOnly);
}
