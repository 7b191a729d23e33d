import type { McpSessionOptions } from '../interfaces/index.js';
import { MemorySessionStore } from '../protocol/index.js';

/** As long as timers of Node can be: the session lives as long as the process. */
const TTL_MS = 2 ** 31 - 1;

/**
 * Options of sessions for a process with one client: there is a session whatever the application says, and it is kept here,
 * since it ends with the process.
 */
export function longSession(given: boolean | McpSessionOptions): McpSessionOptions {
  const options = typeof given === 'boolean' ? {} : given;
  return { ...options, store: new MemorySessionStore(), ttlMs: TTL_MS };
}
