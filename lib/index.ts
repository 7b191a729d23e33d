export { McpAnnotations, McpContext, McpHeader, McpParam, McpReadOnly, McpTool } from './decorators/index.js';
export type {
  JsonSchema,
  McpCallContext,
  McpIcon,
  McpOutputType,
  McpLogLevel,
  McpParamOptions,
  McpToolAnnotations,
  McpToolOptions,
  McpTraceContext,
} from './interfaces/index.js';
export { McpModule } from './mcp.module.js';
export type {
  McpModuleAsyncOptions,
  McpModuleExtras,
  McpModuleOptions,
  McpOptionsFactory,
  McpRootOptions,
  McpSchemaOptions,
  McpToolCallOutcome,
} from './mcp.options.js';
export { McpBlobResource, McpResourceLink, McpToolResult } from './results/index.js';
export type {
  McpBlobResourceOptions,
  McpContentBlock,
  McpResourceLinkOptions,
  McpToolResultOptions,
} from './results/index.js';
