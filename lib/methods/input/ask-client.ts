import type { McpInputRequest, McpInputResponse } from '../../interfaces/index.js';

/**
 * Asks the client while a handler waits.
 *
 * @throws McpError when the client cannot be asked
 */
export type AskClient = (
  requests: Readonly<Record<string, McpInputRequest>>,
) => Promise<Readonly<Record<string, McpInputResponse>>>;
