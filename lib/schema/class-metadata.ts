import type { ValidationRun } from './validation-pipes.js';

/** A rule as class-validator keeps it. */
export interface ValidationRule {
  readonly type: string;
  readonly name?: string;
  readonly propertyName: string;
  readonly constraints?: readonly unknown[];
  readonly constraintCls?: NewableFunction;
  readonly message?: unknown;
  readonly each?: boolean;
  readonly validateIf?: unknown;
}

interface Constraint {
  readonly name?: string;
  readonly instance: {
    validate(value: unknown, args: object): unknown;
    defaultMessage?(args: object): string;
  };
}

interface MetadataStorage {
  getTargetValidationMetadatas(
    target: NewableFunction,
    schema: string,
    always: boolean,
    strictGroups: boolean,
    groups?: string[],
  ): ValidationRule[];
  getTargetValidatorConstraints(target: NewableFunction): Constraint[];
}

/** class-validator keeps its rules here, whoever loads it: it need not be installed. */
function getStorage(): MetadataStorage | undefined {
  return (globalThis as { classValidatorMetadataStorage?: MetadataStorage }).classValidatorMetadataStorage;
}

/** The rules that bind in one run of a `ValidationPipe`, or all rules without one; inherited ones as class-validator does. */
export function readValidationRules(target: NewableFunction, run?: ValidationRun): ValidationRule[] {
  return (
    getStorage()?.getTargetValidationMetadatas(
      target,
      '',
      run?.always ?? false,
      run?.strictGroups ?? false,
      run?.groups,
    ) ?? []
  );
}

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

function constraintOf(rule: ValidationRule): Constraint | undefined {
  return rule.constraintCls && getStorage()?.getTargetValidatorConstraints(rule.constraintCls)[0];
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
