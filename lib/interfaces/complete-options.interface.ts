/**
 * What `@McpComplete({ ... })` takes.
 *
 * @publicApi
 */
export interface McpCompleteOptions {
  /** Name of a prompt, or the name or template of a resource. */
  ref: string;
  /** The prompt's argument, or the template's variable, that the method has values for. */
  argument: string;
}

/**
 * What a method with `@McpComplete()` may return instead of a list of values.
 *
 * @publicApi
 */
export interface McpCompletion {
  /** Best first. At most 100 of them are sent. */
  values: readonly string[];
  /** How many there are in all. */
  total?: number;
  /** Whether there are more than `values`. */
  hasMore?: boolean;
}
