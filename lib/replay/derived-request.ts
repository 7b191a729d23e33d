import { ContextIdFactory } from '@nestjs/core';
import type { ContextId } from '@nestjs/core';

/** Name of the property that leads from a derived request to the one it is derived from. */
const OUTER = Symbol('mcp:outer');

interface Emitter {
  [OUTER]: Record<EmitterMethod, (...args: unknown[]) => unknown>;
}

const EMITTER_METHODS = [
  'on',
  'once',
  'addListener',
  'prependListener',
  'prependOnceListener',
  'off',
  'removeListener',
  'removeAllListeners',
  'emit',
] as const;

type EmitterMethod = (typeof EMITTER_METHODS)[number];

/** Listeners go to the real request: an emitter that shares its listeners with its prototype would corrupt their count. */
const EMITTER: Readonly<Record<EmitterMethod, (...args: unknown[]) => unknown>> = Object.fromEntries(
  EMITTER_METHODS.map((method) => [
    method,
    function (this: Emitter, ...args: unknown[]): unknown {
      const outer = this[OUTER];
      const result = outer[method](...args);
      return result === outer ? this : result;
    },
  ]),
) as Record<EmitterMethod, (...args: unknown[]) => unknown>;

/** Makes a request derived from `outer` pass its listeners on to it. */
export function forwardListeners(derived: object, outer: object): void {
  const target = derived as Record<string | symbol, unknown>;
  target[OUTER] = outer;
  for (const method of EMITTER_METHODS) {
    target[method] = EMITTER[method];
  }
}

/**
 * The property in which Nest keeps the id of a request's injection context. Nest exports it on some versions only, so it
 * is read off what Nest asks a request for.
 */
const CONTEXT_ID = findContextIdProperty();

/** Keeps a derived request from sharing the request-scoped providers of the one it is derived from. */
export function separateInjectionContext(derived: object): void {
  if (CONTEXT_ID) {
    Object.defineProperty(derived, CONTEXT_ID, { value: undefined, writable: true, configurable: true });
  }
}

/** Makes all that is injected for a derived request share one context. */
export function joinInjectionContext(derived: object, contextId: ContextId): void {
  if (CONTEXT_ID) {
    Object.defineProperty(derived, CONTEXT_ID, { value: contextId, writable: true, configurable: true });
  }
}

function findContextIdProperty(): symbol | undefined {
  let found: symbol | undefined;
  const probe = new Proxy(
    {},
    {
      get: (_target, property) => {
        found ??= typeof property === 'symbol' ? property : undefined;
        // An id that is there ends the search, before the application's own strategy would be asked.
        return {};
      },
    },
  );
  ContextIdFactory.getByRequest(probe, []);
  return found;
}

/** Defines a property that `outer` may only have a getter for. */
export function define(target: object, name: string | symbol, value: unknown): void {
  Object.defineProperty(target, name, { value, writable: true, configurable: true, enumerable: true });
}
