import type { JsonSchema } from '../interfaces/index.js';
import type { ValidationRule } from './class-metadata.js';
import { messageOf, nameOf } from './class-metadata.js';
import type { ClassProperty } from './class-properties.js';
import { beforeConversion, beforeTransform } from './conversions.js';
import { describeProperty } from './property-description.js';
import { mergeSchemas } from './schema-merge.js';
import { isSwaggerArray, swaggerType } from './swagger-metadata.js';
import type { SchemaPurpose, Transport } from './type-schemas.js';
import { isClass, isListType, isMapType, nullable, schemaOfType, schemaOfValues } from './type-schemas.js';
import type { RuleSchema } from './validator-rules.js';
import { VALIDATOR_RULES } from './validator-rules.js';

/** Makes the schema of an object of some class; `isValidated` says whether the class's own rules hold. */
export type ObjectSchema = (type: NewableFunction, isValidated: boolean) => JsonSchema;

interface RuleGroups {
  /** What rules say of the value, or of its items. */
  readonly whole: readonly RuleSchema[];
  readonly items: readonly RuleSchema[];
  readonly notes: readonly string[];
}

/** The schema of a property as clients see it: plain, typed, and described. */
export function listedPropertySchema(
  property: ClassProperty,
  transport: Transport,
  objectSchema: ObjectSchema,
): JsonSchema {
  const { options, conversion, headerName, transformation } = property;
  const { whole, items, notes } = readRules(property, 'listed');
  if (options?.schema) {
    return describeProperty({ ...options.schema }, property, []);
  }
  let schema = listedShape(property, whole, items, transport, objectSchema);
  // A header can mirror one plain type only, so that other forms of such an argument stay unsaid.
  if (headerName === undefined) {
    if (schema.type !== 'array') {
      schema = beforeConversion(schema, conversion, 'listed', transport);
    }
    if (transformation.isTransformed && property.isValidated) {
      schema = beforeTransform(schema);
    }
    if (property.takesNull && transport === 'json') {
      schema = nullable(schema);
    }
  }
  return describeProperty(schema, property, notes);
}

/** The schema that calls are checked against: nothing narrower than what the pipes let pass. */
export function acceptedPropertySchema(
  property: ClassProperty,
  transport: Transport,
  objectSchema: ObjectSchema,
): JsonSchema {
  const { options, conversion, transformation } = property;
  if (options?.schema) {
    return property.takesNull ? nullable(options.schema) : options.schema;
  }
  if (!property.isValidated || transformation.isTransformed || property.isConditional) {
    return {};
  }
  const { whole, items } = readRules(property, 'accepted');
  const parts = [withRefinements(mergeSchemas(schemasOf(whole)), whole)];
  const item = mergeSchemas(schemasOf(items));
  if (Object.keys(item).length > 0) {
    const converted = beforeConversion(item, conversion, 'accepted', transport);
    parts.push({
      anyOf: [{ type: 'array', items: converted }, { allOf: [{ not: { type: 'array' } }, converted] }],
    });
  }
  if (property.isNested) {
    parts.push(acceptedNested(property, objectSchema));
  }
  const merged = mergeSchemas(parts.filter((part) => Object.keys(part).length > 0));
  const schema =
    merged.type === 'array' ? merged : beforeConversion(merged, conversion, 'accepted', transport);
  return property.takesNull ? nullable(schema) : schema;
}

/** The class whose properties a value of the property has, or its items have. */
export function classOfProperty({
  transformation,
  swagger,
  type,
}: ClassProperty): NewableFunction | undefined {
  return [transformation.type, type, swaggerType(swagger)].find(isClass);
}

function listedShape(
  property: ClassProperty,
  whole: readonly RuleSchema[],
  items: readonly RuleSchema[],
  transport: Transport,
  objectSchema: ObjectSchema,
): JsonSchema {
  const { transformation, swagger, type, conversion } = property;
  const merged = mergeSchemas(schemasOf(whole));
  const hasType = merged.type !== undefined || merged.anyOf !== undefined || merged.allOf !== undefined;
  const isArray = merged.type === 'array' || (!hasType && (isListType(type) || isSwaggerArray(swagger)));
  const element = mergeSchemas(schemasOf(items));
  if (isArray || items.length > 0 || (property.isNested && isListType(type))) {
    const known = withRefinements(element, items);
    const elementType = transformation.type ?? swaggerType(swagger);
    const described =
      Object.keys(known).length > 0 ? known : elementSchema(property, elementType, transport, objectSchema);
    const entry = beforeConversion(described, conversion, 'listed', transport);
    const list = withRefinements(mergeSchemas([merged, { type: 'array', items: entry }]), whole);
    return isArray || isListType(type) ? list : { anyOf: [list, entry] };
  }
  const objectType = classOfProperty(property);
  if (objectType && (!hasType || merged.type === 'object')) {
    return mergeSchemas([merged, nestedSchema(property, objectType, objectSchema)]);
  }
  if (hasType) {
    return withRefinements(merged, whole);
  }
  const hint = {
    ...swaggerHint(property),
    ...schemaOfType(transformation.type ?? type ?? swaggerType(swagger), transport),
  };
  return withRefinements(mergeSchemas([merged, hint]), whole);
}

