import { MCP_PARAM_METADATA } from '../mcp.constants.js';
import type { McpParamOptions } from '../interfaces/index.js';
import { storeParameterMetadata } from './store-metadata.js';

/**
 * Describes an argument of a tool: on a parameter of the handler, or on a property of a DTO.
 *
 * @example
 * ```ts
 * @Get()
 * @McpTool()
 * find(@Query('q') @McpParam({ description: 'Words to look for', examples: ['flat white'] }) q: string) {}
 * ```
 *
 * @publicApi
 */
export function McpParam(options: McpParamOptions): ParameterDecorator & PropertyDecorator {
  return storeParameterMetadata(MCP_PARAM_METADATA, options);
}
