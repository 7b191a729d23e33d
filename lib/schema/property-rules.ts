import type { JsonSchema } from '../interfaces/index.js';
import type { ValidationRule } from './validation-storage.js';
import { messageOf, nameOf } from './validation-rule.js';
import type { ClassProperty } from './class-properties.js';
import { mergeSchemas } from './schema-merge.js';
import type { SchemaPurpose } from './type-schemas.js';
import type { RuleSchema } from './rule-schema.js';
import { VALIDATOR_RULES } from './validator-rules.js';

/** What the rules of a property say of its value, and of the items of its value (`each: true`). */
export interface PropertyRules {
  readonly whole: readonly RuleSchema[];
  readonly items: readonly RuleSchema[];
  readonly notes: readonly string[];
}

/** Rules that say how others apply, not what a value must be. */
const SYSTEM_RULES = new Set([
  'conditionalValidation',
  'nestedValidation',
  'promiseValidation',
  'whitelistValidation',
]);
const PRIMITIVES = new Set(['string', 'number', 'integer', 'boolean']);

export function readPropertyRules(
  { rules, isConditional }: ClassProperty,
  purpose: SchemaPurpose,
): PropertyRules {
  const whole: RuleSchema[] = [];
  const items: RuleSchema[] = [];
  const notes = new Set<string>();
  for (const rule of rules) {
    // A rule with a condition of its own may not hold.
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

/** One schema of what all rules say. */
export function mergeRules(rules: readonly RuleSchema[]): JsonSchema {
  return mergeSchemas(rules.map(({ schema }) => schema).filter((schema) => schema !== undefined));
}

/** Adds what rules say only of values of a type that is known by now. */
export function refine(schema: JsonSchema, rules: readonly RuleSchema[]): JsonSchema {
  const refinements: JsonSchema[] = [];
  for (const { ofString, ofPrimitives } of rules) {
    if (ofString && schema.type === 'string') {
      refinements.push(ofString);
    }
    if (ofPrimitives && PRIMITIVES.has(String(schema.items?.type))) {
      refinements.push(ofPrimitives);
    }
  }
  return refinements.length > 0 ? mergeSchemas([schema, ...refinements]) : schema;
}

function readRule(rule: ValidationRule, purpose: SchemaPurpose): RuleSchema {
  const name = nameOf(rule) ?? '';
  return Object.hasOwn(VALIDATOR_RULES, name)
    ? VALIDATOR_RULES[name]!(rule.constraints ?? [], purpose)
    : { note: messageOf(rule) };
}
