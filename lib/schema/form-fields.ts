import type { JsonSchema } from '../interfaces/index.js';

const ANNOTATIONS = ['title', 'description', 'default'];
const FORMATS = new Set<unknown>(['email', 'uri', 'date', 'date-time']);

/**
 * A field as the forms of the specification allow it: what clients could not show is left out of it.
 *
 * @returns undefined when the value cannot be a field of a form
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#requested-schema
 */
export function formField(schema: JsonSchema): JsonSchema | undefined {
  const { anyOf, ...rest } = schema;
  const branches = anyOf?.filter(({ type }) => type !== 'null');
  if (branches?.length === 1) {
    return formField({ ...branches[0], ...rest });
  }
  if (isChoice(schema)) {
    return { type: 'string', ...pick(schema, ['enum', 'oneOf', 'enumNames', ...ANNOTATIONS]) };
  }
  switch (schema.type) {
    case 'string':
      return stringField(schema);
    case 'number':
    case 'integer':
      return hasChoices(schema)
        ? undefined
        : { type: schema.type, ...pick(schema, ['minimum', 'maximum', ...ANNOTATIONS]) };
    case 'boolean':
      return { type: 'boolean', ...pick(schema, ANNOTATIONS) };
    case 'array':
      return listField(schema);
    default:
      return undefined;
  }
}

function stringField(schema: JsonSchema): JsonSchema | undefined {
  if (hasChoices(schema)) {
    return undefined;
  }
  const format = FORMATS.has(schema.format) ? ['format'] : [];
  return { type: 'string', ...pick(schema, ['minLength', 'maxLength', ...format, ...ANNOTATIONS]) };
}

/** Lists are for choosing several of some values. */
function listField(schema: JsonSchema): JsonSchema | undefined {
  const { items } = schema;
  const choices =
    items && isChoice(items)
      ? { type: 'string', ...pick(items, ['enum']) }
      : items?.anyOf?.every(isTitledChoice)
        ? { anyOf: items.anyOf }
        : undefined;
  return (
    choices && { type: 'array', items: choices, ...pick(schema, ['minItems', 'maxItems', ...ANNOTATIONS]) }
  );
}

function isChoice({ type, enum: values, oneOf }: JsonSchema): boolean {
  return (
    (type === undefined || type === 'string') &&
    (values?.every((value) => typeof value === 'string') ?? oneOf?.every(isTitledChoice) ?? false)
  );
}

function isTitledChoice(schema: JsonSchema): boolean {
  return typeof schema.const === 'string' && typeof schema.title === 'string';
}

function hasChoices(schema: JsonSchema): boolean {
  return ['enum', 'oneOf', 'anyOf', 'allOf', 'const'].some((keyword) => schema[keyword] !== undefined);
}

function pick(schema: JsonSchema, keywords: readonly string[]): JsonSchema {
  return Object.fromEntries(
    keywords.filter((keyword) => schema[keyword] !== undefined).map((keyword) => [keyword, schema[keyword]]),
  );
}
