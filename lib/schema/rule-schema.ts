import type { JsonSchema } from '../interfaces/index.js';
import type { SchemaPurpose } from './type-schemas.js';
import { schemaOfValues } from './type-schemas.js';

/** What a rule says about a value. */
export interface RuleSchema {
  /** Keywords that are never narrower than the rule. */
  readonly schema?: JsonSchema;
  /** What keywords cannot say, for the description: `an email address`. */
  readonly note?: string;
  /** Holds when the value is known to be a string otherwise. */
  readonly ofString?: JsonSchema;
  /** Holds when the value is known to be an array of primitives otherwise. */
  readonly ofPrimitives?: JsonSchema;
}

/** class-validator does not count variation selectors, JSON Schema does. */
export function atMost(length: unknown, purpose: SchemaPurpose): JsonSchema {
  return purpose === 'listed'
    ? { maxLength: length }
    : { if: { pattern: '[\\ufe0e\\ufe0f]' }, then: {}, else: { maxLength: length } };
}

export function degrees(most: number): JsonSchema {
  return { anyOf: [{ type: 'number', minimum: -most, maximum: most }, { type: 'string' }] };
}

export function containing(values: unknown): JsonSchema {
  const each = (Array.isArray(values) ? (values as unknown[]) : [])
    .filter((value) => typeof value !== 'object' || value === null)
    .map((value) => ({ contains: { const: value } }));
  return each.length > 1 ? { allOf: each } : { ...each[0] };
}

export function except(values: readonly unknown[], purpose: SchemaPurpose): RuleSchema {
  const excluded = schemaOfValues(values);
  return {
    schema: purpose === 'accepted' && excluded ? { not: excluded } : undefined,
    note: `not ${listOf(values)}`,
  };
}

export function letters(source: string, note: string, locale: unknown): RuleSchema {
  return {
    schema: { type: 'string', ...(locale === undefined && { pattern: source }) },
    note: typeof locale === 'string' ? `${note} (${locale})` : note,
  };
}

export function toRegExp(expression: unknown, modifiers: unknown): RegExp | undefined {
  if (expression instanceof RegExp) {
    return expression;
  }
  return typeof expression === 'string' ? new RegExp(expression, modifiers as string | undefined) : undefined;
}

export function listOf(values: unknown): string {
  return (Array.isArray(values) ? values : [values]).map(textOf).join(', ');
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined');
}
