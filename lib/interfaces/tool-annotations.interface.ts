/**
 * Hints about what a tool does. Clients use them to decide when to ask their user for approval.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/schema#toolannotations
 * @publicApi
 */
export interface McpToolAnnotations {
  /** Name shown to people. */
  title?: string;
  /** The tool does not modify anything. */
  readOnlyHint?: boolean;
  /** The tool may delete or overwrite something. */
  destructiveHint?: boolean;
  /** Calling the tool again with the same arguments changes nothing more. */
  idempotentHint?: boolean;
  /** The tool reaches systems outside of this application. */
  openWorldHint?: boolean;
  /** OAuth scopes that a caller needs. */
  scopes?: readonly string[];
  /** Further hints of your own. */
  [hint: string]: unknown;
}
