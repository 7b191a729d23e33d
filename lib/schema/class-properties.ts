import type { McpParamOptions } from '../interfaces/index.js';
import { readCondition } from './conditions.js';
import type { Conversion } from './conversions.js';
import { readAnnotations } from './property-annotations.js';
import { readInitials } from './property-initials.js';
import type { Initial } from './property-initials.js';
import type { SwaggerModels, SwaggerProperty } from './swagger-metadata.js';
import { readSwaggerModels, readSwaggerProperties, swaggerType } from './swagger-metadata.js';
import type { PropertyTransformation } from './transform-metadata.js';
import { exposedProperties, readTransformation } from './transform-metadata.js';
import { isClass } from './type-schemas.js';
import type { ClassValidation, ValidationRun } from './validation-pipes.js';
import { nameOf, refuses } from './validation-rule.js';
import type { ValidationRule } from './validation-storage.js';
import { readValidationRules } from './validation-storage.js';
import { VALIDATOR_RULES } from './validator-rules.js';

const NESTED = 'nestedValidation';

/** Everything that is known of one property of a class, wherever it was said. */
export interface ClassProperty {
  readonly name: string;
  /** Name in requests. */
  readonly argument: string;
  /** Rules of any run; all rules when the class is not validated. */
  readonly rules: readonly ValidationRule[];
  /** Whether a `ValidationPipe` holds values to the rules. */
  readonly isValidated: boolean;
  readonly isRequired: boolean;
  /** `@IsOptional()`, or a pipe that skips what is missing. */
  readonly takesNull: boolean;
  /** `@ValidateIf()`: when its condition does not hold, anything passes. */
  readonly isConditional: boolean;
  readonly isNested: boolean;
  readonly transformation: PropertyTransformation;
  readonly conversion?: Conversion;
  /** The property's type as TypeScript emitted it. */
  readonly type?: NewableFunction;
  /** What the route sees when the property is absent. */
  readonly initial?: unknown;
  readonly swagger?: SwaggerProperty;
  /** Classes that the swagger options may name. */
  readonly models?: SwaggerModels;
  readonly options?: McpParamOptions;
  readonly headerName?: string;
}

interface RunRules {
  readonly run: ValidationRun;
  readonly rules: readonly ValidationRule[];
}

/** The properties of a class that requests can carry, in their order; undefined when nothing is known of the class. */
export function readClassProperties(
  target: NewableFunction,
  validation: ClassValidation,
): readonly ClassProperty[] | undefined {
  const runs = validation.map((run) => ({ run, rules: readValidationRules(target, run) }));
  const rules = [
    ...new Set(runs.length > 0 ? runs.flatMap((run) => run.rules) : readValidationRules(target)),
  ];
  const swagger = readSwaggerProperties(target);
  if (rules.length === 0 && swagger.size === 0) {
    return undefined;
  }
  const initials = runs.length > 0 ? readInitials(target) : new Map<string, Initial>();
  const names = new Set(rules.map(({ propertyName }) => propertyName));
  if (rules.length === 0 || !validation.some(({ whitelist }) => whitelist)) {
    for (const name of [...swagger.keys(), ...exposedProperties(target), ...initials.keys()]) {
      names.add(name);
    }
  }
  const byProperty = groupByProperty(rules);
  const models = readSwaggerModels(target);
  return [...names].flatMap((name) => {
    const transformation = readTransformation(target, name, validation[0]?.transform);
    if (transformation.isExcluded) {
      return [];
    }
    const ownRules = byProperty.get(name) ?? [];
    const ownRuns = runs.map(({ run, rules: all }) => ({
      run,
      rules: all.filter(({ propertyName }) => propertyName === name),
    }));
    const prototype = target.prototype as object;
    const type = Reflect.getMetadata('design:type', prototype, name) as NewableFunction | undefined;
    const initial = initials.get(name);
    const { options, headerName } = readAnnotations(target, name, ownRules);
    const condition = readCondition(ownRules);
    return {
      name,
      argument: transformation.argument,
      rules: ownRules,
      isValidated: runs.length > 0,
      isRequired:
        options?.required ??
        ((isNil(initial?.value) || transformation.isSetWhenAbsent) &&
          !(transformation.isTransformed && transformation.isSetWhenAbsent) &&
          ownRuns.some(refusesAbsence)),
      takesNull:
        condition?.skipsNull === true || (runs.length > 0 && validation.every(({ skipsNull }) => skipsNull)),
      isConditional: condition?.isOpaque === true,
      isNested: ownRules.some((rule) => rule.type === NESTED),
      transformation,
      conversion: conversionOf(transformation, type, validation),
      type,
      initial:
        initial?.isStable &&
        !transformation.isSetWhenAbsent &&
        validation.some(({ keepsDefaults }) => keepsDefaults)
          ? initial.value
          : undefined,
      swagger: swagger.get(name),
      models,
      options,
      headerName,
    };
  });
}

/** Reads each class once: more than one schema is made of the same properties. */
export function createPropertyReader(): typeof readClassProperties {
  const known = new Map<NewableFunction, Map<ClassValidation, readonly ClassProperty[] | undefined>>();
  return (target, validation) => {
    const byValidation =
      known.get(target) ?? new Map<ClassValidation, readonly ClassProperty[] | undefined>();
    known.set(target, byValidation);
    if (!byValidation.has(validation)) {
      byValidation.set(validation, readClassProperties(target, validation));
    }
    return byValidation.get(validation);
  };
}

/** The class whose properties a value of the property has, or its items have. */
export function classOfProperty({
  transformation,
  swagger,
  type,
}: ClassProperty): NewableFunction | undefined {
  return [transformation.type, type, swaggerType(swagger)].find(isClass);
}

function refusesAbsence({ run, rules }: RunRules): boolean {
  const condition = readCondition(rules);
  return (
    !condition?.skipsUndefined &&
    !condition?.isOpaque &&
    rules.some(
      (rule) =>
        rule.validateIf === undefined &&
        (rule.type === 'isDefined' || !run.skipsUndefined) &&
        Object.hasOwn(VALIDATOR_RULES, nameOf(rule) ?? '') &&
        refuses(rule, undefined),
    )
  );
}

function conversionOf(
  { type: explicit }: PropertyTransformation,
  type: NewableFunction | undefined,
  validation: ClassValidation,
): Conversion | undefined {
  if (validation.length === 0) {
    return undefined;
  }
  if (explicit) {
    return { type: explicit, isExplicit: true };
  }
  return type && validation[0]!.transform.enableImplicitConversion ? { type, isExplicit: false } : undefined;
}

function groupByProperty(rules: readonly ValidationRule[]): Map<string, ValidationRule[]> {
  const groups = new Map<string, ValidationRule[]>();
  for (const rule of rules) {
    const group = groups.get(rule.propertyName);
    if (group) {
      group.push(rule);
    } else {
      groups.set(rule.propertyName, [rule]);
    }
  }
  return groups;
}

function isNil(value: unknown): boolean {
  return value === undefined || value === null;
}
