import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { RedisMcpStore } from 'nestjs-mcp/redis';
import { SessionClient } from '../sessions/session-client.js';
import { eventIds, SessionStreams } from '../sessions/session-streams.js';
import { ChildProgram, compileChild } from '../shutdown/child-program.js';
import { RedisServer } from '../support/redis-server.js';
import { PLATFORMS } from '../support/running-app.js';
import { startInstance } from './instances.js';

let path: string;
let redis: RedisServer;
beforeAll(() => {
  path = compileChild();
});
beforeEach(async () => {
  redis = await RedisServer.start();
});
afterEach(() => redis.close());

describe.each(PLATFORMS)('a process with an instance on %s', (platform) => {
  let child: ChildProgram;

  afterEach(() => child.kill());

  async function listening(): Promise<SessionClient> {
    child = new ChildProgram(path, [platform, 'listens', '200', 'false', redis.url]);
    const { url } = await child.read();
    return new SessionClient(new URL(url as string));
  }

  async function expectEnd(): Promise<void> {
    child.terminate();
    expect(await child.read()).toEqual({ held: [], timers: [] });
    expect(await child.ended).toEqual({ code: 0, signal: null });
  }

  it('ends by itself when the application closes, with Redis there', async () => {
    const client = await listening();
    await client.begin();
    const streams = new SessionStreams(client);
    await streams.listen();
    await expectEnd();
    streams.closeAll();
  });

  it('ends by itself when the application closes, with Redis away', async () => {
    const client = await listening();
    await client.begin();
    await redis.kill();
    expect((await client.ask('ping')).status).toBe(503);
    await expectEnd();
  });

  it('ends by itself when Redis was never there', async () => {
    await redis.kill();
    child = new ChildProgram(path, [platform, 'stays-silent', '200', 'false', redis.url]);
    expect(await child.read()).toEqual({ held: [], timers: [] });
    expect(await child.ended).toEqual({ code: 0, signal: null });
  });

  it('that is killed leaves a call behind, whose client gets an error from another instance', async () => {
    const other = await startInstance(platform, new RedisMcpStore(redis.url));
    const client = await listening();
    await client.begin();
    const there = new SessionClient(other.mcp);
    there.sessionId = client.sessionId;
    const streams = [client, there].map((each) => new SessionStreams(each));
    const call = streams[0]!.call('long', 'lost');
    await call.until(({ messages }) => messages.length > 0);
    child.kill();
    await call.ended;
    const again = await streams[1]!.listen(eventIds(call).at(-1));
    await again.ended;
    expect(again.messages).toEqual([
      {
        jsonrpc: '2.0',
        id: 'lost',
        error: { code: -32603, message: expect.stringContaining('is not there any more') },
      },
    ]);
    expect((await there.ask('ping')).status).toBe(200);
    await other.close();
  });
});
