import type { McpCallContext } from '../interfaces/index.js';

/** Runs a call in the scope of its context. */
export type CallScope = <T>(context: McpCallContext, run: () => T) => T;

let scope: CallScope | undefined;

/** From now on every call of the process runs in such a scope. */
export function runCallsIn(next: CallScope): void {
  scope = next;
}

/** Runs a call in the scope that was asked for; as it is when nobody has. */
export function runInScope<T>(context: McpCallContext, run: () => T): T {
  return scope ? scope(context, run) : run();
}
