import type { Constraint, ValidationRule } from './validation-storage.js';
import { constraintOf } from './validation-storage.js';

/** What class-validator calls the rule: the key of a row in the table, unless the application wrote the rule. */
export function nameOf(rule: ValidationRule): string | undefined {
  return rule.name ?? constraintOf(rule)?.name;
}

/**
 * Whether a rule of class-validator itself refuses a value. Never asked of an application's own rules: they may do
 * anything. The validator is made anew, for class-validator's container looks through all the instances it ever made.
 */
export function refuses(rule: ValidationRule, value: unknown): boolean {
  try {
    const validator = new (rule.constraintCls as unknown as new () => Constraint['instance'])();
    return validator.validate(value, validationArguments(rule, value)) === false;
  } catch {
    return false;
  }
}

/** What a rule says when it fails, without the property's name: `must be a colour`. */
export function messageOf(rule: ValidationRule): string | undefined {
  const message = typeof rule.message === 'string' ? rule.message : defaultMessageOf(rule);
  return message
    ?.replace(/\$constraint(\d+)/g, (_, position: string) => String(rule.constraints?.[Number(position) - 1]))
    .replaceAll('$property', rule.propertyName)
    .replace(new RegExp(`^${escapePattern(rule.propertyName)}\\s+`), '')
    .trim();
}

function defaultMessageOf(rule: ValidationRule): string | undefined {
  try {
    return constraintOf(rule)?.instance.defaultMessage?.(validationArguments(rule, undefined));
  } catch {
    return undefined;
  }
}

function validationArguments(rule: ValidationRule, value: unknown): object {
  return {
    value,
    object: {},
    targetName: '',
    property: rule.propertyName,
    constraints: rule.constraints ?? [],
  };
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
