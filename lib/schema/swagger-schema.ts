import type { JsonSchema } from '../interfaces/index.js';
import type { SwaggerModels, SwaggerProperty } from './swagger-metadata.js';
import { isSwaggerArray, resolveType, swaggerType } from './swagger-metadata.js';
import { enumValues, isClass, nullable, schemaOfType, schemaOfValues } from './type-schemas.js';

/** What the classes in a documented schema become. */
export interface SwaggerContext {
  readonly models: SwaggerModels;
  readonly objectOf: (type: NewableFunction) => JsonSchema;
}

/** Keywords that mean in OpenAPI what they mean in JSON Schema. */
const SHARED = [
  'format',
  'minimum',
  'maximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
] as const;

const REFERENCE = /\/([^/]+)$/;

/** The schema that `@ApiProperty()` and its like document; an empty one when they say nothing of the value. */
export function swaggerSchema(property: SwaggerProperty, context: SwaggerContext): JsonSchema {
  const shape = isSwaggerArray(property) ? listOf(property, context) : valueOf(property, context);
  const schema = { ...shape, ...documentedLimits(property) };
  return property.nullable === true ? nullable(schema) : schema;
}

/** The limits that are documented, in the keywords of JSON Schema. */
export function documentedLimits(property: SwaggerProperty): JsonSchema {
  const limits: Record<string, unknown> = {};
  for (const keyword of SHARED) {
    if (property[keyword] !== undefined) {
      limits[keyword] = property[keyword];
    }
  }
  for (const [exclusive, limit] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    // OpenAPI 3.0 has a flag where JSON Schema has a number.
    if (property[exclusive] === true) {
      limits[exclusive] = limits[limit];
      delete limits[limit];
    } else if (typeof property[exclusive] === 'number') {
      limits[exclusive] = property[exclusive];
    }
  }
  return limits;
}

/** The values that an option's `enum` names, for the property or for its items. */
export function swaggerValues(property: SwaggerProperty | undefined): readonly unknown[] | undefined {
  const given = property?.enum ?? (property?.items as { enum?: unknown } | undefined)?.enum;
  // The compiler plugin keeps the enum itself, and decorators may keep a function.
  const values: unknown = typeof given === 'function' ? (given as () => unknown)() : given;
  return Array.isArray(values)
    ? (values as unknown[])
    : typeof values === 'object' && values !== null
      ? enumValues(values)
      : undefined;
}

function listOf(property: SwaggerProperty, context: SwaggerContext): JsonSchema {
  const inner: unknown = resolveType(property.type);
  const type: unknown = Array.isArray(inner) ? inner[0] : inner === 'array' ? undefined : inner;
  const values = swaggerValues(property);
  const items = values
    ? schemaOfValues(values)
    : isObject(property.items) && Object.keys(property.items).length > 0
      ? swaggerSchema(property.items, context)
      : valueOf({ type }, context);
  return { type: 'array', items: items ?? {} };
}

function valueOf(property: SwaggerProperty, context: SwaggerContext): JsonSchema {
  const values = swaggerValues(property);
  if (values) {
    return schemaOfValues(values) ?? {};
  }
  if (typeof property.$ref === 'string') {
    return modelOf(property.$ref, context);
  }
  const choices = property.oneOf ?? property.anyOf;
  if (Array.isArray(choices)) {
    return { anyOf: schemasOf(choices, context) };
  }
  if (Array.isArray(property.allOf)) {
    return { allOf: schemasOf(property.allOf, context) };
  }
  if (property.type === 'object' || isObject(property.type)) {
    return objectOf(isObject(property.type) ? { properties: property.type } : property, context);
  }
  if (property.type === 'integer') {
    return { type: 'integer' };
  }
  const type = swaggerType(property);
  return isClass(type) ? context.objectOf(type) : schemaOfType(type, 'json');
}

function objectOf(
  { properties, additionalProperties, required, selfRequired }: SwaggerProperty,
  context: SwaggerContext,
) {
  const object: JsonSchema = { type: 'object' };
  if (isObject(properties)) {
    object.properties = Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => [
        name,
        swaggerSchema(schema as SwaggerProperty, context),
      ]),
    );
  }
  if (Array.isArray(required) && selfRequired !== undefined) {
    object.required = required as string[];
  }
  if (typeof additionalProperties === 'boolean') {
    object.additionalProperties = additionalProperties;
  } else if (isObject(additionalProperties)) {
    object.additionalProperties = swaggerSchema(additionalProperties, context);
  }
  return object;
}

function schemasOf(choices: readonly unknown[], context: SwaggerContext): JsonSchema[] {
  return choices.map((choice) =>
    typeof choice === 'function'
      ? context.objectOf(choice)
      : swaggerSchema(choice as SwaggerProperty, context),
  );
}

/** `getSchemaPath(CatDto)` leaves but the name of the class. */
function modelOf(reference: string, { models, objectOf: schemaOf }: SwaggerContext): JsonSchema {
  const model = models.get(REFERENCE.exec(reference)?.[1] ?? '');
  return model ? schemaOf(model) : { type: 'object' };
}

function isObject(value: unknown): value is SwaggerProperty {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
