import type { McpContentBlock } from './content-block.interface.js';

/**
 * @see https://modelcontextprotocol.io/specification/2026-07-28/schema#promptmessage
 * @publicApi
 */
export interface McpPromptMessage {
  role: 'user' | 'assistant';
  content: McpContentBlock;
}

/**
 * The whole result of a prompt. A handler may return it, or less: the text of one message from the user, one message,
 * or a list of both.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/schema#getpromptresult
 * @publicApi
 */
export interface McpPromptResult {
  description?: string;
  messages: McpPromptMessage[];
  _meta?: Record<string, unknown>;
}
