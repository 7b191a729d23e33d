import type { JsonSchema } from '../interfaces/index.js';
import { branchesOf, typesOf } from './type-schemas.js';

/** Gives the value that a text stands for; the value itself when it stands for none, or is right as it is. */
export type TextCoercion = (value: unknown) => unknown;

/**
 * How values of a path, query or header argument are read before they are checked. All of them travel as text, so that
 * `"7"` is as good as `7` for an integer, and `7` as good as `"7"` for a string.
 * Undefined when the schema leaves the type open.
 */
export function textCoercion(schema: JsonSchema): TextCoercion | undefined {
  const types = typesOf(schema);
  if (types.size === 0) {
    return undefined;
  }
  const takesNumbers = types.has('number') || types.has('integer');
  const coerceItem = itemCoercion(schema);
  return (value) => {
    switch (typeof value) {
      case 'string':
        return types.has('string') ? value : readText(value, takesNumbers, types.has('boolean'));
      case 'number':
        return takesNumbers || !types.has('string') ? value : String(value);
      case 'boolean':
        return types.has('boolean') || !types.has('string') ? value : String(value);
      default:
        return coerceItem && Array.isArray(value) ? coerceItems(value, coerceItem) : value;
    }
  };
}

function readText(text: string, takesNumbers: boolean, takesBooleans: boolean): unknown {
  if (takesBooleans && (text === 'true' || text === 'false')) {
    return text === 'true';
  }
  const number = takesNumbers ? Number(text) : NaN;
  return Number.isFinite(number) ? number : text;
}

function coerceItems(items: readonly unknown[], coerce: TextCoercion): readonly unknown[] {
  const coerced = items.map(coerce);
  return coerced.every((item, index) => item === items[index]) ? items : coerced;
}

function itemCoercion(schema: JsonSchema): TextCoercion | undefined {
  if (schema.items) {
    return textCoercion(schema.items);
  }
  for (const part of branchesOf(schema)) {
    const coercion = itemCoercion(part);
    if (coercion) {
      return coercion;
    }
  }
  return undefined;
}
