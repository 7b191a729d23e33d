import type { JsonSchema } from '../interfaces/index.js';
import { wrapsStructuredContent } from './structured-content.js';

const SCHEMA_MAPS = new Set(['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions']);
const DATA = new Set(['const', 'default', 'enum', 'examples']);

/** The output schema as clients see it: that of `structuredContent`, which is `{ result: value }` for other than objects. */
export function listedOutputSchema(declared: JsonSchema): JsonSchema {
  if (!wrapsStructuredContent(declared)) {
    return declared;
  }
  const { $schema, $defs, ...value } = declared;
  // With an `$id` of its own the schema's references stay inside of it.
  const result = declared.$id === undefined ? rebase(value) : { ...value, ...($defs && { $defs }) };
  return {
    ...($schema && { $schema }),
    type: 'object',
    properties: { result },
    required: ['result'],
    ...($defs && declared.$id === undefined && { $defs: mapSchemas($defs) }),
  };
}

function rebase(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => [keyword, rebaseKeyword(keyword, value)]),
  );
}

function rebaseKeyword(keyword: string, value: unknown): unknown {
  if (keyword === '$ref') {
    return rebaseReference(value);
  }
  if (DATA.has(keyword) || typeof value !== 'object' || value === null) {
    return value;
  }
  if (SCHEMA_MAPS.has(keyword)) {
    return mapSchemas(value as Record<string, unknown>);
  }
  return Array.isArray(value) ? value.map(rebaseMember) : rebase(value as JsonSchema);
}

function mapSchemas(schemas: Readonly<Record<string, unknown>>): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, rebaseMember(schema) as JsonSchema]),
  );
}

function rebaseMember(schema: unknown): unknown {
  return typeof schema === 'object' && schema !== null ? rebase(schema as JsonSchema) : schema;
}

function rebaseReference(reference: unknown): unknown {
  const isMoved =
    typeof reference === 'string' &&
    (reference === '#' || (reference.startsWith('#/') && !reference.startsWith('#/$defs/')));
  return isMoved ? `#/properties/result${reference.slice(1)}` : reference;
}
