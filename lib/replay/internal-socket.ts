/** The response that ends when a handler ends the socket. */
export interface ResponseEnding {
  destroy(): unknown;
}

/** What a handler may ask of a socket and must not get: it is the one that the client waits at. */
const INERT: ReadonlyMap<PropertyKey, (this: object) => unknown> = new Map<
  PropertyKey,
  (this: object) => unknown
>([
  ['write', () => true],
  ['pause', returnThis],
  ['resume', returnThis],
  ['setTimeout', returnThis],
  ['cork', () => undefined],
  ['uncork', () => undefined],
]);

const ENDINGS: ReadonlySet<PropertyKey> = new Set(['end', 'destroy', 'destroySoon', 'resetAndDestroy']);

/**
 * The client's socket as a handler of an internal request sees it. It tells the same of the client and takes listeners,
 * but nothing can be written to it, and what ends it ends the internal response.
 */
export function createInternalSocket(socket: object, response: ResponseEnding): object {
  return new Proxy(socket, new InternalSocketHandler(response));
}

class InternalSocketHandler implements ProxyHandler<object> {
  constructor(private readonly response: ResponseEnding) {}

  get(socket: object, property: PropertyKey, proxy: object): unknown {
    const inert = INERT.get(property);
    if (inert) {
      return inert;
    }
    if (ENDINGS.has(property)) {
      return () => {
        this.response.destroy();
        return proxy;
      };
    }
    const value: unknown = Reflect.get(socket, property, socket);
    return typeof value === 'function' ? forward(value as Method, socket, proxy) : value;
  }
}

type Method = (...args: unknown[]) => unknown;

/** The socket's own methods expect the socket itself. */
function forward(method: Method, socket: object, proxy: object): Method {
  return (...args) => {
    const result = method.apply(socket, args);
    return result === socket ? proxy : result;
  };
}

function returnThis(this: object): object {
  return this;
}
