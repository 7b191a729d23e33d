import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { RedisMcpStore } from 'nestjs-mcp/redis';
import type { McpTaskRecord } from '../../lib/store/index.js';
import { leftBehind } from '../tasks/shared-store.js';
import { RedisServer } from '../support/redis-server.js';

const PREFIX = '{expiry}:';
const LIMITS = { max: 10, maxPerPrincipal: 10 };
const HOUR = 3_600_000;

let server: RedisServer;
let redis: Redis;
beforeAll(async () => {
  server = await RedisServer.start();
  redis = new Redis(server.url);
});
afterAll(async () => {
  redis.disconnect();
  await server.close();
});

describe('a task in Redis', () => {
  let store: RedisMcpStore;
  let task: McpTaskRecord;

  beforeEach(async () => {
    await redis.flushall();
    store = new RedisMcpStore(server.url, { prefix: PREFIX });
    task = leftBehind({ createdAt: Date.now(), ttlMs: HOUR });
    await store.tasks.add(task, LIMITS);
  });
  afterEach(() => store.close());

  const key = () => `${PREFIX}task:${task.id}`;
  const member = () => `${task.id}:${task.owner}`;

  async function replace(part: Partial<McpTaskRecord>): Promise<void> {
    task = { ...task, ...part, revision: task.revision + 1 };
    expect(await store.tasks.replace(task)).toBe(true);
  }

  it('expires in Redis when its record says so, from the beginning and after every change of ttlMs', async () => {
    expect(await redis.pexpiretime(key())).toBe(task.createdAt + HOUR);
    await replace({ ttlMs: HOUR / 2 });
    expect(await redis.pexpiretime(key())).toBe(task.createdAt + HOUR / 2);
    expect(await redis.zscore(`${PREFIX}tasks`, member())).toBe(String(task.createdAt + HOUR / 2));
    await replace({ ttlMs: 2 * HOUR });
    expect(await redis.pexpiretime(key())).toBe(task.createdAt + 2 * HOUR);
    expect(await redis.zscore(`${PREFIX}tasks`, member())).toBe(String(task.createdAt + 2 * HOUR));
    await replace({ ttlMs: null });
    expect(await redis.pttl(key())).toBe(-1);
    await replace({ ttlMs: HOUR });
    expect(await redis.pexpiretime(key())).toBe(task.createdAt + HOUR);
  });

  it('does not change when it expires by a change of something else', async () => {
    await replace({ leaseUntil: Date.now() + 1_000 });
    expect(await redis.pexpiretime(key())).toBe(task.createdAt + HOUR);
  });

  it('leaves nothing behind when it has expired and another one comes', async () => {
    await replace({ ttlMs: 1, leaseUntil: undefined, runner: undefined });
    while ((await redis.exists(key())) === 1) {
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    const next = { ...leftBehind(), id: 'next', owner: 'custom:bob', createdAt: Date.now() };
    expect(await store.tasks.add(next, { max: 1, maxPerPrincipal: 1 })).toBe(true);
    expect((await redis.keys(`${PREFIX}*`)).sort()).toEqual(
      ['task:next', 'tasks', 'tasks:leases', 'tasks:owners'].map((name) => PREFIX + name),
    );
    expect(await redis.hgetall(`${PREFIX}tasks:owners`)).toEqual({ 'custom:bob': '1' });
    expect(await redis.zrange(`${PREFIX}tasks:leases`, 0, -1)).toEqual(['next']);
  });
});
