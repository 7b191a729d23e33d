import { createHash } from 'node:crypto';
import type { RedisClient } from './redis-client.js';

/** A Lua script, sent in full only where Redis does not know it yet. */
export class RedisScript {
  private readonly digest: string;

  constructor(private readonly source: string) {
    this.digest = createHash('sha1').update(source).digest('hex');
  }

  async run(
    client: RedisClient,
    keys: readonly string[],
    args: readonly (string | number)[],
  ): Promise<unknown> {
    try {
      return await client.evalsha(this.digest, keys.length, ...keys, ...args);
    } catch (error) {
      if (error instanceof Error && error.message.startsWith('NOSCRIPT')) {
        return client.eval(this.source, keys.length, ...keys, ...args);
      }
      throw error;
    }
  }
}
