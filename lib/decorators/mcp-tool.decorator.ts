import { MCP_TOOL_METADATA } from '../mcp.constants.js';
import type { McpToolOptions } from '../interfaces/index.js';
import { storeCallableMetadata } from './store-metadata.js';

/**
 * Offers a route, or a method of a provider, to MCP clients as a tool.
 *
 * On a method it offers that method; on a controller, every route of it, and `@McpTool(false)` takes one out again.
 * A call runs a route as an HTTP request would: with its guards, pipes, interceptors, filters and providers. Those of a
 * provider run as well; its method takes the arguments by `@McpArgs()`.
 *
 * @param nameOrOptions the tool's name, its options, or `false` to take a route out. By default the name is
 * `<controller>_<method>` in snake_case.
 *
 * @example
 * ```ts
 * @Controller('items')
 * export class ItemsController {
 *   @Get(':id')
 *   @McpTool({ description: 'Finds one item by its id.' })
 *   findOne(@Param('id', ParseIntPipe) id: number) {
 *     return this.items.findOne(id);
 *   }
 * }
 * ```
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/tools
 * @publicApi
 */
export function McpTool(nameOrOptions?: string | McpToolOptions | false): MethodDecorator & ClassDecorator {
  const options = typeof nameOrOptions === 'string' ? { name: nameOrOptions } : (nameOrOptions ?? {});
  return storeCallableMetadata(MCP_TOOL_METADATA, options);
}
