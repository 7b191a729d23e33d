export type * from './interfaces/index.js';
export { jsonText } from './json-text.js';
export { listedOutputSchema } from './listed-output-schema.js';
export { McpBlobResource } from './mcp-blob-resource.js';
export type { McpBlobResourceOptions } from './mcp-blob-resource.js';
export { McpResourceLink } from './mcp-resource-link.js';
export type { McpResourceLinkOptions } from './mcp-resource-link.js';
export { McpToolResult } from './mcp-tool-result.js';
export type { McpToolResultOptions } from './mcp-tool-result.js';
export { OutputContract } from './output-contract.js';
export type { OutputPolicy } from './output-contract.js';
export {
  renderToolResult,
  serializeToolResult,
  STATUS_META_KEY,
  toToolResult,
} from './render-tool-result.js';
export { knowsStructuredContent, wrapsStructuredContent } from './structured-content.js';
