import { isPoisoned } from './poisoned-key.js';

/** What must not get any further, and where it is. */
export interface ArgumentFault {
  readonly kind: 'depth' | 'key';
  /** From the place where the walk began. */
  readonly path: (string | number)[];
}

/**
 * Looks at every property of a parsed JSON value, once.
 *
 * @param depth how many objects and lists may be inside each other below the value. It bounds the recursion, too
 * @returns undefined when all is well, which is the case that has to be fast: a path is only made on the way back from a
 * fault
 */
export function findFault(value: object, depth: number): ArgumentFault | undefined {
  return Array.isArray(value)
    ? findInList(value, depth)
    : findInObject(value as Record<string, unknown>, depth);
}

function findInList(list: readonly unknown[], depth: number): ArgumentFault | undefined {
  for (let index = 0; index < list.length; index++) {
    const item = list[index];
    if (typeof item === 'object' && item !== null) {
      const fault = depth === 0 ? tooDeep() : findFault(item, depth - 1);
      if (fault) {
        fault.path.unshift(index);
        return fault;
      }
    }
  }
  return undefined;
}

function findInObject(object: Readonly<Record<string, unknown>>, depth: number): ArgumentFault | undefined {
  // Not Object.keys(): several times as slow, and JSON has no inherited keys.
  for (const key in object) {
    // `__proto__` is not read: what is not there is asked of the prototype.
    const item = key === '__proto__' ? undefined : object[key];
    if (isPoisoned(key, item)) {
      return { kind: 'key', path: key === 'constructor' ? [key, 'prototype'] : [key] };
    }
    if (typeof item === 'object' && item !== null) {
      const fault = depth === 0 ? tooDeep() : findFault(item, depth - 1);
      if (fault) {
        fault.path.unshift(key);
        return fault;
      }
    }
  }
  return undefined;
}

function tooDeep(): ArgumentFault {
  return { kind: 'depth', path: [] };
}
