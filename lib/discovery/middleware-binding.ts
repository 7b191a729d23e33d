import { MiddlewareBuilder } from '@nestjs/core';

/** One `consumer.apply(...).exclude(...).forRoutes(...)`. */
export interface MiddlewareBinding {
  /** Whether `exclude()` takes the request out, as Nest itself decides it. */
  excludes(request: object): boolean;
}

/** What Nest makes of a function given to `apply()`: it asks the exclusions, then calls the function. */
type MiddlewareHost = new () => {
  use(request: object, response: object, next: () => void): unknown;
};

interface Configuration {
  readonly middleware: MiddlewareHost[];
  readonly forRoutes: unknown;
}

const registering = new WeakMap<object, MiddlewareBinding>();
let isObserving = false;

/** The binding whose middleware Nest is registering with the adapter at this moment. */
export function bindingBeingRegistered(adapter: object): MiddlewareBinding | undefined {
  return registering.get(adapter);
}

/**
 * Learns of every binding of the process from now on. Must be called before Nest configures an application's modules.
 *
 * Exclusions are nowhere but in closures that Nest puts around each middleware. So each binding gets a function of ours
 * as its last middleware, which Nest surrounds with the same exclusions, and which is taken out before it would be
 * registered.
 */
export function observeMiddlewareBindings(): void {
  if (isObserving) {
    return;
  }
  isObserving = true;
  const { prototype } = MiddlewareBuilder;
  const apply: typeof prototype.apply = Reflect.get(prototype, 'apply');
  prototype.apply = function (this: MiddlewareBuilder, ...middleware) {
    const probe = new ExclusionProbe();
    const proxy = apply.call(this, ...middleware, probe.middleware);
    const forRoutes = proxy.forRoutes.bind(proxy);
    proxy.forRoutes = (...routes) => {
      const consumer = forRoutes(...routes);
      const configuration = this.build().at(-1) as Configuration | undefined;
      const host = configuration?.middleware.pop();
      if (configuration && host) {
        announce(configuration, this.getHttpAdapter(), probe.createBinding(host));
      }
      return consumer;
    };
    return proxy;
  };
}

/** Nest reads the routes of a configuration when it starts to register it. */
function announce(configuration: Configuration, adapter: object, binding: MiddlewareBinding): void {
  const { forRoutes } = configuration;
  Object.defineProperty(configuration, 'forRoutes', {
    get: () => {
      registering.set(adapter, binding);
      return forRoutes;
    },
    enumerable: true,
    configurable: true,
  });
}

class ExclusionProbe {
  private isReached = false;

  readonly middleware = (): void => {
    this.isReached = true;
  };

  createBinding(host: MiddlewareHost): MiddlewareBinding {
    const instance = new host();
    return {
      excludes: (request) => {
        this.isReached = false;
        instance.use(request, {}, () => undefined);
        return !this.isReached;
      },
    };
  }
}
