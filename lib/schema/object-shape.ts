import type { JsonSchema } from '../interfaces/index.js';
import { typesOf } from './type-schemas.js';

/** The named properties of an object's schema. */
export interface ObjectShape {
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly required: readonly string[];
  /** Further properties are taken as well. */
  readonly isOpen: boolean;
}

/** Whether named properties are all that a schema says of a value, so that they may stand beside those of others. */
export function isPlainObject(schema: JsonSchema): boolean {
  const types = typesOf(schema);
  const isObject = types.size === 0 || (types.size === 1 && types.has('object'));
  const isChoice = ['anyOf', 'oneOf', 'if', 'not', '$ref'].some((keyword) => schema[keyword] !== undefined);
  return isObject && !isChoice && (schema.allOf ?? []).every(isPlainObject);
}

/** The properties of an object's schema; of a choice, all that one of the choices has, required when all require it. */
export function readObjectShape(schema: JsonSchema): ObjectShape {
  const own: ObjectShape = {
    properties: schema.properties ?? {},
    required: schema.required ?? [],
    isOpen:
      schema.additionalProperties === undefined
        ? schema.properties === undefined && !isComposed(schema)
        : schema.additionalProperties !== false,
  };
  const all = [own, ...(schema.allOf ?? []).map(readObjectShape)];
  const choices = (schema.anyOf ?? schema.oneOf ?? []).map(readObjectShape);
  return join(choices.length > 0 ? [...all, chooseOne(choices)] : all);
}

function isComposed({ allOf, anyOf, oneOf }: JsonSchema): boolean {
  return [allOf, anyOf, oneOf].some((schemas) => schemas !== undefined);
}

function join(shapes: readonly ObjectShape[]): ObjectShape {
  return {
    properties: Object.assign({}, ...shapes.map(({ properties }) => properties)) as ObjectShape['properties'],
    required: [...new Set(shapes.flatMap(({ required }) => required))],
    isOpen: shapes.some(({ isOpen }) => isOpen),
  };
}

function chooseOne(choices: readonly ObjectShape[]): ObjectShape {
  const properties: Record<string, JsonSchema> = {};
  for (const name of new Set(choices.flatMap((choice) => Object.keys(choice.properties)))) {
    const schemas = choices.map((choice) => choice.properties[name]).filter((schema) => schema !== undefined);
    const distinct = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
    properties[name] = distinct.length === 1 ? distinct[0]! : { anyOf: distinct };
  }
  return {
    properties,
    required: (choices[0]?.required ?? []).filter((name) =>
      choices.every(({ required }) => required.includes(name)),
    ),
    isOpen: choices.some(({ isOpen }) => isOpen),
  };
}
