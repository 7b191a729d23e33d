import { setTimeout as wait } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { Redis } from 'ioredis';
import { McpNotifier } from 'nestjs-mcp';
import { REDIS } from '../redis/redis.constants.js';

const KEY = 'stock';

interface Watcher {
  readonly signal?: AbortSignal;
  reportProgress(done: number, total: number, message: string): void;
}

/** What is in the store room. It is kept in Redis, so that all instances know the same. */
@Injectable()
export class StockService {
  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    private readonly notifier: McpNotifier,
  ) {}

  async get(item: string): Promise<number> {
    return Number((await this.redis.hget(KEY, item)) ?? 0);
  }

  async set(item: string, quantity: number): Promise<void> {
    await this.redis.hset(KEY, item, quantity);
    // Reaches the clients of all instances.
    this.notifier.resourceUpdated(`nest://stock/${item}`);
  }

  /** Takes a while, as somebody has to look at every shelf. */
  async count(watcher?: Watcher): Promise<number> {
    const shelves = Object.entries(await this.redis.hgetall(KEY));
    let total = 0;
    for (const [index, [item, quantity]] of shelves.entries()) {
      watcher?.reportProgress(index, shelves.length, `Counting ${item}`);
      await wait(500, undefined, { signal: watcher?.signal });
      total += Number(quantity);
    }
    return total;
  }
}
