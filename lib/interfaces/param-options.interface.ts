import type { JsonSchema } from './json-schema.interface.js';

/**
 * What `@McpParam({ ... })` takes: what a model should know of an argument and the code does not say.
 *
 * @publicApi
 */
export interface McpParamOptions {
  /** What the argument means. */
  description?: string;
  /** Whether callers must give it. Say `true` only when the route itself refuses a request without it. */
  required?: boolean;
  /** Values that would be right. */
  examples?: unknown[];
  /** What the route uses when the argument is absent. Only shown, never filled in. */
  default?: unknown;
  /** JSON Schema 2020-12 of the argument, in place of the derived one. */
  schema?: JsonSchema;
  /**
   * Offers a `@Headers('name')` parameter as an argument, which it is not otherwise.
   * `authorization`, cookies and other headers with credentials, such as `x-api-key`, can never be arguments.
   *
   * @default false
   */
  expose?: boolean;
}
