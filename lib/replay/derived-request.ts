import { IncomingMessage } from 'node:http';
import { findContextIdProperty } from './context-id-property.js';
import { createInternalSocket } from './internal-socket.js';
import type { ResponseEnding } from './internal-socket.js';

/** Name of the property that leads from a derived request to the one it is derived from. */
const OUTER = Symbol('mcp:outer');

interface Derived {
  [OUTER]: Record<string, (...args: unknown[]) => unknown>;
}

/** Listeners go to the real request, whose events they wait for. */
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
];

const CONTEXT_ID = findContextIdProperty();

/** What every Node request has: copied as it is. */
const NODE_PROPERTIES: ReadonlySet<PropertyKey> = new Set(
  Reflect.ownKeys(new IncomingMessage(null as never)),
);

const messagePrototypes = new WeakMap<object, object>();

/**
 * A copy of a Node request, with what the application put on it, that can be changed without changing the real one.
 *
 * It is no object with the real one as its prototype: V8 gives every object that becomes a prototype, and every object
 * made from it, a hidden class of its own, which makes all that touches either slow (some 50 µs a call).
 */
export function deriveMessage(
  outer: { readonly socket?: object | null },
  changes: object,
  response: ResponseEnding,
): object {
  const socket = outer.socket && createInternalSocket(outer.socket, response);
  const derived = Object.setPrototypeOf(
    { ...outer, ...changes, socket, [OUTER]: outer },
    messagePrototypeOf(outer),
  ) as object;
  for (const key of Reflect.ownKeys(outer)) {
    // Spreading has read accessors, and has left out what is not enumerable.
    if (!NODE_PROPERTIES.has(key) && !Object.hasOwn(changes, key)) {
      copyProperty(derived, outer, key);
    }
  }
  return derived;
}

/** Copies what an application's hooks and guards have put on a request. */
export function copyExtensions(derived: object, outer: object, own: ReadonlySet<PropertyKey>): void {
  for (const key of Reflect.ownKeys(outer)) {
    if (!own.has(key)) {
      copyProperty(derived, outer, key);
    }
  }
}

function copyProperty(derived: object, outer: object, key: PropertyKey): void {
  const target = derived as Record<PropertyKey, unknown>;
  const source = outer as Record<PropertyKey, unknown>;
  const descriptor: PropertyDescriptor = Object.getOwnPropertyDescriptor(outer, key)!;
  if (key === CONTEXT_ID) {
    // Request-scoped providers of the endpoint are not those of the route.
    target[key] = undefined;
  } else if ('value' in descriptor && !isReplaceable(key, descriptor.value)) {
    target[key] = descriptor.value;
  } else {
    Object.defineProperty(derived, key, {
      get: () => source[key],
      set: (value: unknown) => define(derived, key, value),
      enumerable: true,
      configurable: true,
    });
  }
}

/**
 * Whether a plugin that knows the outer request only may put another value in the place of this one, as `express-session`
 * does when a session is regenerated.
 */
function isReplaceable(key: PropertyKey, value: unknown): boolean {
  return typeof key === 'string' && typeof value === 'object' && value !== null;
}

function messagePrototypeOf(outer: object): object {
  const base = Object.getPrototypeOf(outer) as object;
  let prototype = messagePrototypes.get(base);
  if (!prototype) {
    prototype = Object.create(base) as object;
    for (const method of EMITTER_METHODS) {
      define(prototype, method, function (this: Derived, ...args: unknown[]): unknown {
        const message = this[OUTER];
        const result = message[method]!(...args);
        return result === message ? this : result;
      });
    }
    define(prototype, 'destroy', function (this: object): object {
      return this;
    });
    messagePrototypes.set(base, prototype);
  }
  return prototype;
}

/** Defines a property for which there may only be a getter. */
export function define(target: object, name: PropertyKey, value: unknown): void {
  Object.defineProperty(target, name, { value, writable: true, configurable: true, enumerable: true });
}
