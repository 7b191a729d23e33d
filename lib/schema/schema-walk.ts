import type { JsonSchema } from '../interfaces/index.js';

/** A schema inside of another, and where it is: `properties.items.items`; empty for the root. */
export interface SchemaPlace {
  readonly schema: JsonSchema;
  readonly path: string;
}

/** What a keyword has as its value: schemas by name, a list of schemas, or one schema. */
type Holding = 'map' | 'list' | 'schema';

const HOLDING = new Map<string, Holding>([
  ...['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions'].map(
    (keyword) => [keyword, 'map'] as const,
  ),
  ...['anyOf', 'oneOf', 'allOf', 'prefixItems'].map((keyword) => [keyword, 'list'] as const),
  ...[
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
  ].map((keyword) => [keyword, 'schema'] as const),
]);

/** A schema and everything that it is put together from, the outer before the inner. References are not followed. */
export function walkSchema(schema: JsonSchema, path = ''): readonly SchemaPlace[] {
  const places: SchemaPlace[] = [];
  collect(schema, path, places);
  return places;
}

function collect(schema: unknown, path: string, places: SchemaPlace[]): void {
  if (!isObject(schema)) {
    return;
  }
  places.push({ schema, path });
  const prefix = path === '' ? '' : `${path}.`;
  for (const keyword of Object.keys(schema)) {
    const value = schema[keyword];
    switch (HOLDING.get(keyword)) {
      case 'map':
        if (isObject(value)) {
          for (const name of Object.keys(value)) {
            collect(value[name], `${prefix}${keyword}.${name}`, places);
          }
        }
        break;
      case 'list':
        if (Array.isArray(value)) {
          value.forEach((inner, index) => collect(inner, `${prefix}${keyword}[${index}]`, places));
        }
        break;
      case 'schema':
        collect(value, prefix + keyword, places);
    }
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