function elementSchema(
  property: ClassProperty,
  type: NewableFunction | undefined,
  transport: Transport,
  objectSchema: ObjectSchema,
): JsonSchema {
  if (isClass(type)) {
    return nestedSchema(property, type, objectSchema);
  }
  const { enum: choices, items } = property.swagger ?? {};
  const values = choices ?? (items as { enum?: unknown } | undefined)?.enum;
  if (Array.isArray(values)) {
    return schemaOfValues(values) ?? {};
  }
  return type ? schemaOfType(type, transport) : transport === 'text' ? { type: 'string' } : {};
}

function swaggerHint({ swagger }: ClassProperty): JsonSchema {
  return Array.isArray(swagger?.enum) ? (schemaOfValues(swagger.enum) ?? {}) : {};
}

/** The rules of a class hold for an object in a property only when it is validated as that class: `@Type()` makes it so. */
function nestedSchema(
  property: ClassProperty,
  type: NewableFunction,
  objectSchema: ObjectSchema,
): JsonSchema {
  const isValidated = property.isNested && property.conversion?.type === type;
  const { discriminator } = property.transformation;
  if (!discriminator) {
    return objectSchema(type, isValidated);
  }
  const names = discriminator.subTypes.map(({ name }) => name);
  const variants = discriminator.subTypes.map(({ name, value }) =>
    withDiscriminator(
      objectSchema(value, isValidated),
      discriminator.property,
      { type: 'string', const: name },
      true,
    ),
  );
  // An unknown name makes it an object of the base class.
  const base = withDiscriminator(
    objectSchema(type, isValidated),
    discriminator.property,
    { not: { enum: names } },
    false,
  );
  return { anyOf: [...variants, base] };
}

function withDiscriminator(
  object: JsonSchema,
  name: string,
  schema: JsonSchema,
  isRequired: boolean,
): JsonSchema {
  const condition: JsonSchema = {
    type: 'object',
    properties: { [name]: schema },
    ...(isRequired && { required: [name] }),
  };
  if (object.$ref !== undefined) {
    return { allOf: [{ ...object }, condition] };
  }
  const required = isRequired ? [...new Set([...(object.required ?? []), name])] : object.required;
  return { ...object, properties: { ...object.properties, [name]: schema }, ...(required && { required }) };
}

/** Nested validation takes one object where a list is meant, and a list where one object is meant. */
function acceptedNested(property: ClassProperty, objectSchema: ObjectSchema): JsonSchema {
  const type = property.conversion?.type;
  if (!isClass(type)) {
    return { type: ['object', 'array'] };
  }
  const single = nestedSchema(property, type, objectSchema);
  const list: JsonSchema = { type: 'array', items: { anyOf: [single, { type: 'array' }] } };
  return { anyOf: [single, list, ...(isMapType(property.type) ? [{ type: 'object' }] : [])] };
}

function schemasOf(rules: readonly RuleSchema[]): JsonSchema[] {
  return rules.map(({ schema }) => schema).filter((schema) => schema !== undefined);
}

function withRefinements(schema: JsonSchema, rules: readonly RuleSchema[]): JsonSchema {
  const refinements = rules.flatMap(({ ofString, ofPrimitives }) => [
    ...(ofString && schema.type === 'string' ? [ofString] : []),
    ...(ofPrimitives && PRIMITIVES.has(String(schema.items?.type)) ? [ofPrimitives] : []),
  ]);
  return refinements.length > 0 ? mergeSchemas([schema, ...refinements]) : schema;
}

const PRIMITIVES = new Set(['string', 'number', 'integer', 'boolean']);
const SYSTEM_RULES = new Set([
  'conditionalValidation',
  'nestedValidation',
  'promiseValidation',
  'whitelistValidation',
]);

function readRules({ rules, isConditional }: ClassProperty, purpose: SchemaPurpose): RuleGroups {
  const whole: RuleSchema[] = [];
  const items: RuleSchema[] = [];
  const notes = new Set<string>();
  for (const rule of rules) {
    if (SYSTEM_RULES.has(rule.type) || (purpose === 'accepted' && rule.validateIf !== undefined)) {
      continue;
    }
    const read = readRule(rule, purpose);
    (rule.each ? items : whole).push(read);
    if (read.note) {
      notes.add(rule.each ? `each ${read.note}` : read.note);
    }
  }
  if (isConditional) {
    notes.add('checked under a condition only');
  }
  return { whole, items, notes: [...notes] };
}

function readRule(rule: ValidationRule, purpose: SchemaPurpose): RuleSchema {
  const name = nameOf(rule) ?? '';
  return Object.hasOwn(VALIDATOR_RULES, name)
    ? VALIDATOR_RULES[name]!(rule.constraints ?? [], purpose)
    : { note: messageOf(rule) };
}
