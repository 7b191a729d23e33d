import type { MiddlewareBinding } from './middleware-binding.js';

type Bindings = ReadonlySet<MiddlewareBinding>;

/** The bindings that ran for a request to the endpoint. */
const runs = new WeakMap<object, Set<MiddlewareBinding>>();

/** On an internal request: the bindings that ran for the request that it is derived from. */
const RAN_BEFORE = Symbol('mcp:ran-before');

interface InternalRequest {
  [RAN_BEFORE]?: Bindings;
}

const NONE: Bindings = new Set();

/** Says that a binding's middleware runs for this request to the endpoint. */
export function markRun(request: object, binding: MiddlewareBinding): void {
  const bindings = runs.get(request);
  if (bindings) {
    bindings.add(binding);
  } else {
    runs.set(request, new Set([binding]));
  }
}

/** The bindings that ran before this request was derived; undefined when it is none that a call made. */
export function ranBefore(request: object): Bindings | undefined {
  return (request as InternalRequest)[RAN_BEFORE];
}

/** The middleware that may cover a route, in the order in which Nest registered it. */
export class RouteMiddleware {
  constructor(
    /** What the platform made of it. */
    readonly mounted: readonly unknown[],
    private readonly bindings: readonly MiddlewareBinding[],
  ) {}

  /**
   * Lets an internal request know what ran for the one that it is derived from.
   *
   * @returns whether something is left to run
   */
  prepare(request: object, outer: object): boolean {
    const ran = runs.get(rawOf(outer)) ?? NONE;
    (rawOf(request) as InternalRequest)[RAN_BEFORE] = ran;
    return !this.bindings.every((binding) => ran.has(binding));
  }
}

/** Middleware gets Node's request: on Express the request is that, on Fastify it has it. */
function rawOf(request: { readonly raw?: object }): object {
  return request.raw ?? request;
}
