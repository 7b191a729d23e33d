import { define, forwardListeners } from './derived-request.js';

/** Name of the property of a derived request that leads to its internal response. */
const RESPONSE = Symbol('mcp:response');

interface InternalRequest {
  [RESPONSE]: { destroy(): unknown };
}

/** What a handler may ask of a socket and must not get: it is the one that the client waits at. */
const INERT: Readonly<Record<string, (this: object) => unknown>> = {
  write: () => true,
  pause: returnThis,
  resume: returnThis,
  setTimeout: returnThis,
  cork: () => undefined,
  uncork: () => undefined,
};

const ENDINGS = ['end', 'destroy', 'destroySoon', 'resetAndDestroy'] as const;

/** The socket is derived when it is asked for: few handlers do. */
const SOCKET: PropertyDescriptor = {
  get(this: InternalRequest & object) {
    const outer = Object.getPrototypeOf(this) as { socket?: object };
    const socket = outer.socket && deriveSocket(outer.socket, this[RESPONSE]);
    define(this, 'socket', socket);
    return socket;
  },
  configurable: true,
};

/**
 * Keeps a derived request away from the connection of the one it is derived from. It tells the same of the client, but
 * what ends it ends the internal response.
 */
export function separateConnection(request: object, response: { destroy(): unknown }): void {
  const target = request as InternalRequest & { destroy: unknown };
  target[RESPONSE] = response;
  target.destroy = returnThis;
  Object.defineProperty(request, 'socket', SOCKET);
}

function deriveSocket(outer: object, response: { destroy(): unknown }): object {
  const socket = Object.create(outer) as object;
  forwardListeners(socket, outer);
  for (const [name, method] of Object.entries(INERT)) {
    define(socket, name, method);
  }
  for (const name of ENDINGS) {
    define(socket, name, () => {
      response.destroy();
      return socket;
    });
  }
  return socket;
}

function returnThis(this: object): object {
  return this;
}
