import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Cluster, Redis } from 'ioredis';
import { RedisMcpStore } from 'nestjs-mcp/redis';
import { RedisServer } from '../support/redis-server.js';

const SESSION = {
  id: 'a',
  revision: 1,
  principal: 'id:ada',
  owner: 'id:ada',
  version: '2025-11-25',
  clientCapabilities: {},
  subscriptions: [],
};
const LIMITS = { max: 1, maxPerPrincipal: 1 };

/** Whether everything that the store does works: scripts, streams, publish and subscribe. */
async function use(store: RedisMcpStore): Promise<void> {
  expect(await store.sessions.add(SESSION, 60_000, LIMITS)).toBe(true);
  expect(await store.sessions.add({ ...SESSION, id: 'b' }, 60_000, LIMITS)).toBe(false);
  expect(await store.sessions.get('a', 60_000)).toEqual(SESSION);
  await store.events.append('s', 0, 'begin', 60_000, 10);
  expect(await store.events.after('s', 0)).toEqual([]);
  const heard = new Promise((resolve) => {
    void store.bus.listen('t', resolve).then(() => store.bus.publish('t', 'hello'));
  });
  expect(await heard).toBe('hello');
}

describe('RedisMcpStore', () => {
  let redis: RedisServer;
  let client: Redis | Cluster | undefined;
  let store: RedisMcpStore;
  afterEach(async () => {
    await store.close();
    client?.disconnect();
    client = undefined;
    await redis.close();
  });

  describe('with one server', () => {
    beforeEach(async () => {
      redis = await RedisServer.start('--requirepass', 'secret');
    });

    it('takes a URL', async () => {
      store = new RedisMcpStore(redis.url.replace('//', '//:secret@'));
      await use(store);
    });

    it('takes options of ioredis', async () => {
      store = new RedisMcpStore({ host: '127.0.0.1', port: redis.port, password: 'secret', db: 3 });
      await use(store);
    });

    it('takes a client, and leaves it alone', async () => {
      const given = new Redis(redis.port, '127.0.0.1', { password: 'secret', keyPrefix: 'mine:' });
      client = given;
      store = new RedisMcpStore(given, { prefix: 'tools:' });
      await use(store);
      await store.close();
      expect(await given.get('x')).toBeNull();
      const keys = await given.keys('*');
      expect(keys.sort()).toEqual([
        'tools:events:s',
        'tools:session:a',
        'tools:sessions',
        'tools:sessions:owners',
      ]);
    });
  });

  describe('with a cluster', () => {
    beforeEach(async () => {
      redis = await RedisServer.start('--cluster-enabled', 'yes', '--cluster-announce-ip', '127.0.0.1');
      const admin = new Redis(redis.port, '127.0.0.1');
      await admin.call('CLUSTER', 'ADDSLOTSRANGE', '0', '16383');
      while (!String(await admin.call('CLUSTER', 'INFO')).includes('cluster_state:ok')) {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      admin.disconnect();
      client = new Cluster([{ host: '127.0.0.1', port: redis.port }]);
    });

    it('keeps everything in one slot', async () => {
      store = new RedisMcpStore(client!, { commandTimeoutMs: 15_000 });
      // It may come before the cluster has told its nodes of each other.
      const isReady = () =>
        store!.sessions.get('none', 1).then(
          () => true,
          () => false,
        );
      while (!(await isReady())) {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      await use(store);
    });

    it('needs a hash tag', () => {
      store = new RedisMcpStore(client!);
      expect(() => new RedisMcpStore(client!, { prefix: 'tools:' })).toThrow('needs a hash tag');
    });
  });
});
