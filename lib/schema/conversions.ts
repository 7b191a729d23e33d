import type { JsonSchema } from '../interfaces/index.js';
import type { SchemaPurpose, Transport } from './type-schemas.js';
import { isListType, whenType } from './type-schemas.js';

/** What class-transformer turns a value into before the rules see it. */
export interface Conversion {
  readonly type: NewableFunction;
  /** Asked for by `@Type()`, as opposed to what `enableImplicitConversion` reads off the property's type. */
  readonly isExplicit: boolean;
}

const DATE_SCHEMA: JsonSchema = {
  anyOf: [{ type: 'string' }, { type: 'number' }],
  description: 'a date, such as 2024-05-06T07:08:09Z',
};

/** What becomes a value of each type, beside values of the type itself. Lists are converted item by item. */
const OTHER_FORMS = new Map<object, readonly string[]>([
  [Number, ['string', 'boolean']],
  [Boolean, ['string', 'number', 'object']],
  [String, ['number', 'boolean', 'object']],
  [Date, ['boolean']],
]);

/**
 * The schema of what may be converted, from the schema of what it is converted into. Null is never converted.
 * In a text, every value is listed as what it is converted into.
 */
export function beforeConversion(
  schema: JsonSchema,
  conversion: Conversion | undefined,
  purpose: SchemaPurpose,
  transport: Transport,
): JsonSchema {
  const target: object | undefined = conversion?.type;
  if (purpose === 'accepted' && isListType(conversion?.type)) {
    return whenType('object', {}, schema);
  }
  if (schema.type === 'array') {
    return schema;
  }
  if (purpose === 'listed') {
    return listedForms(target === Date ? listedDate(schema, transport) : schema, target, transport);
  }
  switch (target) {
    case Date:
    case Boolean:
      return except(['null']);
    case Number:
      return transport === 'text' ? schema : whenType('number', schema, except(['null', 'number']));
    case String:
      return whenType('string', schema, except(['null', 'string']));
    default:
      return schema;
  }
}

/** A value that `@Transform()` sees may always be text, whatever comes out of it. */
export function beforeTransform(schema: JsonSchema): JsonSchema {
  return schema.type === 'string' || Object.keys(schema).length === 0 ? schema : orTypes(schema, ['string']);
}

function listedForms(schema: JsonSchema, target: object | undefined, transport: Transport): JsonSchema {
  const others = transport === 'json' && target ? OTHER_FORMS.get(target) : undefined;
  return others && Object.keys(schema).length > 0 ? orTypes(schema, others) : schema;
}

function listedDate({ description }: JsonSchema, transport: Transport): JsonSchema {
  const note = description ?? DATE_SCHEMA.description;
  if (transport === 'text') {
    return { type: 'string', description: note };
  }
  return { ...DATE_SCHEMA, description: note };
}

/** Adds types to a choice, unless they are in it. What is said about the value stays outside. */
function orTypes({ description, ...schema }: JsonSchema, types: readonly string[]): JsonSchema {
  const isChoice = schema.anyOf !== undefined && Object.keys(schema).length === 1;
  const choices = isChoice ? schema.anyOf! : [schema];
  const others = types.filter((type) => !choices.some((choice) => choice.type === type));
  return {
    anyOf: [...choices, ...others.map((type) => ({ type }))],
    ...(description !== undefined && { description }),
  };
}

function except(types: readonly string[]): JsonSchema {
  return {
    type: ['string', 'number', 'boolean', 'object', 'array', 'null'].filter((type) => !types.includes(type)),
  };
}
