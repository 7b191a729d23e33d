import { MCP_RESOURCE_METADATA } from '../mcp.constants.js';
import type { McpResourceOptions } from '../interfaces/index.js';
import { storeMetadata } from './store-metadata.js';

/**
 * Offers a GET route to MCP clients as a resource. To read it is to send the request: guards, pipes, interceptors and
 * filters run.
 *
 * @param uriOrOptions the resource's URI, or its options. By default the URI is `nest://<controller>_<method>`.
 *
 * @example
 * ```ts
 * @Controller('items')
 * export class ItemsController {
 *   @Get(':id')
 *   @McpResource({ template: 'nest://items/{id}' })
 *   findOne(@Param('id', ParseIntPipe) id: number) {
 *     return this.items.findOne(id);
 *   }
 * }
 * ```
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/resources
 * @publicApi
 */
export function McpResource(uriOrOptions: string | McpResourceOptions = {}): MethodDecorator {
  const options = typeof uriOrOptions === 'string' ? { uri: uriOrOptions } : uriOrOptions;
  return storeMetadata(MCP_RESOURCE_METADATA, options);
}
