import type { McpInputRequest } from '../../interfaces/index.js';
import type { JsonObject } from '../../protocol/index.js';

/**
 * A way to ask a legacy client while its request is open: what a session has, and a request alone has not.
 * Modern clients are asked by the result.
 */
export interface InputChannel {
  /** What the client declared when it connected. */
  readonly clientCapabilities: JsonObject;

  /**
   * Sends each question as a request of its own.
   *
   * @returns the client's results by the keys of the questions; a question that the client answered with an error has none
   */
  ask(requests: Readonly<Record<string, McpInputRequest>>): Promise<JsonObject>;
}
