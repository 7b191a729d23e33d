/**
 * How the state of calls that ask for something is encrypted.
 *
 * @publicApi
 */
export interface McpRequestStateOptions {
  /**
   * Secrets of at least 32 characters or bytes, the same in every instance of the server. The first one encrypts, all of
   * them decrypt: put a new one in front, and take the old one out when `ttlMs` has passed.
   *
   * @default a random key of the process: calls that ask for something then need the same instance until they end
   */
  keys?: readonly (string | Uint8Array)[];
  /**
   * Milliseconds that the user has to answer.
   *
   * @default 600000 (10 minutes)
   */
  ttlMs?: number;
}
