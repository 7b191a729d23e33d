import type { JsonSchema } from '../interfaces/index.js';
import type { Discriminator } from './transform-storage.js';

type ClassSchema = (type: NewableFunction) => JsonSchema;

/** The choice that a discriminated `@Type()` is: one form for each name, and the base class for any other name. */
export function listedVariants(
  { property, subTypes }: Discriminator,
  schemaOf: ClassSchema,
  base: NewableFunction,
): JsonSchema {
  const names = subTypes.map(({ name }) => name);
  return {
    anyOf: [
      ...subTypes.map(({ name, value }) => withDiscriminator(schemaOf(value), property, nameIs(name), true)),
      withDiscriminator(schemaOf(base), property, { not: { enum: names } }, false),
    ],
  };
}

/** The same for checking: the name alone decides which form a value must have. */
export function acceptedVariants(
  { property, subTypes }: Discriminator,
  schemaOf: ClassSchema,
  base: NewableFunction,
): JsonSchema {
  return subTypes.reduceRight<JsonSchema>(
    (otherwise, { name, value }) => ({
      if: { type: 'object', properties: { [property]: nameIs(name) }, required: [property] },
      then: schemaOf(value),
      else: otherwise,
    }),
    schemaOf(base),
  );
}

function nameIs(name: string): JsonSchema {
  return { type: 'string', const: name };
}

function withDiscriminator(
  object: JsonSchema,
  name: string,
  schema: JsonSchema,
  isRequired: boolean,
): JsonSchema {
  if (object.$ref !== undefined) {
    const condition = {
      type: 'object',
      properties: { [name]: schema },
      ...(isRequired && { required: [name] }),
    };
    return { allOf: [object, condition] };
  }
  const required = isRequired ? [...new Set([...(object.required ?? []), name])] : object.required;
  return {
    ...object,
    properties: { ...object.properties, [name]: schema },
    ...(required && { required }),
  };
}
