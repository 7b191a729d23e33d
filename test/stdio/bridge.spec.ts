import type { Server } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { McpBearerGuard } from 'nestjs-mcp';
import { PLATFORMS, startApp } from '../support/running-app.js';
import type { PlatformName, RunningApp } from '../support/running-app.js';
import { itServes } from './client-behaviour.js';
import { INITIALIZE, LineChild } from './line-child.js';
import { localModule } from './local-app.fixture.js';
import { compilePrograms } from './programs.js';
import { answerHandshake, answerJson, ScriptedServer } from './scripted-server.js';
import type { StdioClient } from './stdio-clients.js';
import { STDIO_CLIENTS } from './stdio-clients.js';

const TOKEN = 'a-very-secret-token';

let command: string;

beforeAll(() => {
  command = compilePrograms('stdio-bridge').command;
});

function startSecured(platform: PlatformName, port?: number): Promise<RunningApp> {
  return startApp({
    platform,
    port,
    module: localModule({
      sessions: { retryMs: 50 },
      auth: {
        resource: 'https://desk.example.com/mcp',
        metadata: false,
        requiredScopes: ['desk'],
        verifyToken: (token) =>
          token.startsWith(TOKEN)
            ? { subject: 'u1', scopes: token === TOKEN ? ['desk'] : [], user: { name: 'Alice' } }
            : undefined,
      },
      guards: [McpBearerGuard],
    }),
  });
}

describe.each(PLATFORMS)('the bridge to an application on %s serves', (platform) => {
  describe.each(STDIO_CLIENTS)('$label', (kind) => {
    let app: RunningApp;
    let client: StdioClient;

    beforeAll(async () => {
      app = await startSecured(platform);
      client = await kind.connect({
        args: [command, 'bridge', app.mcp.href],
        env: { NESTJS_MCP_TOKEN: TOKEN },
      });
    }, 60_000);

    afterAll(async () => {
      await client.close();
      expect(client.errors).toEqual([]);
      await app.close();
    });

    itServes(kind, () => client);
  });
});

describe.each(PLATFORMS)('the bridge to an application on %s', (platform) => {
  let app: RunningApp;
  let child: LineChild;

  beforeEach(async () => {
    app = await startSecured(platform);
  });
  afterEach(async () => {
    await child.kill();
    await app.close();
  });

  function start(args: readonly string[] = [], env: Record<string, string> = {}): void {
    child = new LineChild([command, 'bridge', app.mcp.href, ...args], env);
  }

  it.each([
    ['no token', [], {}, 'An access token is needed'],
    ['another token', ['--header', 'Authorization: Bearer wrong-token'], {}, 'not valid here'],
    [
      'a token without the scope',
      ['--token-env', 'DESK'],
      { DESK: `${TOKEN}-small` },
      'does not have the scopes',
    ],
  ])('explains how %s is refused, and shows no token', async (_, args, env, reason) => {
    start(args, env);
    const { error } = await child.answer(1, 'tools/list');
    expect(error).toMatchObject({ message: expect.stringContaining(reason) });
    await child.until(() => /nestjs-mcp: http:.* answered HTTP 40[13]/.test(child.stderr));
    await child.endInput();
    expect(child.stderr + child.lines.join('')).not.toMatch(/wrong-token|a-very-secret/);
  });

  it('takes variables of the environment into headers', async () => {
    start(['--header', 'Authorization: Bearer ${DESK}'], { DESK: TOKEN });
    const { result } = await child.answer(1, 'tools/call', { name: 'me' });
    expect(JSON.stringify(result)).toContain(`Bearer ${TOKEN}`);
  });

  it('begins another session when the application has restarted', async () => {
    start(['--token-env', 'DESK'], { DESK: TOKEN });
    child.send(INITIALIZE);
    child.send({ method: 'notifications/initialized' });
    child.send({ id: 1, method: 'logging/setLevel', params: { level: 'error' } });
    await child.message(({ id }) => id === 1);
    await app.close();
    app = await startSecured(platform, Number(app.mcp.port));
    child.send({ id: 2, method: 'tools/call', params: { name: 'test_input_required_result_elicitation' } });
    const { id } = await child.message(({ method }) => method === 'elicitation/create');
    child.send({ id, result: { action: 'accept', content: { name: 'Bob' } } });
    expect(await child.message((message) => message.id === 2)).toMatchObject({
      result: { content: [{ text: 'Hello, Bob!' }] },
    });
    child.send({ id: 3, method: 'tools/call', params: { name: 'logs' } });
    await child.message((message) => message.id === 3);
    const logged = child.messages.filter(({ method }) => method === 'notifications/message');
    expect(logged.map(({ params }) => (params as { data: unknown }).data)).toEqual(['trouble']);
    expect(child.messages.filter((message) => message.id === 'hello')).toHaveLength(1);
  });

  it('ends a subscription with an error when the application has gone', async () => {
    start(['--token-env', 'DESK'], { DESK: TOKEN });
    child.ask('s', 'subscriptions/listen', { notifications: { toolsListChanged: true } });
    await child.message(({ method }) => method === 'notifications/subscriptions/acknowledged');
    (app.app.getHttpServer() as Server).closeAllConnections();
    expect((await child.message(({ id }) => id === 's')).error).toMatchObject({ code: -32000 });
  });

  it('ends its session, and itself, when its input ends', async () => {
    start(['--token-env', 'DESK'], { DESK: TOKEN });
    child.send(INITIALIZE);
    child.send({ method: 'notifications/initialized' });
    child.ask('s', 'subscriptions/listen', { notifications: { toolsListChanged: true } });
    await child.message(({ method }) => method === 'notifications/subscriptions/acknowledged');
    expect(await child.endInput()).toEqual({ code: 0, signal: null });
  });
});

