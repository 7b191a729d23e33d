export { LiveCatalog } from './live-catalog.js';
export { McpCatalog } from './mcp-catalog.js';
