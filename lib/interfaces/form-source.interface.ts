import type { McpFormSchema } from './input-request.interface.js';

/** A schema of a library that speaks Standard Schema, such as zod, valibot or arktype. */
export interface McpStandardSchema<T = unknown> {
  readonly '~standard': { readonly types?: { readonly output: T } | undefined };
}

/**
 * Where the fields of a form come from: a DTO class with the decorators of class-validator, a schema of zod and its
 * like, or a JSON Schema.
 *
 * @publicApi
 */
export type McpFormSource<T extends object = object> = (new () => T) | McpStandardSchema<T> | McpFormSchema;
