import { createRequire } from 'node:module';
import type { JsonSchema } from '../interfaces/index.js';

interface StandardSchema {
  readonly '~standard'?: {
    readonly vendor?: string;
    readonly jsonSchema?: { input?(options: { target: string }): unknown };
  };
  /** zod */
  toJSONSchema?(options: { io: 'input' }): unknown;
  /** arktype */
  toJsonSchema?(): unknown;
}

type Converter = (schema: StandardSchema) => unknown;

/** In the order of preference: the standard's own way, and those of libraries that came before it. */
const CONVERTERS: readonly Converter[] = [
  (schema) => schema['~standard']?.jsonSchema?.input?.({ target: 'draft-2020-12' }),
  (schema) => schema.toJSONSchema?.({ io: 'input' }),
  (schema) => schema.toJsonSchema?.(),
  (schema) => (schema['~standard']?.vendor === 'valibot' ? fromValibot(schema) : undefined),
];

const converted = new WeakMap<object, JsonSchema | undefined>();

/** The JSON Schema of what a Standard Schema (zod, valibot, arktype ...) takes; undefined when it cannot tell. */
export function standardJsonSchema(schema: unknown): JsonSchema | undefined {
  if ((typeof schema !== 'object' && typeof schema !== 'function') || schema === null) {
    return undefined;
  }
  if (!converted.has(schema)) {
    converted.set(schema, convert(schema));
  }
  return converted.get(schema);
}

function convert(schema: StandardSchema): JsonSchema | undefined {
  for (const converter of CONVERTERS) {
    try {
      const json = converter(schema);
      if (typeof json === 'object' && json !== null) {
        const own = { ...json } as JsonSchema;
        delete own.$schema;
        return own;
      }
    } catch {
      // What JSON Schema cannot say, such as a date or a transformation, is left to the schema itself.
    }
  }
  return undefined;
}

/** valibot gives JSON Schema through a package of its own, which the application may have. */
function fromValibot(schema: StandardSchema): unknown {
  const fromApplication = createRequire(`${process.cwd()}/package.json`);
  const library = fromApplication('@valibot/to-json-schema') as {
    toJsonSchema(schema: unknown, options: { typeMode: 'input' }): unknown;
  };
  return library.toJsonSchema(schema, { typeMode: 'input' });
}
