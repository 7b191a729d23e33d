/** A path in brackets, as query parsers read keys: `filter[name][]`. */
const SEPARATOR = /[[\].]+/;

/**
 * Whether a key with brackets (`a[__proto__][b]`) names what a parser that makes objects of such keys must not be given.
 */
export function isPoisonedPath(key: string): boolean {
  return key
    .split(SEPARATOR)
    .some(
      (name, index, names) =>
        name === '__proto__' || (name === 'constructor' && names[index + 1] === 'prototype'),
    );
}

/**
 * Whether a property of a parsed JSON object would become, or change, the prototype of an object that it is copied to.
 * A text or a number that is named `constructor` does no harm.
 */
export function isPoisoned(key: string, value: unknown): boolean {
  return (
    key === '__proto__' ||
    (key === 'constructor' &&
      typeof value === 'object' &&
      value !== null &&
      Object.hasOwn(value, 'prototype'))
  );
}
