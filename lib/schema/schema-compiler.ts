import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Options, ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { JsonSchema } from '../interfaces/index.js';
import { isDoubtful } from './doubtful-schema.js';
import type { ArgumentProblem } from './interfaces/input-plan.interface.js';
import { describeErrors } from './validation-problems.js';

/** Finds what is wrong with a value; an empty list when nothing is. */
export type SchemaValidator = (value: unknown) => readonly ArgumentProblem[];

const NO_PROBLEMS: readonly ArgumentProblem[] = Object.freeze([]);

const COMMON_OPTIONS: Options = {
  allErrors: true,
  // Problems are put in words of our own.
  messages: false,
  ownProperties: true,
  allowUnionTypes: true,
  addUsedSchema: false,
};

/** Checks schemas at boot, and compiles them. */
export class SchemaCompiler {
  /** For schemas made here: any keyword out of place is a fault of ours. Rules may contradict each other, though. */
  private readonly strict = withVocabulary(
    new Ajv2020({ ...COMMON_OPTIONS, strict: true, strictTypes: false, validateSchema: false }),
  );
  /** For schemas that the application wrote: they must be valid, and may say more than ajv knows. */
  private readonly lenient = withVocabulary(new Ajv2020({ ...COMMON_OPTIONS, strict: false }));

  /**
   * Compiling is most of the work, and an application has tools that are never called: it is done with the first call.
   *
   * @throws Error when the schema is no valid JSON Schema 2020-12
   */
  compileOwn(schema: JsonSchema): SchemaValidator {
    let validator = isDoubtful(schema) ? this.compileChecked(schema) : undefined;
    return (value) => {
      validator ??= toValidator(this.strict.compile(schema));
      return validator(value);
    };
  }

  private compileChecked(schema: JsonSchema): SchemaValidator {
    if (!this.strict.validateSchema(schema)) {
      throw new Error(this.strict.errorsText(this.strict.errors));
    }
    return toValidator(this.strict.compile(schema));
  }

  /** @throws Error when the schema is no valid JSON Schema 2020-12 */
  compile(schema: JsonSchema): SchemaValidator {
    return toValidator(this.lenient.compile(schema));
  }
}

function toValidator(validate: ValidateFunction): SchemaValidator {
  return (value) => (validate(value) ? NO_PROBLEMS : describeErrors(validate.errors ?? [], value));
}

function withVocabulary(ajv: Ajv2020): Ajv2020 {
  (addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
  return ajv.addVocabulary(['x-mcp-header']);
}
