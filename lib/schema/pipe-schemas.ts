import {
  DefaultValuePipe,
  ParseArrayPipe,
  ParseBoolPipe,
  ParseDatePipe,
  ParseEnumPipe,
  ParseFloatPipe,
  ParseIntPipe,
  ParseUUIDPipe,
} from '@nestjs/common';
import type { JsonSchema } from '../interfaces/index.js';
import type { ClassSchemas } from './class-schema.js';
import { uuidPattern } from './portable-patterns.js';
import type { Transport } from './type-schemas.js';
import { enumValues, isClass, schemaOfType, schemaOfValues, whenType } from './type-schemas.js';
import { coercesPrimitives, isValidationPipe, validationOfItems } from './validation-pipes.js';

/** What the schema of a parsing pipe is made from. */
interface PipeContext {
  readonly transport: Transport;
  readonly listed: ClassSchemas;
  readonly accepted: ClassSchemas;
}

/** Nest's pipes, of whatever kind, as far as they are read here. */
interface PipeView {
  readonly options?: {
    readonly optional?: boolean;
    readonly version?: unknown;
    readonly items?: NewableFunction;
    readonly default?: unknown;
  };
  readonly enumType?: object;
}

interface PipeSchemas {
  readonly listed: JsonSchema;
  /** When values pass that the listed schema refuses. */
  readonly accepted?: JsonSchema;
}

/** What a parameter's pipes say of its values. */
export interface PipeReading {
  /** From the first pipe that parses; undefined when none does. */
  readonly schemas?: PipeSchemas;
  /** An absent value is refused. */
  readonly isRequired: boolean;
  readonly default?: unknown;
  /** A pipe that the application wrote sees the value first: what it takes cannot be known. */
  readonly isOpaque: boolean;
  /** A `ValidationPipe` that transforms coerces the value before it is parsed. */
  readonly isCoerced: boolean;
  /** A value that could not be coerced to a number is replaced by the default. */
  readonly replacesNaN: boolean;
}

type PipeClass = abstract new (...args: never[]) => { transform(...args: never[]): unknown };

/** One row for each of Nest's parsing pipes: what it takes. */
const PARSING_PIPES: readonly (readonly [
  PipeClass,
  (pipe: PipeView, context: PipeContext) => PipeSchemas,
])[] = [
  [ParseIntPipe, (_, { transport }) => parsed({ type: 'integer' }, transport, { pattern: '^-?\\d+$' })],
  [ParseFloatPipe, (_, { transport }) => parsed({ type: 'number' }, transport)],
  [ParseBoolPipe, (_, { transport }) => parsed({ type: 'boolean' }, transport, { enum: ['true', 'false'] })],
  [
    ParseUUIDPipe,
    ({ options }) => ({
      listed: { type: 'string', format: 'uuid', pattern: uuidPattern(options?.version) },
    }),
  ],
  [ParseEnumPipe, ({ enumType }) => parsedEnum(enumType ?? {})],
  [ParseDatePipe, () => ({ listed: schemaOfType(Date, 'json'), accepted: { type: ['string', 'number'] } })],
  [ParseArrayPipe, parsedArray],
];

/** Follows a value, and an absent one, through a parameter's pipes. */
export function readPipes(pipes: readonly unknown[], context: PipeContext): PipeReading {
  let schemas: PipeSchemas | undefined;
  let isOpaque = false;
  let isCoerced = false;
  let replacesNaN = false;
  let absence: 'passes' | 'refused' | 'settled' = 'passes';
  let initial: unknown;
  for (const pipe of pipes) {
    if (isValidationPipe(pipe)) {
      isCoerced ||= schemas === undefined && coercesPrimitives(pipe);
      continue;
    }
    if (isInstance(pipe, DefaultValuePipe)) {
      replacesNaN ||= isCoerced && schemas === undefined;
      if (absence === 'passes') {
        initial = (pipe as { defaultValue: unknown }).defaultValue;
        absence = 'settled';
      }
      continue;
    }
    const row = findRow(pipe);
    if (!row) {
      isOpaque ||= schemas === undefined;
      absence = absence === 'passes' ? 'settled' : absence;
      continue;
    }
    const view: PipeView = typeof pipe === 'object' ? (pipe as PipeView) : {};
    schemas ??= row[1](view, context);
    if (absence === 'passes' && !view.options?.optional) {
      absence = typeof view.options?.default === 'function' ? 'settled' : 'refused';
    }
  }
  return { schemas, isRequired: absence === 'refused', default: initial, isOpaque, isCoerced, replacesNaN };
}

/** Whether one of Nest's own pipes parses the value, and so says what it is. */
export function isParsed(pipe: unknown): boolean {
  return findRow(pipe) !== undefined;
}

function findRow(pipe: unknown) {
  return PARSING_PIPES.find(([type]) => pipe === type || isInstance(pipe, type));
}

/** A subclass that parses in its own way is not read as the pipe that it extends. */
function isInstance(pipe: unknown, type: PipeClass): boolean {
  return pipe instanceof type && pipe.transform === (type.prototype as { transform: unknown }).transform;
}

/** In a body the pipe takes the value and its text; elsewhere every value is text, and is read as the value. */
function parsed(listed: JsonSchema, transport: Transport, text: JsonSchema = {}): PipeSchemas {
  return transport === 'text' ? { listed } : { listed, accepted: whenType('string', text, listed) };
}

function parsedEnum(type: object): PipeSchemas {
  const values = enumValues(type);
  const asText = values.filter((value) => typeof value === 'number').map(String);
  return {
    listed: schemaOfValues(values) ?? {},
    accepted: schemaOfValues([...values, ...asText]) ?? {},
  };
}

function parsedArray(pipe: PipeView, { transport, listed, accepted }: PipeContext): PipeSchemas {
  const items = pipe.options?.items;
  // One string is split at its separators.
  const orText = (schema: JsonSchema) => whenType('array', schema, { type: 'string' });
  if (!isClass(items)) {
    const element = items ? schemaOfType(items, transport) : transport === 'text' ? { type: 'string' } : {};
    return { listed: { type: 'array', items: element }, accepted: orText({}) };
  }
  if (transport === 'text') {
    const element = { type: 'string', description: 'an object as JSON text' };
    return { listed: { type: 'array', items: element }, accepted: orText({}) };
  }
  const validation = validationOfItems(pipe);
  return {
    listed: { type: 'array', items: listed.objectOf(items, validation) },
    accepted: orText({ items: whenType('string', {}, accepted.objectOf(items, validation)) }),
  };
}
