import { MCP_COMPLETE_METADATA } from '../mcp.constants.js';
import type { McpCompleteOptions } from '../interfaces/index.js';
import { storeCallableMetadata } from './store-metadata.js';

/**
 * Lets a method suggest values for an argument of a prompt, or for a variable of a resource template. Arguments with an
 * enum need none.
 *
 * A method of a provider is called with what was typed so far, and with the other arguments as far as they are known.
 * A route gets the same as its parameters `value`, the argument's own name, and the names of the other arguments.
 * It returns the values, best first, or `{ values, total, hasMore }`.
 *
 * @example
 * ```ts
 * @McpComplete({ ref: 'nest://cities/{country}/{city}', argument: 'city' })
 * cities(value: string, { country }: Record<string, string>) {
 *   return this.cities.startingWith(value, country);
 * }
 * ```
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/completion
 * @publicApi
 */
export function McpComplete(options: McpCompleteOptions): MethodDecorator {
  return storeCallableMetadata(MCP_COMPLETE_METADATA, options);
}
