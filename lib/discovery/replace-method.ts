export type AnyMethod = (...args: unknown[]) => unknown;

/**
 * Puts another method in the place of an object's own or inherited one. Without such a method nothing happens.
 *
 * @returns what gives the object its own method back
 */
export function replaceMethod(
  target: object,
  name: string,
  wrap: (original: AnyMethod) => (args: unknown[]) => unknown,
): () => void {
  const object = target as Record<string, unknown>;
  const method = object[name];
  if (typeof method !== 'function') {
    return () => undefined;
  }
  const wasOwn = Object.hasOwn(object, name);
  const wrapped = wrap((...args) => (method as AnyMethod).apply(object, args));
  const replacement = (...args: unknown[]) => wrapped(args);
  object[name] = replacement;
  return () => {
    if (object[name] !== replacement) {
      return;
    }
    if (wasOwn) {
      object[name] = method;
    } else {
      delete object[name];
    }
  };
}
