/** What an instance is told by its environment. All instances get the same, their name excepted. */
export const settings = {
  instance: process.env.INSTANCE ?? 'alone',
  redisUrl: process.env.REDIS_URL ?? 'redis://127.0.0.1:6379',
  /** What one instance has asked a client, any other has to understand: they need the same key. */
  stateKey: process.env.MCP_STATE_KEY ?? '',
};
