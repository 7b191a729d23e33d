import { fastifyState } from './fastify-state.js';

interface RouterOptions {
  readonly querystringParser?: unknown;
}

const parsers = new WeakMap<object, unknown>();

/** The application's own query parser; undefined when it has none. `initialConfig` has no functions. */
export function fastifyQueryParser(instance: object): unknown {
  if (!parsers.has(instance)) {
    const options = fastifyState(instance, 'fastify.options') as
      (RouterOptions & { readonly routerOptions?: RouterOptions }) | undefined;
    parsers.set(instance, options?.routerOptions?.querystringParser ?? options?.querystringParser);
  }
  return parsers.get(instance);
}
