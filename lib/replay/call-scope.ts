import { AsyncLocalStorage } from 'node:async_hooks';
import type { McpCallContext } from '../interfaces/index.js';

const storage = new AsyncLocalStorage<McpCallContext>();

/** Runs a call in the scope of its context. */
export type CallScope = <T>(context: McpCallContext, run: () => T) => T;

/** What is called finds the context with `getMcpContext()`. */
export const trackedScope: CallScope = (context, run) => storage.run(context, run);

/** Nobody finds the context, and nothing is spent on it. */
export const untrackedScope: CallScope = (_context, run) => run();

/**
 * The context of the MCP call that the running code belongs to, however deep below the handler. Undefined outside of
 * calls, over plain HTTP, and with the option `asyncContext: false`.
 *
 * @publicApi
 */
export function getMcpContext(): McpCallContext | undefined {
  return storage.getStore();
}
