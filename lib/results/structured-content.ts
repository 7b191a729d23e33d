import type { JsonSchema } from '../interfaces/index.js';

/**
 * Whether results of a tool with this output schema are sent as `{ result: value }`. Versions before 2026-07-28 take
 * objects only, and a tool is listed in one way to all of them.
 */
export function wrapsStructuredContent(outputSchema: JsonSchema): boolean {
  return outputSchema.type !== 'object';
}

/** JSON text of `structuredContent` for a value with this JSON text. */
export function structuredText(json: string, wrapsOutput = false): string {
  return wrapsOutput || !json.startsWith('{') ? `{"result":${json}}` : json;
}

/** Whether clients of a protocol version know `structuredContent` and resource links. */
export function knowsStructuredContent(version: string): boolean {
  return version >= '2025-06-18';
}
