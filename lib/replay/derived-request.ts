import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { ContextId } from '@nestjs/core';
import { findContextIdProperty } from './context-id-property.js';
import { BODY_EVENTS, BODY_METHODS, createInternalBody } from './internal-body.js';
import { createInternalSocket } from './internal-socket.js';
import type { ResponseEnding } from './internal-socket.js';
import { NODE_PROPERTIES } from './node-properties.js';
import { HEADERS_DISTINCT, RAW_HEADERS } from './raw-headers.js';
import type { PropertySnapshot } from './request-snapshot.js';

/** Name of the property that leads from a derived request to the one it is derived from. */
const OUTER = Symbol('mcp:outer');

/** Name of the property of a derived request that leads to its response. */
const RESPONSE = Symbol('mcp:response');

/** Name of the property of a derived request that has its body as a stream. */
const BODY = Symbol('mcp:body');

type Emitter = Record<string, (...args: unknown[]) => unknown>;

interface Derived {
  readonly headers: IncomingHttpHeaders;
  [OUTER]: Emitter;
  [RESPONSE]: Emitter;
  [BODY]?: Readable;
}

/** A request is closed when its response is, and not when the body of the call that carried it had been read. */
const RESPONSE_EVENTS: ReadonlySet<unknown> = new Set(['close', 'aborted']);

/** Other listeners go to the real request, whose events they wait for. */
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
  'listenerCount',
  'listeners',
  'rawListeners',
];

const CONTEXT_ID = findContextIdProperty();

const messagePrototypes = new WeakMap<object, object>();

/**
 * A copy of a Node request, with what the application put on it, that can be changed without changing the real one.
 *
 * It is no object with the real one as its prototype: V8 gives every object that becomes a prototype, and every object
 * made from it, a hidden class of its own, which makes all that touches either slow (some 50 µs a call).
 *
 * @param snapshot a copy of the real one, when what has been put on it since is not to be seen
 */
export function deriveMessage(
  outer: { readonly socket?: object | null },
  changes: object,
  response: ResponseEnding,
  snapshot?: object,
): object {
  const socket = outer.socket && createInternalSocket(outer.socket, response);
  const derived: object = {
    __proto__: messagePrototypeOf(outer),
    ...(snapshot ?? outer),
    ...changes,
    socket,
    // Node's other name for it.
    client: socket,
    [OUTER]: outer,
    [RESPONSE]: response,
    // Made when it is asked for.
    [BODY]: undefined,
  };
  Object.defineProperty(derived, 'rawHeaders', RAW_HEADERS);
  for (const key of Reflect.ownKeys(outer)) {
    // Spreading has read accessors, and has left out what is not enumerable.
    if (!NODE_PROPERTIES.has(key) && !Object.hasOwn(changes, key)) {
      copyProperty(derived, outer, key, Object.getOwnPropertyDescriptor(snapshot ?? outer, key));
    }
  }
  return derived;
}

/** Copies what an application's hooks and guards have put on a request, as far as the snapshot has it. */
export function copyExtensions(
  derived: object,
  outer: object,
  own: ReadonlySet<PropertyKey>,
  snapshot: PropertySnapshot | undefined,
): void {
  for (const key of snapshot?.keys() ?? Reflect.ownKeys(outer)) {
    if (!own.has(key)) {
      copyProperty(derived, outer, key, descriptorOf(outer, key, snapshot));
    }
  }
}

function descriptorOf(
  outer: object,
  key: PropertyKey,
  snapshot: PropertySnapshot | undefined,
): PropertyDescriptor | undefined {
  return snapshot ? snapshot.get(key) : Object.getOwnPropertyDescriptor(outer, key);
}

function copyProperty(
  derived: object,
  outer: object,
  key: PropertyKey,
  descriptor: PropertyDescriptor | undefined,
): void {
  const target = derived as Record<PropertyKey, unknown>;
  const source = outer as Record<PropertyKey, unknown>;
  if (key === CONTEXT_ID || !descriptor) {
    // Request-scoped providers of the endpoint are not those of the route.
    target[key] = undefined;
  } else if ('value' in descriptor && !isReplaceable(key, descriptor.value, source[key])) {
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
 * does when a session is regenerated. What has been replaced since the snapshot was a guard's work.
 */
function isReplaceable(key: PropertyKey, value: unknown, current: unknown): boolean {
  return typeof key === 'string' && typeof value === 'object' && value !== null && value === current;
}

function messagePrototypeOf(outer: object): object {
  const base = Object.getPrototypeOf(outer) as object;
  let prototype = messagePrototypes.get(base);
  if (!prototype) {
    prototype = Object.create(base) as object;
    for (const method of EMITTER_METHODS) {
      define(prototype, method, function (this: Derived, ...args: unknown[]): unknown {
        const emitter = emitterOf(this, args[0]);
        const result = emitter[method]!(...args);
        return result === emitter ? this : result;
      });
    }
    for (const method of BODY_METHODS) {
      define(prototype, method, function (this: Derived, ...args: unknown[]): unknown {
        const body = bodyOf(this);
        const result = (body as unknown as Record<PropertyKey, Emitter[string]>)[method]!(...args);
        return result === body ? this : result;
      });
    }
    Object.defineProperty(prototype, 'readable', {
      // Over HTTP a body that there is has been read by now.
      get(this: Derived): boolean {
        return this[BODY]?.readable ?? !('content-length' in this.headers);
      },
      configurable: true,
    });
    Object.defineProperty(prototype, 'headersDistinct', HEADERS_DISTINCT);
    define(prototype, 'destroy', function (this: object): object {
      return this;
    });
    messagePrototypes.set(base, prototype);
  }
  return prototype;
}

/** Makes all that is injected for a derived request share one context. */
export function joinInjectionContext(derived: object, contextId: ContextId): void {
  if (CONTEXT_ID) {
    Object.defineProperty(derived, CONTEXT_ID, { value: contextId, writable: true, configurable: true });
  }
}

function emitterOf(request: Derived, event: unknown): Emitter {
  if (RESPONSE_EVENTS.has(event)) {
    return request[RESPONSE];
  }
  return BODY_EVENTS.has(event) ? (bodyOf(request) as unknown as Emitter) : request[OUTER];
}

function bodyOf(request: Derived): Readable {
  request[BODY] ??= createInternalBody(request[RESPONSE] as unknown as Readable);
  return request[BODY];
}

/** Defines a property for which there may only be a getter. */
export function define(target: object, name: PropertyKey, value: unknown): void {
  Object.defineProperty(target, name, { value, writable: true, configurable: true, enumerable: true });
}
