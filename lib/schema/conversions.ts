import type { JsonSchema } from '../interfaces/index.js';
import type { SchemaPurpose, Transport } from './type-schemas.js';
import { whenType } from './type-schemas.js';

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

/**
 * The schema of what may be converted, from the schema of what it is converted into.
 * Null is never converted. An implicit conversion is an application-wide setting: it widens what is accepted, but is no
 * reason to list every string as something else.
 */
export function beforeConversion(
  schema: JsonSchema,
  conversion: Conversion | undefined,
  purpose: SchemaPurpose,
  transport: Transport,
): JsonSchema {
  const target: object | undefined = conversion?.type;
  switch (target) {
    case Date:
      return purpose === 'listed' ? listedDate(schema, transport) : except(['null']);
    case Number:
      if (transport === 'text') {
        return schema;
      }
      if (purpose === 'accepted') {
        return whenType('number', schema, except(['null', 'number']));
      }
      return conversion?.isExplicit ? orText(schema) : schema;
    case Boolean:
      return purpose === 'accepted' ? except(['null']) : schema;
    case String:
      return purpose === 'accepted' ? whenType('string', schema, except(['null', 'string'])) : schema;
    default:
      return schema;
  }
}

/** A value that `@Transform()` sees may always be text, whatever comes out of it. */
export function beforeTransform(schema: JsonSchema): JsonSchema {
  return schema.type === 'string' || Object.keys(schema).length === 0 ? schema : orText(schema);
}

function listedDate({ description, ...schema }: JsonSchema, transport: Transport): JsonSchema {
  const note = description ?? DATE_SCHEMA.description;
  if (transport === 'text') {
    return { type: 'string', description: note };
  }
  return schema.type === 'array' ? { ...schema, description: note } : { ...DATE_SCHEMA, description: note };
}

function orText(schema: JsonSchema): JsonSchema {
  return { anyOf: [...(schema.anyOf ?? [schema]), { type: 'string' }] };
}

function except(types: readonly string[]): JsonSchema {
  return {
    type: ['string', 'number', 'boolean', 'object', 'array', 'null'].filter((type) => !types.includes(type)),
  };
}
