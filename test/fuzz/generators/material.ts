/** Things that only the server can make, and that a mutation needs as a start. */
export interface Material {
  readonly sessions: readonly string[];
  readonly cursors: readonly string[];
  readonly states: readonly string[];
  readonly tools: readonly string[];
  readonly uris: readonly string[];
  readonly prompts: readonly string[];
}
