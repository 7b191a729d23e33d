import type { JsonSchema } from '../interfaces/index.js';

interface StandardJsonSchema {
  readonly '~standard'?: {
    readonly jsonSchema?: { input?(options: { target: string }): unknown };
  };
  toJSONSchema?(options: { io: 'input' }): unknown;
}

/** The JSON Schema of what a Standard Schema (zod, valibot, arktype ...) takes; undefined when it cannot tell. */
export function standardJsonSchema(schema: unknown): JsonSchema | undefined {
  if ((typeof schema !== 'object' && typeof schema !== 'function') || schema === null) {
    return undefined;
  }
  const standard = schema as StandardJsonSchema;
  try {
    const json =
      standard['~standard']?.jsonSchema?.input?.({ target: 'draft-2020-12' }) ??
      standard.toJSONSchema?.({ io: 'input' });
    if (typeof json !== 'object' || json === null) {
      return undefined;
    }
    const own = { ...json } as JsonSchema;
    delete own.$schema;
    return own;
  } catch {
    // What JSON Schema cannot say, such as a date or a transformation, is left to the schema itself.
    return undefined;
  }
}
