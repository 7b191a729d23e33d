import type { JsonSchema } from '../interfaces/index.js';
import { resolveReference } from './schema-reference.js';
import { branchesOf } from './type-schemas.js';

const DEEPEST = 5;

/** The values that a schema allows, as texts, when it names them; those of a list's items for a list. */
export function enumeratedValues(schema: JsonSchema, root: JsonSchema): string[] {
  return [...new Set(collect(schema, root, DEEPEST))];
}

function collect(schema: JsonSchema, root: JsonSchema, depth: number): string[] {
  if (depth === 0) {
    return [];
  }
  const resolved = resolveReference(schema, root);
  const named = resolved.enum ?? ('const' in resolved ? [resolved.const] : undefined);
  if (named) {
    return named.filter(isPrimitive).map(String);
  }
  if (resolved.type === 'boolean') {
    return ['true', 'false'];
  }
  const parts = [...branchesOf(resolved), ...(resolved.items ? [resolved.items] : [])];
  return parts.flatMap((part) => collect(part, root, depth - 1));
}

function isPrimitive(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
