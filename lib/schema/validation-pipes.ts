import { ValidationPipe } from '@nestjs/common';
import type { TransformSettings } from './transform-metadata.js';

/** What one run of a `ValidationPipe` does, as far as it decides which values pass. */
export interface ValidationRun {
  readonly groups?: string[];
  readonly always: boolean;
  readonly strictGroups: boolean;
  readonly skipsUndefined: boolean;
  readonly skipsNull: boolean;
  readonly whitelist: boolean;
  readonly forbidNonWhitelisted: boolean;
  readonly transform: TransformSettings;
  /** The handler sees the defaults that the class initialises its properties with. */
  readonly keepsDefaults: boolean;
  /** The type that the pipe validates in place of the parameter's own. */
  readonly expectedType?: NewableFunction;
}

/** How a parameter's class is validated at run time; without any run its rules only describe. */
export type ClassValidation = readonly ValidationRun[];

interface ValidationPipeView {
  readonly isTransformEnabled: boolean;
  readonly validatorOptions: Readonly<Record<string, unknown>>;
  readonly transformOptions?: TransformSettings;
  readonly expectedType?: NewableFunction;
}

/** The runs of `ValidationPipe` among a parameter's pipes, in their order. */
export function readClassValidation(pipes: readonly unknown[]): ClassValidation {
  return pipes
    .map(asValidationPipe)
    .filter((pipe) => pipe !== undefined)
    .map(toRun);
}

export function isValidationPipe(pipe: unknown): boolean {
  return asValidationPipe(pipe) !== undefined;
}

/** Whether a pipe coerces path and query values to the primitive type of their parameter. */
export function coercesPrimitives(pipe: unknown): boolean {
  return asValidationPipe(pipe)?.isTransformEnabled === true;
}

/** The pipe that `ParseArrayPipe` keeps for its items. */
export function validationOfItems(pipe: object): ClassValidation {
  return readClassValidation([(pipe as { validationPipe?: unknown }).validationPipe]);
}

function asValidationPipe(pipe: unknown): ValidationPipeView | undefined {
  if (typeof pipe === 'function') {
    return isValidationPipeClass(pipe) ? makePipe(pipe) : undefined;
  }
  if (
    typeof pipe !== 'object' ||
    pipe === null ||
    !('validatorOptions' in pipe) ||
    !('isTransformEnabled' in pipe)
  ) {
    return undefined;
  }
  return pipe as ValidationPipeView;
}

type PipeClass = abstract new (...args: never[]) => unknown;

function isValidationPipeClass(pipe: unknown): pipe is PipeClass {
  return pipe === ValidationPipe || (pipe as PipeClass).prototype instanceof ValidationPipe;
}

const BY_DEFAULT: ValidationPipeView = { isTransformEnabled: false, validatorOptions: {} };

/** A pipe given as a class: Nest makes it, with options only when the class gives itself some. */
function makePipe(type: PipeClass): ValidationPipeView {
  if (type === ValidationPipe) {
    return BY_DEFAULT;
  }
  try {
    return new (type as unknown as new () => ValidationPipeView)();
  } catch {
    // Its options come from what Nest injects.
    return BY_DEFAULT;
  }
}

function toRun({
  isTransformEnabled,
  validatorOptions,
  transformOptions = {},
  expectedType,
}: ValidationPipeView): ValidationRun {
  const skipsMissing = validatorOptions.skipMissingProperties === true;
  return {
    groups: Array.isArray(validatorOptions.groups) ? (validatorOptions.groups as string[]) : undefined,
    always: validatorOptions.always === true,
    strictGroups: validatorOptions.strictGroups === true,
    skipsUndefined: skipsMissing || validatorOptions.skipUndefinedProperties === true,
    skipsNull: skipsMissing || validatorOptions.skipNullProperties === true,
    whitelist: validatorOptions.whitelist === true,
    forbidNonWhitelisted:
      validatorOptions.whitelist === true && validatorOptions.forbidNonWhitelisted === true,
    transform: transformOptions,
    // Nest turns the validated instance back into a plain object, defaults included, when any option but its own is set.
    keepsDefaults: isTransformEnabled || Object.keys(validatorOptions).length > 1,
    expectedType,
  };
}
