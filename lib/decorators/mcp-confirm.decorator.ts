import { MCP_CONFIRM_METADATA } from '../mcp.constants.js';
import type { McpConfirmMessage } from '../interfaces/index.js';
import { storeMetadata } from './store-metadata.js';

/**
 * Has the user confirm each call of a tool before it runs. The route's guards come first, so that nobody is asked about
 * what they may not do; interceptors, pipes and the handler run when the user has said yes, after the guards again.
 * A client that cannot ask its user cannot run the tool. Plain HTTP requests are not held.
 *
 * @param message the question: a text with names of arguments in braces, or a function that makes the text
 *
 * @example
 * ```ts
 * @Delete(':name')
 * @McpTool()
 * @McpConfirm('Delete {name}?')
 * remove(@Param('name') name: string) {}
 * ```
 *
 * @publicApi
 */
export function McpConfirm(message: McpConfirmMessage): MethodDecorator {
  return storeMetadata(MCP_CONFIRM_METADATA, message);
}