describe('the bridge to a server that', () => {
  let server: ScriptedServer | undefined;
  let child: LineChild;

  afterEach(async () => {
    await child.kill();
    await server?.stop();
    server = undefined;
  });

  async function start(
    script: ConstructorParameters<typeof ScriptedServer>[0],
    ...args: string[]
  ): Promise<void> {
    server = new ScriptedServer(script);
    child = new LineChild([command, 'bridge', await server.start(), ...args]);
  }

  it('is not there: the request has an error', async () => {
    await start(() => undefined);
    await server!.stop();
    server = undefined;
    expect((await child.answer(1, 'tools/list')).error).toMatchObject({
      code: -32000,
      message: expect.stringMatching(/^http:.* cannot be reached: .*ECONNREFUSED/),
    });
  });

  it('answers with a page: the request has an error, without the token that the page quotes', async () => {
    await start(
      ({ headers }, response) => response.writeHead(502).end(`<p>${headers.authorization}</p>`),
      '--header',
      `Authorization: Bearer ${TOKEN}`,
    );
    const { error } = await child.answer(1, 'tools/list');
    expect(error).toMatchObject({ message: expect.stringContaining('HTTP 502 Bad Gateway') });
    expect(JSON.stringify(error)).not.toContain(TOKEN);
  });

  it('leads elsewhere: the token does not go there', async () => {
    await start((_, response) => response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end());
    expect((await child.answer(1, 'tools/list')).error).toMatchObject({
      message: expect.stringContaining('HTTP 307'),
    });
    expect(server!.received).toHaveLength(1);
  });

  it('is of an older era: requests are sent as that wants them, and the session is ended', async () => {
    await start((request, response) => {
      if (answerHandshake(request, response)) return;
      if (request.verb === 'GET') {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write('data: {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}\n\n');
        return;
      }
      answerJson(response, { jsonrpc: '2.0', id: request.message!.id, result: {} });
    });
    child.send(INITIALIZE);
    child.send({ method: 'notifications/initialized' });
    await child.message(({ method }) => method === 'notifications/tools/list_changed');
    child.send({ id: 1, method: 'tools/list' });
    await child.message(({ id }) => id === 1);
    expect(await child.endInput()).toEqual({ code: 0, signal: null });
    const [first, ...others] = server!.received;
    expect(first!.headers['mcp-session-id']).toBeUndefined();
    expect(others.map(({ verb }) => verb)).toEqual(['POST', 'GET', 'POST', 'DELETE']);
    for (const { headers } of others) {
      expect(headers).toMatchObject({ 'mcp-session-id': 'session-1', 'mcp-protocol-version': '2025-11-25' });
    }
  });

  it('has restarted: another session is begun without a request of the client', async () => {
    let sessions = 0;
    await start((request, response) => {
      if (request.message?.method === 'initialize') sessions++;
      if (answerHandshake(request, response)) return;
      const opened = server!.received.filter(({ verb }) => verb === 'GET').length;
      if (opened === 2) {
        response.writeHead(404).end();
        return;
      }
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      if (opened === 1) {
        response.end('retry: 10\ndata:\n\n');
      } else {
        response.write('data: {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}\n\n');
      }
    });
    child.send(INITIALIZE);
    child.send({ method: 'notifications/initialized' });
    await child.message(({ method }) => method === 'notifications/tools/list_changed');
    expect(sessions).toBe(2);
  });

  it('does not have a method, and says so by 404: the session stays', async () => {
    await start((request, response) => {
      if (answerHandshake(request, response)) return;
      response.writeHead(404, { 'content-type': 'application/json' });
      response.end('{"jsonrpc":"2.0","error":{"code":-32601,"message":"Method not found"}}');
    });
    child.send(INITIALIZE);
    child.send({ method: 'notifications/initialized' });
    child.send({ id: 1, method: 'tools/none' });
    expect((await child.message(({ id }) => id === 1)).error).toMatchObject({ code: -32601 });
    const begun = server!.received.filter(({ message }) => message?.method === 'initialize');
    expect(begun).toHaveLength(1);
  });

  it('breaks a stream off: the rest is asked for', async () => {
    await start((request, response) => {
      if (answerHandshake(request, response)) return;
      if (request.verb === 'GET' && request.headers['last-event-id'] === undefined) {
        response.writeHead(405).end();
        return;
      }
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      if (request.verb === 'POST') {
        response.end('id: e1\nretry: 10\ndata:\n\n');
      } else {
        response.end('id: e2\ndata: {"jsonrpc":"2.0",\ndata: "id":1,"result":{"late":true}}\n\n');
      }
    });
    child.send(INITIALIZE);
    child.send({ method: 'notifications/initialized' });
    child.send({ id: 1, method: 'tools/call', params: { name: 'x' } });
    expect(await child.message(({ id }) => id === 1)).toMatchObject({ result: { late: true } });
    expect(server!.received.at(-1)!.headers['last-event-id']).toBe('e1');
  });

  it('breaks a stream off for good: the request has an error', async () => {
    await start((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(': hello\n\n', () => response.destroy());
    });
    expect((await child.answer(1, 'tools/list')).error).toMatchObject({
      message: expect.stringContaining('broken off'),
    });
  });

  it('sends requests in 2026-07-28, or what is no message: they do not get to the client', async () => {
    await start(({ message }, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: {"jsonrpc":"2.0","id":5,"method":"roots/list"}\n\ndata: hello\n\n');
      response.end(`data: {"jsonrpc":"2.0","id":${String(message!.id)},"result":{}}\n\n`);
    });
    await child.answer(1, 'tools/list');
    expect(child.lines).toHaveLength(1);
  });
});

