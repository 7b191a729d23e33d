import type { JsonSchema } from '../interfaces/index.js';

/** A schema inside of another, and where it is: `properties.items.items`; empty for the root. */
export interface SchemaPlace {
  readonly schema: JsonSchema;
  readonly path: string;
}

const SCHEMA_MAPS = ['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions'];
const SCHEMA_LISTS = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
const SCHEMAS = [
  'items',
  'additionalProperties',
  'unevaluatedProperties',
  'unevaluatedItems',
  'contains',
  'propertyNames',
  'not',
  'if',
  'then',
  'else',
];

/** A schema and everything that it is put together from, the outer before the inner. References are not followed. */
export function* walkSchema(schema: JsonSchema, path = ''): Generator<SchemaPlace> {
  yield { schema, path };
  for (const [key, inner] of subschemas(schema)) {
    yield* walkSchema(inner, path === '' ? key : `${path}.${key}`);
  }
}

function* subschemas(schema: JsonSchema): Generator<[string, JsonSchema]> {
  for (const keyword of SCHEMA_MAPS) {
    const map = schema[keyword];
    if (isObject(map)) {
      for (const [name, inner] of Object.entries(map)) {
        yield* entryOf(`${keyword}.${name}`, inner);
      }
    }
  }
  for (const keyword of SCHEMA_LISTS) {
    const list = schema[keyword];
    if (Array.isArray(list)) {
      for (const [index, inner] of list.entries()) {
        yield* entryOf(`${keyword}[${index}]`, inner);
      }
    }
  }
  for (const keyword of SCHEMAS) {
    yield* entryOf(keyword, schema[keyword]);
  }
}

function* entryOf(key: string, inner: unknown): Generator<[string, JsonSchema]> {
  if (isObject(inner)) {
    yield [key, inner];
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
