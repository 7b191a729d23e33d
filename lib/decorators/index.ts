export { McpAnnotations } from './mcp-annotations.decorator.js';
export { McpContext } from './mcp-context.decorator.js';
export { McpHeader } from './mcp-header.decorator.js';
export { McpParam } from './mcp-param.decorator.js';
export { McpReadOnly } from './mcp-read-only.decorator.js';
export { McpTool } from './mcp-tool.decorator.js';
