interface ValueMapConstructor {
  new <T>(): Record<string, T>;
  prototype: object;
}

/**
 * An object that is nothing but its values: it has no property that was not set. Not made by `Object.create(null)`, for
 * whose objects V8 keeps a hash table: a call needs several of them. Fastify and Node make theirs in the same way.
 */
export const ValueMap = function () {} as unknown as ValueMapConstructor;
ValueMap.prototype = Object.create(null) as object;
