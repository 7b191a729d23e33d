import type { JsonSchema } from '../interfaces/index.js';
import type { ArgumentProblem } from './interfaces/input-plan.interface.js';
import { SchemaCompiler } from './schema-compiler.js';
import type { SchemaValidator } from './schema-compiler.js';

const MOST_KEPT = 200;

/** Checks what users filled in. Forms can be made for each call, so that only so many compiled ones are kept. */
class FormChecks {
  private compiler = new SchemaCompiler();
  private readonly validators = new Map<string, SchemaValidator>();

  problems(schema: JsonSchema, content: unknown): readonly ArgumentProblem[] {
    const key = JSON.stringify(schema);
    let validate = this.validators.get(key);
    if (!validate) {
      if (this.validators.size === MOST_KEPT) {
        this.validators.clear();
        // The compiler remembers every schema that it has seen.
        this.compiler = new SchemaCompiler();
      }
      validate = this.compiler.compile(schema);
      this.validators.set(key, validate);
    }
    return validate(content);
  }
}

const checks = new FormChecks();

/** What is wrong with the content of a form; empty when nothing is. */
export function formProblems(schema: JsonSchema, content: unknown): readonly ArgumentProblem[] {
  return checks.problems(schema, content);
}
