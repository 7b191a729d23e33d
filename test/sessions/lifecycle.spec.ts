import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { McpModule } from 'nestjs-mcp';
import type { McpModuleOptions, McpSessionOptions, McpSessionRecord, McpSessionStore } from 'nestjs-mcp';
import { PLATFORMS, startApp } from '../support/running-app.js';
import type { RunningApp } from '../support/running-app.js';
import { SessionClient } from './session-client.js';
import { createSessionController, Signals } from './session-tools.fixture.js';

describe.each(PLATFORMS)('a session on %s', (platform) => {
  let server: RunningApp;
  let client: SessionClient;

  async function start(options: McpModuleOptions = { sessions: true }): Promise<void> {
    server = await startApp({
      platform,
      module: {
        imports: [McpModule.forRoot(options)],
        controllers: [createSessionController(new Signals())],
      },
    });
    client = new SessionClient(server.mcp);
  }

  beforeEach(() => start());
  afterEach(async () => {
    await server.close();
    await client.wire.assertValidMessages();
  });

  async function restart(sessions: boolean | McpSessionOptions, more: McpModuleOptions = {}): Promise<void> {
    await server.close();
    await start({ sessions, ...more });
  }

  it('begins with initialize, by an id of visible ASCII that nobody can guess', async () => {
    const { message, status } = await client.begin();
    expect(status).toBe(200);
    expect(client.sessionId).toMatch(/^[\x21-\x7e]{32,}$/);
    expect(message.result?.['capabilities']).toEqual({
      tools: { listChanged: true },
      prompts: { listChanged: true },
      resources: { listChanged: true, subscribe: true },
      logging: {},
    });
    const first = client.sessionId;
    await client.begin();
    expect(client.sessionId).not.toBe(first);
  });

  it('begins anew with initialize, whatever id comes with it', async () => {
    client.extraHeaders = { 'mcp-session-id': 'unknown' };
    expect((await client.begin()).status).toBe(200);
  });

  it.each(['2025-11-25', '2025-06-18', '2025-03-26'])(
    'remembers what a client of %s said',
    async (version) => {
      await client.begin({ sampling: {}, elicitation: {} }, version);
      client.extraHeaders = version === '2025-03-26' ? { 'mcp-protocol-version': '2025-03-26' } : {};
      expect((await client.tell('notifications/initialized')).status).toBe(202);
      const { said } = await client.ask('tools/call', { name: 'who' });
      expect(JSON.parse(said)).toEqual({
        version,
        client: 'by-hand',
        capabilities: ['elicitation', 'sampling'],
        can: version !== '2025-03-26',
      });
    },
  );

  it('ends with DELETE; then everything is 404', async () => {
    await client.begin();
    const ended = await client.end();
    expect([ended.status, ended.text]).toEqual([204, '']);
    const asked = await client.ask('tools/list', {}, 'seven');
    expect(asked.status).toBe(404);
    expect(asked.message).toMatchObject({ id: 'seven', error: { code: -32600 } });
    expect((await client.tell('notifications/initialized')).status).toBe(404);
    expect((await client.post({ jsonrpc: '2.0', id: 1, result: {} }, client.headers)).status).toBe(404);
    expect((await client.send('GET', client.headers)).status).toBe(404);
    expect((await client.end()).status).toBe(404);
  });

  it('belongs to the one who began it', async () => {
    client.extraHeaders = { authorization: 'Bearer a' };
    await client.begin();
    const own = client.sessionId;
    expect((await client.ask('ping')).status).toBe(200);
    for (const headers of [{ authorization: 'Bearer b' }, {}] as Record<string, string>[]) {
      client.extraHeaders = headers;
      expect((await client.ask('ping')).status).toBe(404);
      expect((await client.tell('notifications/cancelled', { requestId: 1 })).status).toBe(404);
      expect((await client.send('GET', client.headers)).status).toBe(404);
      expect((await client.end()).status).toBe(404);
    }
    client.extraHeaders = { authorization: 'Bearer a' };
    client.sessionId = own;
    expect((await client.ask('ping')).status).toBe(200);
  });

  it('is not needed', async () => {
    expect((await client.callTool('who')).status).toBe(200);
    expect((await client.legacy('tools/list')).message.result).toHaveProperty('tools');
    expect((await client.legacy('logging/setLevel', { level: 'info' })).message.error?.code).toBe(-32601);
    expect((await client.send('GET', { accept: 'text/event-stream' })).status).toBe(405);
    expect((await client.send('DELETE')).status).toBe(204);
  });

  it('is nothing to modern requests', async () => {
    const answer = await client.modern('tools/list', {}, { 'mcp-session-id': 'unknown' });
    expect(answer.status).toBe(200);
    for (const method of ['logging/setLevel', 'resources/subscribe', 'resources/unsubscribe']) {
      const { status, message } = await client.modern(method);
      expect([status, message.error?.code]).toEqual([404, -32601]);
    }
  });

  it('expires when nobody uses it', async () => {
    await restart({ ttlMs: 100 });
    await client.begin();
    expect((await client.ask('ping')).status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect((await client.ask('ping')).status).toBe(404);
  });

  it.each([
    ['in all', { max: 1 }],
    ['for one caller', { maxPerPrincipal: 1 }],
  ])('is not given when there is no room %s: the client goes without', async (_label, limits) => {
    await restart(limits);
    await client.begin();
    const first = client.sessionId;
    const { status, message } = await client.begin();
    expect([status, client.sessionId]).toEqual([200, undefined]);
    expect(message.result?.['capabilities']).toEqual({ tools: {}, prompts: {}, resources: {} });
    expect((await client.ask('tools/list')).status).toBe(200);
    client.sessionId = first;
    await client.end();
    await client.begin();
    expect(client.sessionId).toBeDefined();
  });

  it('lives in the store that is given, across processes', async () => {
    const records = new Map<string, McpSessionRecord>();
    const store: McpSessionStore = {
      add: (session) => Promise.resolve(Boolean(records.set(session.id, session))),
      get: (id) => Promise.resolve(structuredClone(records.get(id))),
      replace: (session) => {
        const isNext = records.get(session.id)?.revision === session.revision - 1;
        return Promise.resolve(isNext && Boolean(records.set(session.id, session)));
      },
      delete: (id) => Promise.resolve(records.delete(id)),
    };
    await restart({ store });
    await client.begin({ roots: {} });
    await client.ask('logging/setLevel', { level: 'error' });
    const { sessionId } = client;
    await restart({ store });
    client.sessionId = sessionId;
    expect(JSON.parse((await client.ask('tools/call', { name: 'who' })).said)).toMatchObject({
      client: 'by-hand',
      capabilities: ['roots'],
    });
    expect(records.get(sessionId!)?.logLevel).toBe('error');
    await client.end();
    expect(records.size).toBe(0);
  });

  it('serves the batches of 2025-03-26', async () => {
    await client.begin({}, '2025-03-26');
    const answer = await client.post(
      [
        { jsonrpc: '2.0', id: 1, method: 'logging/setLevel', params: { level: 'info' } },
        { jsonrpc: '2.0', method: 'notifications/roots/list_changed' },
        { jsonrpc: '2.0', id: 2, method: 'ping' },
      ],
      client.headers,
    );
    expect(JSON.parse(answer.text)).toEqual([
      { jsonrpc: '2.0', id: 1, result: {} },
      { jsonrpc: '2.0', id: 2, result: {} },
    ]);
    client.sessionId = 'unknown';
    const unknown = await client.post([{ jsonrpc: '2.0', id: 1, method: 'ping' }], client.headers);
    expect(unknown.status).toBe(404);
  });
});

describe('the option "sessions"', () => {
  it.each([
    [[], 'must be true, false or an object'],
    [{ ttl: 1 }, 'has the key "ttl"'],
    [{ ttlMs: 0 }, 'must have a whole number from 1 to 2147483647 as "ttlMs"'],
    [{ store: {} }, 'must have an object with the methods add, get, replace, delete as "store"'],
  ])('%j is wrong', async (sessions, message) => {
    await expect(
      startApp({
        platform: 'fastify',
        module: { imports: [McpModule.forRoot({ sessions } as McpModuleOptions)] },
      }),
    ).rejects.toThrow(message);
  });
});
