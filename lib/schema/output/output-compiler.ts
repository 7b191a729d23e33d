import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ErrorObject } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { JsonSchema } from '../../interfaces/index.js';
import { walkSchema } from '../schema-walk.js';

/** Where and how a result does not meet its schema. Neither says what the value is. */
export interface OutputMismatch {
  /** `items[0].price`; empty for the result as a whole. */
  readonly path: string;
  /** The same with `*` for keys that the schema does not name: these are data. */
  readonly declaredPath: string;
  readonly message: string;
}

/** Finds what is wrong with a result; undefined when nothing is. */
export type OutputValidator = (value: unknown) => OutputMismatch | undefined;

/** Compiles output schemas. */
export class OutputCompiler {
  private readonly ajv = withFormats(
    new Ajv2020({ strict: false, ownProperties: true, addUsedSchema: false }),
  );

  /**
   * Compiles a schema that was made here when the first result comes: it is valid, and compiling hundreds of them would
   * be felt at boot.
   */
  compileLater(schema: JsonSchema): OutputValidator {
    let validate: OutputValidator | undefined;
    return (value) => (validate ??= this.compile(schema))(value);
  }

  /** @throws Error when the schema is no valid JSON Schema 2020-12 */
  compile(schema: JsonSchema): OutputValidator {
    // A dialect with another name is checked as what JSON Schema has been since: almost all of it means the same.
    const validate = this.ajv.compile(withoutDialect(schema));
    const names = declaredNames(schema);
    return (value) => (validate(value) ? undefined : toMismatch(deepest(validate.errors ?? []), names));
  }
}

export function withoutDialect(schema: JsonSchema): JsonSchema {
  const plain = { ...schema };
  delete plain.$schema;
  return plain;
}

/** A failed choice comes after the errors of its branches; the deepest of them is the most telling. */
function deepest(errors: readonly ErrorObject[]): ErrorObject | undefined {
  return errors.reduce<ErrorObject | undefined>(
    (found, error) => (found && depthOf(found) > depthOf(error) ? found : error),
    undefined,
  );
}

function depthOf({ instancePath }: ErrorObject): number {
  return instancePath.split('/').length;
}

function toMismatch(error: ErrorObject | undefined, names: ReadonlySet<string>): OutputMismatch {
  const keys = (error?.instancePath ?? '').split('/').slice(1).map(unescapePointer);
  return {
    path: keys.reduce(join, ''),
    declaredPath: keys.map((key) => (isIndex(key) || names.has(key) ? key : '*')).reduce(join, ''),
    message: error?.message ?? 'does not meet the schema',
  };
}

function declaredNames(schema: JsonSchema): ReadonlySet<string> {
  return new Set(walkSchema(schema).flatMap((place) => Object.keys(place.schema.properties ?? {})));
}

function join(path: string, key: string): string {
  if (isIndex(key)) {
    return `${path}[${key}]`;
  }
  return path === '' ? key : `${path}.${key}`;
}

function isIndex(key: string): boolean {
  return /^\d+$/.test(key);
}

function unescapePointer(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}

function withFormats(ajv: Ajv2020): Ajv2020 {
  (addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
  return ajv.addVocabulary(['x-mcp-header']);
}
