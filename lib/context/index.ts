export { getMcpContext } from './get-mcp-context.js';
