import { afterAll, beforeAll } from '@jest/globals';
import { RedisMcpStore } from 'nestjs-mcp/redis';
import { RedisServer } from '../support/redis-server.js';
import { describeEventStore } from './event-store.contract.js';
import { describeMessageBus } from './message-bus.contract.js';
import { describeSessionStore } from './session-store.contract.js';
import { describeTaskStore } from './task-store.contract.js';

let server: RedisServer;
let count = 0;
beforeAll(async () => {
  server = await RedisServer.start();
});
afterAll(() => server.close());

function open(): Promise<RedisMcpStore> {
  return Promise.resolve(new RedisMcpStore(server.url, { prefix: `{test-${++count}}:` }));
}

describeSessionStore('Redis', open);
describeTaskStore('Redis', open);
describeEventStore('Redis', open);
describeMessageBus('Redis', open);
