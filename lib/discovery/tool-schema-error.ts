/** The schemas of one tool cannot be made. The message names the tool, and where its route is. */
export class ToolSchemaError extends Error {
  override readonly name = 'ToolSchemaError';

  constructor(tool: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`The tool "${tool}" cannot be offered. ${reason}`, { cause });
  }
}
