import type { McpBlobResourceContents, McpTextResourceContents } from './content-block.interface.js';

/** @publicApi */
export type McpResourceContents = McpTextResourceContents | McpBlobResourceContents;

/**
 * What a handler of a resource may return to say all of its contents itself. `uri` may be left out of each: it is the
 * one that was read.
 *
 * @example { contents: [{ uri: 'nest://logs/today', mimeType: 'text/plain', text: 'started' }] }
 * @see https://modelcontextprotocol.io/specification/2026-07-28/schema#readresourceresult
 * @publicApi
 */
export interface McpResourceResult {
  contents: readonly McpResourceContents[];
  _meta?: Record<string, unknown>;
}
