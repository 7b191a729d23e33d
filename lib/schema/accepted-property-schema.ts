import type { JsonSchema } from '../interfaces/index.js';
import type { ClassProperty } from './class-properties.js';
import { beforeConversion } from './conversions.js';
import { acceptedVariants } from './discriminated-schemas.js';
import type { ObjectSchema } from './listed-property-schema.js';
import { mergeRules, readPropertyRules, refine } from './property-rules.js';
import { mergeSchemas } from './schema-merge.js';
import type { Transport } from './type-schemas.js';
import { isClass, isMapType, whenType } from './type-schemas.js';

/** The schema that calls are checked against: nothing narrower than what the pipes let pass. */
export function acceptedPropertySchema(
  property: ClassProperty,
  transport: Transport,
  objectSchema: ObjectSchema,
): JsonSchema {
  const { options, conversion, isValidated, transformation, isConditional, isNested, takesNull } = property;
  const orNull = (schema: JsonSchema) => (takesNull ? whenType('null', {}, schema) : schema);
  if (options?.schema) {
    return orNull(options.schema);
  }
  if (!isValidated || transformation.isTransformed || isConditional) {
    return {};
  }
  const { whole, items } = readPropertyRules(property, 'accepted');
  const parts = [refine(mergeRules(whole), whole)];
  const item = mergeRules(items);
  if (!isEmpty(item)) {
    const converted = beforeConversion(item, conversion, 'accepted', transport);
    const single = isMapType(property.type)
      ? whenType('object', { additionalProperties: converted }, converted)
      : converted;
    parts.push(whenType('array', { items: converted }, single));
  }
  if (isNested) {
    parts.push(acceptedNested(property, objectSchema));
  }
  const merged = mergeSchemas(parts.filter((part) => !isEmpty(part)));
  return orNull(beforeConversion(merged, conversion, 'accepted', transport));
}

/** Nested validation takes one object where a list is meant, and a list where one object is meant. */
function acceptedNested(
  { conversion, transformation, type }: ClassProperty,
  objectSchema: ObjectSchema,
): JsonSchema {
  const target = conversion?.type;
  if (!isClass(target) || isMapType(type)) {
    return { type: ['object', 'array'] };
  }
  const schemaOf = (variant: NewableFunction) => objectSchema(variant, true);
  const single = transformation.discriminator
    ? acceptedVariants(transformation.discriminator, schemaOf, target)
    : schemaOf(target);
  return whenType('array', { items: whenType('array', {}, single) }, single);
}

function isEmpty(schema: JsonSchema): boolean {
  return Object.keys(schema).length === 0;
}
