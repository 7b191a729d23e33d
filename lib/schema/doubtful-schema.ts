import type { JsonSchema } from '../interfaces/index.js';
import { walkSchema } from './schema-walk.js';

/** Keywords whose values are numbers that an application has given to its decorators. */
const COUNTS = ['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'] as const;

/**
 * Whether a schema that was made here may be no valid one after all, since a decorator was given a value that makes no
 * sense, such as `@MinLength(-1)`. To have ajv check every schema took a fifth of the boot.
 */
export function isDoubtful(schema: JsonSchema): boolean {
  return walkSchema(schema).some(
    ({ schema: place }) =>
      COUNTS.some((keyword) => place[keyword] !== undefined && !isCount(place[keyword])) ||
      (place.pattern !== undefined && !isPattern(place.pattern)),
  );
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isPattern(value: unknown): boolean {
  try {
    return typeof value === 'string' && new RegExp(value, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}