describe('the command', () => {
  it('shows its usage', async () => {
    const child = new LineChild([command, '--help']);
    expect(await child.ended).toEqual({ code: 0, signal: null });
    expect(child.lines[0]).toBe('Usage: nestjs-mcp bridge <url> [options]');
  });

  it.each([
    [[], 'Usage'],
    [['serve'], 'There is no command "serve"'],
    [['bridge'], 'The URL of the endpoint is missing'],
    [['bridge', 'localhost:3000'], 'must begin with http:// or https://'],
    [['bridge', 'http://a.test', 'http://b.test'], 'one URL only'],
    [['bridge', 'http://a.test', '--header', 'secret-value'], "written as --header 'Name: value'"],
    [['bridge', 'http://a.test', '--header', 'X-Key: secret-value\n'.concat('a: b')], 'header x-key'],
    [['bridge', 'http://a.test', '--token-env', 'NOT_SET'], 'NOT_SET is not set'],
    [['bridge', 'http://a.test', '--unknown'], '--unknown'],
  ])('says what is wrong with %j', async (args, reason) => {
    const child = new LineChild([command, ...args]);
    expect(await child.ended).toEqual({ code: 2, signal: null });
    expect(child.lines).toEqual([]);
    expect(child.stderr).toContain(reason);
    expect(child.stderr).not.toContain('secret-value');
  });
});
