import type { ValidationRun } from './validation-pipes.js';

/** A rule as class-validator keeps it. */
export interface ValidationRule {
  readonly type: string;
  readonly name?: string;
  readonly target?: unknown;
  readonly propertyName: string;
  readonly constraints?: readonly unknown[];
  readonly constraintCls?: NewableFunction;
  readonly message?: unknown;
  readonly groups?: readonly string[];
  readonly always?: boolean;
  readonly each?: boolean;
  readonly validateIf?: unknown;
}

/** A validator class, as class-validator keeps it. */
export interface Constraint {
  readonly name?: string;
  readonly instance: {
    validate(value: unknown, args: object): unknown;
    defaultMessage?(args: object): string;
  };
}

interface MetadataStorage {
  readonly validationMetadatas: ReadonlyMap<unknown, readonly ValidationRule[]>;
  getTargetValidatorConstraints(target: NewableFunction): Constraint[];
}

/** class-validator keeps its rules here, whoever loads it: it need not be installed. */
function getStorage(): MetadataStorage | undefined {
  return (globalThis as { classValidatorMetadataStorage?: MetadataStorage }).classValidatorMetadataStorage;
}

/**
 * The rules that bind in one run of a `ValidationPipe`, or all rules without one.
 *
 * As class-validator's own `getTargetValidationMetadatas()`, which looks through the rules of every class for each one:
 * a rule of the class itself hides the inherited ones of its type, and all of the application's own are of one type.
 */
export function readValidationRules(target: NewableFunction, run?: ValidationRun): ValidationRule[] {
  const stored = getStorage()?.validationMetadatas;
  if (!stored) {
    return [];
  }
  const bind = (rule: ValidationRule) => binds(rule, run);
  const own = (stored.get(target) ?? []).filter(bind);
  const isHidden = new Set(own.map(({ propertyName, type }) => `${type} ${propertyName}`));
  const inherited = ancestorsOf(target)
    .flatMap((ancestor) => stored.get(ancestor) ?? [])
    .filter((rule) => bind(rule) && !isHidden.has(`${rule.type} ${rule.propertyName}`));
  return [...own, ...inherited];
}

/** The validator class of a rule; undefined when class-validator itself carries the rule out. */
export function constraintOf(rule: ValidationRule): Constraint | undefined {
  return rule.constraintCls && getStorage()?.getTargetValidatorConstraints(rule.constraintCls)[0];
}

/** Every class that has rules, with its own. */
export function* allValidationRules(): Generator<[NewableFunction, readonly ValidationRule[]]> {
  for (const [target, rules] of getStorage()?.validationMetadatas ?? []) {
    if (typeof target === 'function') {
      yield [target, rules];
    }
  }
}

/** How many classes have rules. */
export function countValidatedClasses(): number {
  return getStorage()?.validationMetadatas.size ?? 0;
}

function binds({ always, groups = [] }: ValidationRule, run?: ValidationRun): boolean {
  if (always ?? (groups.length === 0 && run?.always === true)) {
    return true;
  }
  const wanted = run?.groups ?? [];
  if (wanted.length === 0) {
    return groups.length === 0 || run?.strictGroups !== true;
  }
  return groups.some((group) => wanted.includes(group));
}

/** The furthest first, as classes are defined. */
function ancestorsOf(target: NewableFunction): NewableFunction[] {
  const ancestors: NewableFunction[] = [];
  for (
    let ancestor = Object.getPrototypeOf(target) as NewableFunction | null;
    typeof ancestor?.prototype === 'object';
    ancestor = Object.getPrototypeOf(ancestor) as NewableFunction | null
  ) {
    ancestors.unshift(ancestor);
  }
  return ancestors;
}
