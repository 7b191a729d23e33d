import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { McpCatalog, McpNotifier } from 'nestjs-mcp';
import { RedisMcpStore } from 'nestjs-mcp/redis';
import { SessionClient } from '../sessions/session-client.js';
import { eventIds, SessionStreams } from '../sessions/session-streams.js';
import type { RawExchange } from '../support/raw-exchange.js';
import { sendModern } from '../support/raw-exchange.js';
import { RedisServer } from '../support/redis-server.js';
import { PLATFORMS } from '../support/running-app.js';
import { startInstance } from './instances.js';
import type { Instance } from './instances.js';

const WATCH = { notifications: { toolsListChanged: true, resourceSubscriptions: ['nest://menu'] } };

let redis: RedisServer;
let count = 0;
beforeAll(async () => {
  redis = await RedisServer.start();
});
afterAll(() => redis.close());

describe.each(PLATFORMS)('two instances on %s with one Redis', (platform) => {
  let prefix: string;
  let first: Instance;
  let second: Instance;
  /** The client of one session, at the first and at the second instance. */
  let here: SessionClient;
  let there: SessionClient;
  let streamsHere: SessionStreams;
  let streamsThere: SessionStreams;
  const exchanges: RawExchange[] = [];

  function start(): Promise<Instance> {
    return startInstance(platform, new RedisMcpStore(redis.url, { prefix }));
  }

  beforeEach(async () => {
    prefix = `{scale-${++count}}:`;
    [first, second] = await Promise.all([start(), start()]);
    here = new SessionClient(first.mcp);
    there = new SessionClient(second.mcp);
    streamsHere = new SessionStreams(here);
    streamsThere = new SessionStreams(there);
    await here.begin({ elicitation: { form: {} } });
    there.sessionId = here.sessionId;
  });
  afterEach(async () => {
    for (const { signals } of [first, second]) {
      signals.mayEnd.open();
    }
    [streamsHere, streamsThere].forEach((streams) => streams.closeAll());
    exchanges.splice(0).forEach((exchange) => exchange.close());
    // Something that is recorded in any case.
    await there.ask('ping');
    await Promise.all([first.close(), second.close()]);
    await here.wire.assertValidMessages();
    await there.wire.assertValidMessages();
  });

  function keep(exchange: RawExchange): RawExchange {
    exchanges.push(exchange);
    return exchange;
  }

  it('serve each other’s sessions', async () => {
    const who = await there.ask('tools/call', { name: 'who' });
    expect(JSON.parse(who.said)).toMatchObject({ client: 'by-hand', can: true });
    expect((await there.tell('notifications/initialized')).status).toBe(202);
  });

  it('keep to the log level that the other one was told', async () => {
    await there.ask('logging/setLevel', { level: 'error' });
    const logs = await streamsHere.call('logs').whole();
    expect(logs.messages.slice(0, -1).map(({ params }) => params?.['data'])).toEqual(['trouble']);
  });

  it('lose no subscription of many that come at once', async () => {
    const stream = await streamsHere.listen();
    const uris = Array.from({ length: 20 }, (_, index) => `nest://things/${index}`);
    const answers = await Promise.all(
      uris.map((uri, index) => (index % 2 ? here : there).ask('resources/subscribe', { uri }, `s${index}`)),
    );
    expect(answers.map(({ message }) => message.result)).toEqual(uris.map(() => ({})));
    uris.forEach((uri) => second.app.get(McpNotifier).resourceUpdated(uri));
    await stream.until(({ messages }) => messages.length >= uris.length);
    expect(stream.messages.map(({ params }) => params?.['uri'])).toEqual(uris);
  });

  it('tell the one stream of a session what changes on either, once', async () => {
    const stream = await streamsHere.listen();
    await there.ask('resources/subscribe', { uri: 'nest://menu' });
    second.app.get(McpNotifier).resourceUpdated('nest://menu');
    second.app.get(McpNotifier).resourceUpdated('nest://other');
    await stream.until(({ messages }) => messages.length === 1);
    second.app.get(McpNotifier).toolsChanged();
    await stream.until(({ messages }) => messages.length === 2);
    first.app.get(McpNotifier).promptsChanged();
    await stream.until(({ messages }) => messages.length === 3);
    expect(stream.methods).toEqual([
      'notifications/resources/updated',
      'notifications/tools/list_changed',
      'notifications/prompts/list_changed',
    ]);
  });

  it('send a message on one stream only, the one that was opened last', async () => {
    const old = await streamsHere.listen();
    const young = await streamsThere.listen();
    // The first instance hears over Redis that its stream is not the one any more; what it sends before that goes to both.
    await new Promise((resolve) => setTimeout(resolve, 200));
    first.app.get(McpNotifier).toolsChanged();
    await young.until(({ messages }) => messages.length === 1);
    first.app.get(McpNotifier).promptsChanged();
    await young.until(({ messages }) => messages.length === 2);
    expect(old.methods).toEqual([]);
  });

  it('tell listeners of 2026-07-28 what is published on the other, and nobody twice', async () => {
    const listeners = [first, second].map(({ mcp }) => keep(sendModern(mcp, 'subscriptions/listen', WATCH)));
    for (const listener of listeners) {
      await listener.until(({ messages }) => messages.length === 1);
    }
    second.app.get(McpNotifier).resourceUpdated('nest://menu');
    first.app.get(McpCatalog).addTool({ name: 'extra', description: 'Extra', handler: () => 'extra' });
    for (const listener of listeners) {
      await listener.until(({ messages }) => messages.length === 3);
      expect(listener.methods.sort()).toEqual([
        'notifications/resources/updated',
        'notifications/subscriptions/acknowledged',
        'notifications/tools/list_changed',
      ]);
    }
  });

  it('bring the answer to a question to the call that has asked', async () => {
    const call = streamsHere.call('remove');
    await call.until(({ messages }) => messages.length === 1);
    const { id } = call.messages[0]!;
    const result = { action: 'accept', content: { confirm: true } };
    const answer = await there.post({ jsonrpc: '2.0', id, result }, there.headers);
    expect(answer.status).toBe(202);
    await call.ended;
    expect(call.messages.at(-1)).toMatchObject({
      result: { content: [{ text: '{"removed":"a.txt"}' }] },
    });
  });

  it('ask on the stream that the other one has when the call has none', async () => {
    const stream = await streamsThere.listen();
    const call = streamsHere.call('remove', 1, { accept: 'application/json' });
    await stream.until(({ messages }) => messages.length === 1);
    expect(stream.methods).toEqual(['elicitation/create']);
    await there.post(
      { jsonrpc: '2.0', id: stream.messages[0]!.id, result: { action: 'decline' } },
      there.headers,
    );
    await call.ended;
    expect(JSON.stringify(call.messages)).toContain('the user declined');
  });

  it('do not take the answer of another session', async () => {
    const call = streamsHere.call('remove');
    await call.until(({ messages }) => messages.length === 1);
    const other = new SessionClient(second.mcp);
    await other.begin();
    const { id } = call.messages[0]!;
    await other.post(
      { jsonrpc: '2.0', id, result: { action: 'accept', content: { confirm: true } } },
      other.headers,
    );
    await there.post({ jsonrpc: '2.0', id, result: { action: 'decline' } }, there.headers);
    await call.ended;
    expect(JSON.stringify(call.messages.at(-1))).toContain('the user declined');
  });

  it('cancel a call of the other', async () => {
    streamsHere.call('wait', 'w');
    await first.signals.begun.opened;
    const answer = await there.tell('notifications/cancelled', { requestId: 'w' });
    expect(answer.status).toBe(202);
    await first.signals.aborted.opened;
  });

  it('end what is open of a session that the client ends at the other', async () => {
    const stream = await streamsHere.listen();
    streamsHere.call('wait', 'w');
    await first.signals.begun.opened;
    expect((await there.end()).status).toBe(204);
    await stream.ended;
    await first.signals.aborted.opened;
    expect((await here.ask('ping')).status).toBe(404);
  });

  describe('a stream that is lost', () => {
    it('of a call goes on at the other, with what was missed, what comes, and the end', async () => {
      const call = streamsHere.call('steps');
      await call.until(({ messages }) => messages.length === 1);
      const [primed, seen] = eventIds(call);
      call.close();
      const again = await streamsThere.listen(primed);
      await again.until(({ messages }) => messages.length === 1);
      first.signals.mayEnd.open();
      await again.ended;
      expect(again.messages.map(({ params, result }) => params?.['progress'] ?? result?.['content'])).toEqual(
        [1, 2, 3, [{ type: 'text', text: 'done' }]],
      );
      expect(eventIds(again)[0]).toBe(seen);
      const late = await streamsThere.listen(eventIds(again).at(-2));
      await late.ended;
      expect(late.messages).toMatchObject([{ id: 1, result: {} }]);
    });

    it('of a call goes on at the first again', async () => {
      const call = streamsHere.call('steps');
      await call.until(({ messages }) => messages.length === 1);
      call.close();
      const away = await streamsThere.listen(eventIds(call).at(-1));
      const back = await streamsHere.listen(eventIds(call).at(-1));
      await away.ended;
      first.signals.mayEnd.open();
      await back.ended;
      expect([away.messages.length, back.messages.length]).toEqual([0, 3]);
    });

    it('that the handler closes goes on at the other', async () => {
      const call = streamsHere.call('away');
      await call.ended;
      const again = await streamsThere.listen(eventIds(call).at(-1));
      first.signals.mayEnd.open();
      await again.ended;
      expect(again.messages).toMatchObject([{ result: { content: [{ text: 'back' }] } }]);
    });

    it('of a call that has ended meanwhile is read to its end', async () => {
      const call = streamsHere.call('steps');
      await call.until(({ messages }) => messages.length === 1);
      call.close();
      await first.signals.begun.opened;
      first.signals.mayEnd.open();
      const again = await streamsThere.listen(eventIds(call).at(-1));
      await again.ended;
      expect(again.messages).toHaveLength(3);
    });

    it('of GET goes on at the other, with what was missed and what comes', async () => {
      const stream = await streamsHere.listen();
      first.app.get(McpNotifier).toolsChanged();
      await stream.until(({ messages }) => messages.length === 1);
      const [primed] = eventIds(stream);
      stream.close();
      await stream.ended;
      const again = await streamsThere.listen(primed);
      await again.until(({ messages }) => messages.length === 1);
      first.app.get(McpNotifier).promptsChanged();
      await again.until(({ messages }) => messages.length === 2);
      second.app.get(McpNotifier).resourcesChanged();
      await again.until(({ messages }) => messages.length === 3);
      expect(again.methods).toEqual([
        'notifications/tools/list_changed',
        'notifications/prompts/list_changed',
        'notifications/resources/list_changed',
      ]);
    });

    it('of GET goes on at the other when its instance has gone', async () => {
      const stream = await streamsHere.listen();
      first.app.get(McpNotifier).toolsChanged();
      await stream.until(({ messages }) => messages.length === 1);
      await first.close();
      const again = await streamsThere.listen(eventIds(stream)[0]);
      await again.until(({ messages }) => messages.length === 1);
      second.app.get(McpNotifier).promptsChanged();
      await again.until(({ messages }) => messages.length === 2);
      first = await start();
    });

    it('cannot be had by another session', async () => {
      const call = streamsHere.call('steps');
      await call.until(({ messages }) => messages.length === 1);
      await there.begin();
      const answer = await streamsThere.get(eventIds(call)[0]).whole();
      expect(answer.response!.statusCode).toBe(400);
    });

    it('cannot go on from an event that never was', async () => {
      for (const id of ['x', 'gone.c1.0', 'gone.g1.0', `${'x'.repeat(65)}.c1.0`]) {
        const answer = await streamsThere.get(id).whole();
        expect(answer.response!.statusCode).toBe(400);
      }
    });
  });
});
