import type { JsonSchema } from '../interfaces/index.js';

/**
 * Which of two schemas of one value is meant. `listed` is what a client sees: the plainest form that is right.
 * `accepted` is what calls are checked against: every value that the route takes over HTTP, however odd.
 */
export type SchemaPurpose = 'listed' | 'accepted';

/** How a value travels: `json` in a body, `text` in a path, a query or a header. */
export type Transport = 'json' | 'text';

export const NULL_SCHEMA: Readonly<JsonSchema> = { type: 'null' };

/** What a path, query or header value can be before it becomes text. */
export const ANY_TEXT: Readonly<JsonSchema> = { type: ['string', 'number', 'boolean'] };

/** The same, or a list of it: a key that is repeated. */
export const ANY_TEXTS: Readonly<JsonSchema> = { type: ['string', 'number', 'boolean', 'array'] };

/** What TypeScript emits for a type that has no class: an interface, a union, `any`. */
export function isFreeForm(type: object | undefined): boolean {
  return type === Object;
}

/** What TypeScript emits for a list. Of what, it does not say. */
export function isListType(type: object | undefined): boolean {
  return type === Array || type === Set;
}

export function isMapType(type: object | undefined): boolean {
  return type === Map;
}

/** A class that the application wrote, as opposed to what the language has. */
export function isClass(type: NewableFunction | undefined): type is NewableFunction {
  return typeof type === 'function' && !BUILT_IN_TYPES.has(type);
}

/** The schema of a type as TypeScript emitted it; an empty one when it says nothing. */
export function schemaOfType(type: object | undefined, transport: Transport): JsonSchema {
  switch (type) {
    case String:
      return { type: 'string' };
    case Number:
      return { type: 'number' };
    case Boolean:
      return { type: 'boolean' };
    case Date:
      return { type: 'string', description: 'a date, such as 2024-05-06T07:08:09Z' };
    case BigInt:
      return transport === 'text' ? { type: 'integer' } : {};
    case Array:
    case Set:
      return { type: 'array', items: transport === 'text' ? { type: 'string' } : {} };
    case Map:
      return { type: 'object' };
    default:
      return {};
  }
}

/** The schema of a choice of values, without those that JSON has not; undefined when none is left. */
export function schemaOfValues(values: readonly unknown[]): JsonSchema | undefined {
  const byType = new Map<string, unknown[]>();
  for (const value of new Set(values)) {
    const type = primitiveTypeOf(value);
    if (type) {
      byType.set(type, [...(byType.get(type) ?? []), value]);
    }
  }
  const integers = byType.get('integer');
  const numbers = byType.get('number');
  if (integers && numbers) {
    byType.delete('integer');
    byType.set('number', [...integers, ...numbers]);
  }
  const choices = [...byType].map(([type, members]): JsonSchema =>
    type === 'null' ? { ...NULL_SCHEMA } : { type, enum: members },
  );
  return choices.length > 1 ? { anyOf: choices } : choices[0];
}

/** The values of an enum, without the names that numeric members map back from. */
export function enumValues(type: object): unknown[] {
  const members = type as Readonly<Record<string, unknown>>;
  return Object.keys(members)
    .filter((key) => {
      const value = members[key];
      return !(
        typeof value === 'string' &&
        typeof members[value] === 'number' &&
        String(members[value]) === key
      );
    })
    .map((key) => members[key]);
}

/** Lets null pass as well. What is said about the value stays outside, where clients look for it. */
export function nullable(schema: JsonSchema): JsonSchema {
  const { title, description, default: initial, examples, deprecated, ...constraints } = schema;
  if (Object.keys(constraints).length === 0 || constraints.type === 'null') {
    return schema;
  }
  const annotations = Object.entries({ title, description, deprecated, default: initial, examples });
  return {
    anyOf: [
      ...(isPlainChoice(constraints) ? (constraints.anyOf as JsonSchema[]) : [constraints]),
      { ...NULL_SCHEMA },
    ],
    ...Object.fromEntries(annotations.filter(([, value]) => value !== undefined)),
  };
}

/**
 * A schema for values of one type, and another for all the rest. For checking: unlike `anyOf`, it says what is wrong
 * with a value in terms of the one branch that the value belongs to.
 */
export function whenType(type: string, then: JsonSchema, otherwise: JsonSchema): JsonSchema {
  return { if: { type }, then, else: otherwise };
}

/** The primitive types that a schema speaks of; empty when it leaves them open. */
export function typesOf(schema: JsonSchema): Set<string> {
  const types = new Set<string>(typeof schema.type === 'string' ? [schema.type] : schema.type);
  for (const choice of branchesOf(schema)) {
    for (const type of typesOf(choice)) {
      types.add(type);
    }
  }
  for (const value of schema.enum ?? ('const' in schema ? [schema.const] : [])) {
    types.add(primitiveTypeOf(value) ?? 'object');
  }
  return types;
}

/** The schemas that a schema is put together from. */
export function branchesOf({
  anyOf = [],
  oneOf = [],
  allOf = [],
  then,
  else: otherwise,
}: JsonSchema): JsonSchema[] {
  return [...anyOf, ...oneOf, ...allOf, then, otherwise].filter(
    (branch) => branch !== undefined,
  ) as JsonSchema[];
}

function isPlainChoice(schema: JsonSchema): boolean {
  return schema.anyOf !== undefined && Object.keys(schema).length === 1;
}

function primitiveTypeOf(value: unknown): string | undefined {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return typeof value;
    case 'number':
      return Number.isInteger(value) ? 'integer' : Number.isFinite(value) ? 'number' : undefined;
    default:
      return value === null ? 'null' : undefined;
  }
}

const BUILT_IN_TYPES: ReadonlySet<object> = new Set<object>([
  String,
  Number,
  Boolean,
  Date,
  Array,
  Object,
  Function,
  Symbol,
  BigInt,
  Promise,
  Map,
  Set,
  Buffer,
  Uint8Array,
  ArrayBuffer,
]);
