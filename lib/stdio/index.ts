export { longSession } from './long-session.js';
export { McpStdio } from './mcp-stdio.js';
export type { McpStdioOptions, McpStdioServer } from './mcp-stdio-options.interface.js';
export { isForStdio } from './stdio-adapters.js';
