import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { McpModule, McpNotifier } from 'nestjs-mcp';
import type { McpSessionOptions } from 'nestjs-mcp';
import { PLATFORMS, startApp } from '../support/running-app.js';
import type { RunningApp } from '../support/running-app.js';
import { MessageValidator } from '../support/wire/index.js';
import type { ServerMessage } from '../support/wire/index.js';
import { SessionClient } from './session-client.js';
import { eventIds, SessionStreams } from './session-streams.js';
import { createSessionController, Signals } from './session-tools.fixture.js';

describe.each(PLATFORMS)('streams of a session on %s', (platform) => {
  let server: RunningApp;
  let client: SessionClient;
  let signals: Signals;
  let streams: SessionStreams;

  async function start(sessions: McpSessionOptions = {}, keepAliveMs = 15_000): Promise<void> {
    signals = new Signals();
    server = await startApp({
      platform,
      module: {
        imports: [McpModule.forRoot({ sessions: { retryMs: 70, ...sessions }, keepAliveMs })],
        controllers: [createSessionController(signals)],
      },
    });
    client = new SessionClient(server.mcp);
    streams = new SessionStreams(client);
    await client.begin({ elicitation: {} });
  }

  beforeEach(() => start());
  afterEach(async () => {
    signals.mayEnd.open();
    streams.closeAll();
    await server.close();
    await client.wire.assertValidMessages();
  });

  describe('GET', () => {
    it('opens a stream, with an id to come back with', async () => {
      const stream = await streams.listen();
      await stream.until(({ text }) => text.includes('\n\n'));
      expect(stream.response!.headers).toMatchObject({
        'content-type': 'text/event-stream',
        'cache-control': 'no-cache, no-transform',
      });
      expect(stream.text).toMatch(/^id: \S+\nretry: 70\ndata:\n\n$/);
    });

    it('gives no event without a message to clients of versions that do not know such', async () => {
      await client.begin({}, '2025-06-18');
      const stream = await streams.listen();
      server.app.get(McpNotifier).toolsChanged();
      await stream.until(({ messages }) => messages.length > 0);
      expect(stream.text).toMatch(/^id: \S+\nevent: message\ndata: \{.+\}\n\n$/);
    });

    it('must accept event streams', async () => {
      const answer = await client.send('GET', { ...client.headers, accept: 'application/json' });
      expect(answer.status).toBe(406);
    });

    it('must be of a version with sessions', async () => {
      const answer = await client.send('GET', { ...client.headers, 'mcp-protocol-version': '2026-07-28' });
      expect(answer.status).toBe(400);
    });

    it('brings each message on one stream only', async () => {
      const first = await streams.listen();
      const second = await streams.listen();
      server.app.get(McpNotifier).toolsChanged();
      await second.until(({ messages }) => messages.length > 0);
      expect([first.methods, second.methods]).toEqual([[], ['notifications/tools/list_changed']]);
    });

    it('is refused when a session has many', async () => {
      for (let count = 0; count < 8; count++) {
        await streams.listen();
      }
      const ninth = await streams.listen();
      expect(ninth.response!.statusCode).toBe(429);
    });

    it('brings what was missed, once, and goes on', async () => {
      const notifier = server.app.get(McpNotifier);
      await client.ask('resources/subscribe', { uri: 'nest://menu' });
      const first = await streams.listen();
      notifier.resourceUpdated('nest://menu');
      await first.until(({ messages }) => messages.length === 1);
      const [seen] = eventIds(first).slice(-1);
      first.close();
      await first.ended;
      await new Promise((resolve) => setTimeout(resolve, 50));
      notifier.toolsChanged();
      notifier.promptsChanged();
      await new Promise((resolve) => setImmediate(resolve));
      const second = await streams.listen(seen);
      notifier.resourcesChanged();
      await second.until(({ messages }) => messages.length === 3);
      expect(second.methods).toEqual([
        'notifications/tools/list_changed',
        'notifications/prompts/list_changed',
        'notifications/resources/list_changed',
      ]);
      expect(new Set([...eventIds(first), ...eventIds(second)]).size).toBe(5);
    });

    it.each(['x', '1.1', 'a.b.c', ''])('does not go on after what is no event: %j', async (id) => {
      const stream = await streams.get(id).whole();
      expect(stream.response!.statusCode).toBe(400);
    });

    it('does not go on after an event of another session', async () => {
      const stream = await streams.listen();
      await stream.until(({ text }) => text !== '');
      const [id] = eventIds(stream);
      await client.begin();
      expect((await streams.get(id).whole()).response!.statusCode).toBe(400);
    });

    it('does not go on with a gap', async () => {
      await client.ask('resources/subscribe', { uri: 'nest://menu' });
      const stream = await streams.listen();
      for (let count = 0; count < 300; count++) {
        server.app.get(McpNotifier).resourceUpdated('nest://menu');
      }
      await stream.until(({ messages }) => messages.length === 300);
      const ids = eventIds(stream);
      expect((await streams.get(ids[1]).whole()).response!.statusCode).toBe(400);
      const kept = await streams.listen(ids[290]);
      await kept.until(({ messages }) => messages.length === 10);
    });

    it('gets signs of life', async () => {
      await server.close();
      await start({}, 30);
      const stream = await streams.listen();
      await stream.until(({ text }) => text.includes(': keep-alive\n\n'));
    });

    it('ends with the session, and with the server', async () => {
      const first = await streams.listen();
      await client.end();
      expect((await first.whole()).isComplete).toBe(true);
      await client.begin();
      const second = await streams.listen();
      await server.app.close();
      expect((await second.whole()).isComplete).toBe(true);
    });
  });

  describe('a call', () => {
    it('is answered with JSON when it sends nothing before', async () => {
      const call = await streams.call('logs').whole();
      expect(call.response!.headers['content-type']).toMatch(/^application\/json/);
    });

    it('goes on without its client, who comes back for the rest', async () => {
      const call = streams.call('steps', 'a');
      await call.until(({ messages }) => messages.length === 1);
      const ids = eventIds(call);
      call.close();
      await call.ended;
      await new Promise((resolve) => setTimeout(resolve, 50));
      signals.mayEnd.open();
      await new Promise((resolve) => setTimeout(resolve, 50));
      const rest = await streams.get(ids.at(-1)).whole();
      expect(rest.messages.map(({ id, params }) => id ?? params?.['progress'])).toEqual([2, 3, 'a']);
      const all = await streams.get(ids[0]).whole();
      expect(all.messages).toHaveLength(4);
    });

    it('lets its client go, and answers on the stream that the client opens', async () => {
      const call = await streams.call('away').whole();
      expect(call.text).toMatch(/^id: \S+\nretry: 70\ndata:\n\n$/);
      expect(call.isComplete).toBe(true);
      const resumed = await streams.listen(eventIds(call)[0]);
      signals.mayEnd.open();
      await resumed.whole();
      expect(resumed.messages).toMatchObject([{ id: 1, result: { content: [{ text: 'back' }] } }]);
    });

    it.each(['2025-06-18', '2025-03-26'])('does not let a client of %s go', async (version) => {
      await client.begin({}, version);
      signals.mayEnd.open();
      const call = await streams.call('away').whole();
      expect(call.messages).toMatchObject([{ id: 1, result: {} }]);
    });

    it('is aborted when its client goes before there is a stream', async () => {
      const call = streams.call('wait');
      await signals.begun.opened;
      call.close();
      await signals.aborted.opened;
    });

    it('gets no response when it is cancelled', async () => {
      const call = streams.call('wait', 'mine');
      await signals.begun.opened;
      await client.tell('notifications/cancelled', { requestId: 'other' });
      await client.tell('notifications/cancelled', {});
      expect(signals.aborted.isOpen).toBe(false);
      expect((await client.tell('notifications/cancelled', { requestId: 'mine' })).status).toBe(202);
      await call.whole();
      expect([call.response!.statusCode, call.text]).toEqual([200, '']);
      expect(signals.aborted.isOpen).toBe(true);
    });

    it('gets no response on its stream when it is cancelled', async () => {
      const call = streams.call('steps', 7);
      await call.until(({ messages }) => messages.length === 1);
      await client.tell('notifications/cancelled', { requestId: 7 });
      await call.whole();
      signals.mayEnd.open();
      expect(call.methods).toEqual(['notifications/progress']);
    });

    it('is not cancelled from another session', async () => {
      const call = streams.call('wait', 5);
      await signals.begun.opened;
      const other = new SessionClient(server.mcp);
      await other.begin();
      await other.tell('notifications/cancelled', { requestId: 5 });
      expect(signals.aborted.isOpen).toBe(false);
      signals.mayEnd.open();
      expect((await call.whole()).messages).toMatchObject([{ id: 5, result: {} }]);
    });

    it('is aborted when the session ends', async () => {
      const call = streams.call('wait');
      await signals.begun.opened;
      await client.end();
      await signals.aborted.opened;
      await call.whole();
    });
  });

  describe('a question', () => {
    const accept = { result: { action: 'accept', content: {} } };

    async function answer(id: unknown, outcome: object, by = client): Promise<number> {
      return (await by.post({ jsonrpc: '2.0', id, ...outcome }, by.headers)).status;
    }

    it('goes out on the stream of the call', async () => {
      const listening = await streams.listen();
      const call = streams.call('remove');
      await call.until(({ messages }) => messages.length === 1);
      expect(call.messages[0]).toMatchObject({
        method: 'elicitation/create',
        params: { message: 'Delete a.txt?' },
      });
      expect(await answer(call.messages[0]!.id, accept)).toBe(202);
      await call.whole();
      expect(call.messages[1]).toMatchObject({
        id: 1,
        result: { content: [{ text: '{"removed":"a.txt"}' }] },
      });
      expect(listening.messages).toEqual([]);
    });

    it('is a valid one of 2025-06-18', async () => {
      await client.begin({ elicitation: {} }, '2025-06-18');
      const call = streams.call('remove');
      await call.until(({ messages }) => messages.length === 1);
      expect(MessageValidator.of('2025-06-18').problems(call.messages[0] as ServerMessage)).toEqual([]);
      await answer(call.messages[0]!.id, accept);
      await call.whole();
    });

    it('goes out on the GET stream when the call can have none', async () => {
      const listening = await streams.listen();
      const call = streams.call('remove', 1, { accept: 'application/json' });
      await listening.until(({ messages }) => messages.length === 1);
      await answer(listening.messages[0]!.id, accept);
      expect((await call.whole()).messages).toMatchObject([
        { result: { content: [{ text: '{"removed":"a.txt"}' }] } },
      ]);
    });

    it('cannot go out when there is no stream at all', async () => {
      const call = await streams.call('remove', 1, { accept: 'application/json' }).whole();
      expect(call.messages).toMatchObject([
        {
          result: { isError: true, content: [{ text: expect.stringContaining('has opened none with GET') }] },
        },
      ]);
    });

    it('goes out to clients that declare nothing for it never', async () => {
      await client.begin({});
      const call = await streams.call('remove').whole();
      expect(call.messages).toMatchObject([
        { result: { content: [{ text: expect.stringContaining('does not declare elicitation') }] } },
      ]);
    });

    it('is answered with an error', async () => {
      const call = streams.call('remove');
      await call.until(({ messages }) => messages.length === 1);
      await answer(call.messages[0]!.id, { error: { code: -1, message: 'no user here' } });
      await call.whole();
      expect(call.messages[1]).toMatchObject({
        result: { isError: true, content: [{ text: expect.stringContaining('no user here') }] },
      });
    });

    it('is answered with what is no answer', async () => {
      const call = streams.call('remove');
      await call.until(({ messages }) => messages.length === 1);
      await answer(call.messages[0]!.id, { result: { action: 'perhaps' } });
      await call.whole();
      expect(call.messages[1]).toMatchObject({ result: { isError: true } });
    });

    it('is not answered by anything else', async () => {
      const call = streams.call('remove');
      await call.until(({ messages }) => messages.length === 1);
      const { id } = call.messages[0]!;
      const other = new SessionClient(server.mcp);
      await other.begin();
      expect(await answer(id, accept, other)).toBe(202);
      expect(await answer('unknown', accept)).toBe(202);
      expect(await answer(1, accept)).toBe(202);
      expect((await client.post({ jsonrpc: '2.0', id, ...accept })).status).toBe(202);
      await answer(id, { result: { action: 'decline' } });
      expect(await answer(id, accept)).toBe(202);
      await call.whole();
      expect(call.messages[1]).toMatchObject({
        result: { content: [{ text: '"remove" was not run: the user declined.' }] },
      });
    });

    it('is withdrawn when no answer comes', async () => {
      await server.close();
      await start({ answerTimeoutMs: 50 });
      const call = await streams.call('remove').whole();
      const [question, cancelled, response] = call.messages;
      expect(cancelled).toMatchObject({
        method: 'notifications/cancelled',
        params: { requestId: question!.id },
      });
      expect(response).toMatchObject({
        result: { isError: true, content: [{ text: expect.stringContaining('within 50 ms') }] },
      });
    });

    it('ends with the call that asks', async () => {
      const call = streams.call('remove', 3);
      await call.until(({ messages }) => messages.length === 1);
      await client.tell('notifications/cancelled', { requestId: 3 });
      await call.whole();
      expect(call.messages).toHaveLength(1);
    });

    it('is not waited for when the server shuts down', async () => {
      const call = streams.call('remove');
      await call.until(({ messages }) => messages.length === 1);
      const closed = server.app.close();
      await call.whole();
      expect(call.messages[1]).toMatchObject({
        result: { content: [{ text: expect.stringContaining('shutting down') }] },
      });
      await closed;
    });

    it('is asked again where the client comes back', async () => {
      const call = streams.call('remove');
      await call.until(({ messages }) => messages.length === 1);
      const [first] = eventIds(call);
      call.close();
      await call.ended;
      const resumed = await streams.listen(first);
      await resumed.until(({ messages }) => messages.length === 1);
      await answer(resumed.messages[0]!.id, accept);
      await resumed.whole();
      expect(resumed.messages[1]).toMatchObject({ id: 1, result: {} });
    });
  });

  it('gives nothing but {} for changes of the session', async () => {
    for (const [method, params] of [
      ['logging/setLevel', { level: 'debug' }],
      ['resources/subscribe', { uri: 'nest://menu' }],
      ['resources/unsubscribe', { uri: 'nest://menu' }],
      ['resources/unsubscribe', { uri: 'nest://never' }],
    ] as const) {
      const { message } = await client.ask(method, params);
      expect(message).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
    }
    for (const [method, params] of [
      ['logging/setLevel', { level: 'loud' }],
      ['logging/setLevel', {}],
      ['resources/subscribe', { uri: 1 }],
    ] as const) {
      expect((await client.ask(method, params)).message.error?.code).toBe(-32602);
    }
  });
});
