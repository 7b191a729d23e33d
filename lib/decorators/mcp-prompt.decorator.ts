import { MCP_PROMPT_METADATA } from '../mcp.constants.js';
import type { McpPromptOptions } from '../interfaces/index.js';
import { storeCallableMetadata } from './store-metadata.js';

/**
 * Offers a route, or a method of a provider, to MCP clients as a prompt.
 *
 * The method returns the text of one message from the user, a message (`{ role, content }`), a list of both, or a whole
 * result (`{ messages }`). The arguments of a prompt are always strings.
 *
 * @param nameOrOptions the prompt's name, or its options
 *
 * @example
 * ```ts
 * @Injectable()
 * export class ReviewPrompts {
 *   @McpPrompt({ description: 'Asks for a review of a piece of code.' })
 *   review(@McpArgs('code') @McpParam({ required: true }) code: string) {
 *     return `Please review this code:\n${code}`;
 *   }
 * }
 * ```
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/prompts
 * @publicApi
 */
export function McpPrompt(nameOrOptions: string | McpPromptOptions = {}): MethodDecorator {
  const options = typeof nameOrOptions === 'string' ? { name: nameOrOptions } : nameOrOptions;
  return storeCallableMetadata(MCP_PROMPT_METADATA, options);
}
