import type { JsonSchema } from '../interfaces/index.js';
import { DATA_KEYWORDS, NAMED_SCHEMAS } from './schema-keywords.js';

/** The references of a schema to parts of itself: `#`, `#/$defs/Node` ... */
export function localReferences(schema: JsonSchema): Set<string> {
  const found = new Set<string>();
  replaceReferences(schema, (reference) => {
    found.add(reference);
    return reference;
  });
  return found;
}

/** A copy of a schema with other references to its parts. */
export function replaceReferences(schema: JsonSchema, replace: (reference: string) => string): JsonSchema {
  return visit(schema, replace) as JsonSchema;
}

function visit(node: unknown, replace: (reference: string) => string): unknown {
  if (Array.isArray(node)) {
    return node.map((entry) => visit(entry, replace));
  }
  if (typeof node !== 'object' || node === null) {
    return node;
  }
  return mapEntries(node, (keyword, value) => {
    if (keyword === '$ref' && typeof value === 'string' && value.startsWith('#')) {
      return replace(value);
    }
    if (NAMED_SCHEMAS.has(keyword) && typeof value === 'object' && value !== null) {
      return mapEntries(value, (_, child) => visit(child, replace));
    }
    return DATA_KEYWORDS.has(keyword) ? value : visit(value, replace);
  });
}

function mapEntries(object: object, map: (key: string, value: unknown) => unknown): object {
  return Object.fromEntries(
    Object.entries(object).map(([key, value]: [string, unknown]) => [key, map(key, value)]),
  );
}
