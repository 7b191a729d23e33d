import { AsyncLocalStorage } from 'node:async_hooks';
import type { McpCallContext } from '../interfaces/index.js';
import { runCallsIn } from '../replay/index.js';

const storage = new AsyncLocalStorage<McpCallContext>();

// Not before somebody imports this: on Node 20 and 22 every promise of the process is dearer from the first scope on.
runCallsIn((context, run) => storage.run(context, run));

/**
 * The context of the MCP call that the running code belongs to, however deep below the handler. Undefined outside of
 * calls, and over plain HTTP.
 *
 * It takes an `AsyncLocalStorage`, which the module `nestjs-mcp/context` sets up when it is imported.
 *
 * @example
 * ```ts
 * import { getMcpContext } from 'nestjs-mcp/context';
 *
 * getMcpContext()?.reportProgress(1, 10);
 * ```
 *
 * @publicApi
 */
export function getMcpContext(): McpCallContext | undefined {
  return storage.getStore();
}
