import { MCP_HEADER_METADATA } from '../mcp.constants.js';
import { storeParameterMetadata } from './store-metadata.js';

/**
 * Makes clients mirror an argument in the HTTP header `Mcp-Param-<name>`, so that proxies can route by it
 * (`x-mcp-header` in the tool's schema). On a parameter of the handler, or on a property of a DTO.
 *
 * The argument must be a string, an integer or a boolean. A name that is no HTTP token, or is used twice in one tool,
 * is an error at boot.
 *
 * @param name the part after `Mcp-Param-`, e.g. `Tenant-Id`
 *
 * @example
 * ```ts
 * @Get('orders')
 * @McpTool()
 * find(@Query('tenant') @McpHeader('Tenant-Id') tenant: string) {}
 * ```
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/tools#x-mcp-header
 * @publicApi
 */
export function McpHeader(name: string): ParameterDecorator & PropertyDecorator {
  return storeParameterMetadata(MCP_HEADER_METADATA, name);
}
