export type * from './interfaces/index.js';
export { discardBody } from './body-bytes.js';
export { resultSizeProblem } from './result-limit.js';
export { BlobLimitError } from './blob-limit.js';
export { readEnveloped } from './enveloped.js';
export { errorText } from './error-text.js';
export { jsonText } from './json-text.js';
export { listedOutputSchema } from './listed-output-schema.js';
export { McpError, mcpErrorOf, protocolErrorOf, thrownMcpError } from './mcp-error.js';
export type { McpErrorOptions } from './mcp-error.js';
export { McpBlobResource } from './mcp-blob-resource.js';
export type { McpBlobResourceOptions } from './mcp-blob-resource.js';
export { McpInput } from './mcp-input.js';
export { McpInputRequired } from './mcp-input-required.js';
export type { McpInputRequiredOptions } from './mcp-input-required.js';
export { McpResourceLink } from './mcp-resource-link.js';
export type { McpResourceLinkOptions } from './mcp-resource-link.js';
export { McpToolResult } from './mcp-tool-result.js';
export type { McpToolResultOptions } from './mcp-tool-result.js';
export { promptResult } from './prompt-result.js';
export { isTextType } from './media-type.js';
export { OutputContract } from './output-contract.js';
export type { OutputPolicy } from './output-contract.js';
export {
  renderToolResult,
  serializeToolResult,
  STATUS_META_KEY,
  toToolResult,
} from './render-tool-result.js';
export { resourceContents } from './resource-contents.js';
export { returnedInputRequired } from './returned-input-required.js';
export { knowsStructuredContent, wrapsStructuredContent } from './structured-content.js';
