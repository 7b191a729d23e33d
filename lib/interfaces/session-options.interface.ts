import type { McpSessionStore } from '../protocol/index.js';

/**
 * How sessions are kept.
 *
 * @publicApi
 */
export interface McpSessionOptions {
  /**
   * Where sessions are kept.
   *
   * @default that of the option `store` of the module, else the memory of the process
   */
  store?: McpSessionStore;
  /**
   * Milliseconds after which a session ends that nobody uses. One with an open stream is in use.
   *
   * @default 1800000 (30 minutes)
   */
  ttlMs?: number;
  /**
   * Sessions in all. Clients that come when there is no room are served without a session.
   *
   * @default 10000
   */
  max?: number;
  /**
   * Sessions of one `principal`; anonymous callers count by address.
   *
   * @default 100
   */
  maxPerPrincipal?: number;
  /**
   * Milliseconds that a client has to answer a question of the server.
   *
   * @default 600000 (10 minutes)
   */
  answerTimeoutMs?: number;
  /**
   * Milliseconds that clients wait before they connect again when a stream was closed.
   *
   * @default 1000
   */
  retryMs?: number;
}
