import type { JsonSchema } from '../interfaces/index.js';

/** How two values of one keyword are both said by one. */
const COMBINE: Readonly<Record<string, (left: unknown, right: unknown) => unknown>> = {
  minimum: largest,
  exclusiveMinimum: largest,
  minLength: largest,
  minItems: largest,
  minProperties: largest,
  maximum: smallest,
  exclusiveMaximum: smallest,
  maxLength: smallest,
  maxItems: smallest,
};

/**
 * One schema for values that meet all of the given ones, as flat as it can be said.
 * Schemas that contradict each other (`@IsString() @IsInt()`) end in an `allOf` that nothing meets, as in the validator.
 */
export function mergeSchemas(schemas: readonly JsonSchema[]): JsonSchema {
  const merged: JsonSchema = {};
  const apart: JsonSchema[] = [];
  for (const schema of schemas) {
    const additions = combine(merged, schema);
    if (additions) {
      Object.assign(merged, additions);
    } else {
      apart.push(schema);
    }
  }
  if (apart.length === 0) {
    return merged;
  }
  return { ...merged, allOf: [...(merged.allOf ?? []), ...apart] };
}

/** The keywords that `schema` adds to `merged`; undefined when one keyword cannot say both. */
function combine(merged: JsonSchema, schema: JsonSchema): JsonSchema | undefined {
  const additions: JsonSchema = {};
  for (const [keyword, value] of Object.entries(schema)) {
    const present = merged[keyword];
    if (present === undefined || JSON.stringify(present) === JSON.stringify(value)) {
      additions[keyword] = value;
    } else if (keyword === 'type' && isNumeric(present) && isNumeric(value)) {
      additions.type = 'integer';
    } else if (COMBINE[keyword]) {
      additions[keyword] = COMBINE[keyword](present, value);
    } else {
      return undefined;
    }
  }
  return additions;
}

function isNumeric(type: unknown): boolean {
  return type === 'number' || type === 'integer';
}

function largest(left: unknown, right: unknown): number {
  return Math.max(left as number, right as number);
}

function smallest(left: unknown, right: unknown): number {
  return Math.min(left as number, right as number);
}
