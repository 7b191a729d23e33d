import type { LoggerService } from '@nestjs/common';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { McpNotifier } from 'nestjs-mcp';
import { RedisMcpStore } from 'nestjs-mcp/redis';
import { SessionClient } from '../sessions/session-client.js';
import { eventIds, SessionStreams } from '../sessions/session-streams.js';
import type { EndpointAnswer } from '../support/endpoint-client.js';
import { sendModern } from '../support/raw-exchange.js';
import { RedisServer } from '../support/redis-server.js';
import { PLATFORMS } from '../support/running-app.js';
import { startInstance } from './instances.js';
import type { Instance } from './instances.js';

class Lines implements LoggerService {
  readonly errors: string[] = [];
  readonly news: string[] = [];

  log(line: string): void {
    this.news.push(line);
  }

  error(line: string): void {
    this.errors.push(line);
  }

  warn(line: string): void {
    this.errors.push(line);
  }
}

const UNAVAILABLE = { code: -32603, message: expect.stringContaining('cannot be reached now') as unknown };

describe.each(PLATFORMS)('when Redis is away, an instance on %s', (platform) => {
  let redis: RedisServer;
  let lines: Lines;
  let instance: Instance;
  let client: SessionClient;
  let streams: SessionStreams;

  async function start(commandTimeoutMs = 300): Promise<void> {
    lines = new Lines();
    instance = await startInstance(platform, new RedisMcpStore(redis.url, { commandTimeoutMs }), {}, lines);
    client = new SessionClient(instance.mcp);
    streams = new SessionStreams(client);
  }

  beforeEach(async () => {
    redis = await RedisServer.start();
    await start();
  });
  afterEach(async () => {
    instance.signals.mayEnd.open();
    streams.closeAll();
    await instance.close();
    await redis.close();
    await client.wire.assertValidMessages();
  });

  async function untilServed(): Promise<EndpointAnswer> {
    for (;;) {
      const answer = await client.ask('ping');
      if (answer.status !== 503) {
        return answer;
      }
    }
  }

  it('answers what needs it with an error that says so, and everything else as before', async () => {
    await client.begin();
    await redis.kill();
    const refused = await client.ask('tools/call', { name: 'who' }, 'mine');
    expect([refused.status, refused.message]).toEqual([
      503,
      { jsonrpc: '2.0', id: 'mine', error: UNAVAILABLE },
    ]);
    const more = await Promise.all([
      client.tell('notifications/initialized'),
      client.end(),
      client.send('GET', client.headers),
      new SessionClient(instance.mcp).begin(),
    ]);
    expect(more.map(({ status, message }) => [status, message.error])).toEqual(
      more.map(() => [503, UNAVAILABLE]),
    );
    const alone = new SessionClient(instance.mcp);
    expect((await alone.legacy('tools/call', { name: 'who' })).status).toBe(200);
    expect((await alone.modern('tools/call', { name: 'who' })).status).toBe(200);
  });

  it('says so once, and once that it is over', async () => {
    await client.begin();
    await redis.kill();
    for (let count = 0; count < 20; count++) {
      await client.ask('ping');
      instance.app.get(McpNotifier).toolsChanged();
    }
    expect(lines.errors).toEqual([expect.stringMatching(/^Redis cannot be reached: .+HTTP 503/)]);
    await redis.start();
    expect((await untilServed()).status).toBe(200);
    await redis.kill();
    await client.ask('ping');
    await redis.start();
    await untilServed();
    expect(lines.errors).toHaveLength(2);
    expect(lines.news.filter((line) => line === 'Redis can be reached again').length).toBeGreaterThan(0);
  });

  it('goes on with the sessions when it is back, and hears the others again', async () => {
    await client.begin();
    await redis.kill();
    await client.ask('ping');
    await redis.start();
    expect((await untilServed()).status).toBe(200);
    const stream = await streams.listen();
    const other = await startInstance(platform, new RedisMcpStore(redis.url));
    // The connection that listens comes back by itself, in its own time.
    while (stream.messages.length === 0) {
      other.app.get(McpNotifier).toolsChanged();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await other.close();
  });

  it('ends the calls that it has begun, and tells its own listeners of changes', async () => {
    await client.begin();
    const call = streams.call('steps');
    const listener = sendModern(instance.mcp, 'subscriptions/listen', {
      notifications: { toolsListChanged: true },
    });
    await call.until(({ messages }) => messages.length === 1);
    await listener.until(({ messages }) => messages.length === 1);
    await redis.kill();
    instance.app.get(McpNotifier).toolsChanged();
    await listener.until(({ messages }) => messages.length === 2);
    instance.signals.mayEnd.open();
    await call.ended;
    expect(call.messages.at(-1)).toMatchObject({ result: { content: [{ text: 'done' }] } });
    expect(eventIds(call).length).toBe(5);
    listener.close();
  });

  it('that keeps its connections and is silent is waited for no longer than said', async () => {
    await client.begin();
    redis.freeze();
    expect((await client.ask('ping')).status).toBe(503);
    expect((await client.ask('ping')).status).toBe(503);
    redis.wake();
    expect((await untilServed()).status).toBe(200);
    expect(lines.errors).toHaveLength(1);
  });

  it('starts without it', async () => {
    await instance.close();
    await redis.kill();
    await start();
    expect((await client.begin()).status).toBe(503);
    expect((await client.legacy('tools/call', { name: 'who' })).status).toBe(200);
    await redis.start();
    while ((await client.begin()).status === 503);
    expect((await client.ask('ping')).status).toBe(200);
    const stream = await streams.listen();
    const other = await startInstance(platform, new RedisMcpStore(redis.url));
    while (stream.messages.length === 0) {
      other.app.get(McpNotifier).toolsChanged();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await other.close();
  });
});
