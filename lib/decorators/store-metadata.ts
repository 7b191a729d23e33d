import { markEntryProvider } from './entry-provider.js';

/**
 * A decorator that keeps `value` under `key` on a class, or on a method.
 *
 * For a method the value goes on its class and name: a decorator applied later (`@Transactional()`, say) may put another
 * function in the method's place, and that one would not carry the metadata.
 */
export function storeMetadata(key: string, value: unknown): MethodDecorator & ClassDecorator {
  return (target: object, propertyKey?: string | symbol) => define(key, value, target, propertyKey);
}

/** As `storeMetadata`, for a decorator that makes its method callable by clients. */
export function storeCallableMetadata(key: string, value: unknown): MethodDecorator & ClassDecorator {
  return (target: object, propertyKey?: string | symbol) => {
    if (propertyKey !== undefined) {
      markEntryProvider(target);
    }
    define(key, value, target, propertyKey);
  };
}

/** As `storeMetadata`, for a handler's parameter (kept by index) or a DTO's property. */
export function storeParameterMetadata(key: string, value: unknown): ParameterDecorator & PropertyDecorator {
  return (target: object, propertyKey: string | symbol | undefined, index?: unknown) => {
    if (propertyKey === undefined) {
      return;
    }
    if (typeof index !== 'number') {
      Reflect.defineMetadata(key, value, target, propertyKey);
      return;
    }
    const inherited = Reflect.getOwnMetadata(key, target, propertyKey) as Map<number, unknown> | undefined;
    Reflect.defineMetadata(key, new Map(inherited).set(index, value), target, propertyKey);
  };
}

function define(key: string, value: unknown, target: object, propertyKey: string | symbol | undefined): void {
  if (propertyKey === undefined) {
    Reflect.defineMetadata(key, value, target);
  } else {
    Reflect.defineMetadata(key, value, target, propertyKey);
  }
}
