/**
 * How a tool call ended.
 *
 * @publicApi
 */
export interface McpToolCallOutcome {
  /** What the route answered, as it would be sent over HTTP but not serialized; undefined when it could not answer. */
  readonly result?: unknown;
  /** The HTTP status that the route answered with. */
  readonly status?: number;
  /** What went wrong, when the route answered with a status of 400 or more, or not at all. */
  readonly error?: unknown;
  /** Time that the route took, in milliseconds. */
  readonly durationMs: number;
}
