import type { JsonSchema } from '../../interfaces/index.js';

interface StandardOutput {
  readonly '~standard': {
    readonly jsonSchema?: { output?(options: { target: string }): unknown };
  };
  toJSONSchema?(options: { io: 'output' }): unknown;
}

/** Whether a value is a Standard Schema: zod, valibot, arktype ... */
export function isStandardSchema(value: unknown): value is StandardOutput {
  return (
    ((typeof value === 'object' && value !== null) || typeof value === 'function') && '~standard' in value
  );
}

/**
 * The JSON Schema of what a Standard Schema gives.
 *
 * @throws Error when it cannot tell
 */
export function standardOutputSchema(schema: unknown): JsonSchema {
  const standard = schema as StandardOutput;
  const json =
    standard['~standard'].jsonSchema?.output?.({ target: 'draft-2020-12' }) ??
    standard.toJSONSchema?.({ io: 'output' });
  if (typeof json !== 'object' || json === null) {
    throw new Error('the schema cannot be written as JSON Schema');
  }
  const own = { ...json } as JsonSchema;
  delete own.$schema;
  return own;
}
