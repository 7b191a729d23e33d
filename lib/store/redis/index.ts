export { RedisMcpStore } from './redis-mcp-store.js';
export type { RedisMcpStoreOptions } from './redis-mcp-store.js';
