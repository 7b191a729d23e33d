import type { JsonSchema } from '../interfaces/index.js';
import { textCoercion } from './argument-coercion.js';
import { resolveReference } from './schema-reference.js';
import { typesOf } from './type-schemas.js';

/**
 * The JSON value that a text stands for: where texts are all that callers can give, `"3"` is the number 3, and
 * `"[1, 2]"` a list. The text itself when the schema takes text, or when it stands for nothing that fits.
 */
export function valueOfText(text: string, schema: JsonSchema, root: JsonSchema): unknown {
  const resolved = resolveReference(schema, root);
  const types = typesOf(resolved);
  const isStructure = /^\s*[[{]/.test(text) && (types.has('array') || types.has('object'));
  if (types.has('string') && !isStructure) {
    return text;
  }
  const value = isStructure ? text : (textCoercion(resolved)?.(text) ?? text);
  return value === text && isStructure ? parse(text) : value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
