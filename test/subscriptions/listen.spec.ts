import type { Server } from 'node:http';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Controller, Get, Param } from '@nestjs/common';
import type { Type } from '@nestjs/common';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { McpModule, McpNotifier, McpResource, McpTool } from '../../lib/index.js';
import type { McpRootOptions } from '../../lib/index.js';
import { EndpointClient } from '../support/endpoint-client.js';
import { sendModern } from '../support/raw-exchange.js';
import type { RawExchange } from '../support/raw-exchange.js';
import { PLATFORMS, startApp } from '../support/running-app.js';
import type { RunningApp } from '../support/running-app.js';
import { recordingFetch } from '../support/wire/index.js';

const ID_KEY = 'io.modelcontextprotocol/subscriptionId';
const ALL = {
  toolsListChanged: true,
  promptsListChanged: true,
  resourcesListChanged: true,
  resourceSubscriptions: ['nest://menu'],
};

@Controller('menu')
class MenuController {
  @Get()
  @McpTool()
  list() {
    return ['espresso'];
  }
}

describe.each(PLATFORMS)('subscriptions/listen on %s', (platform) => {
  let running: RunningApp | undefined;
  let notifier: McpNotifier;
  const open: RawExchange[] = [];

  async function start(options: McpRootOptions = {}, controllers: Type[] = [MenuController]): Promise<URL> {
    running = await startApp({
      platform,
      module: { imports: [McpModule.forRoot(options)], controllers },
    });
    notifier = running.app.get(McpNotifier);
    return running.mcp;
  }

  function listen(url: URL, notifications: unknown, id: string | number = 1, headers = {}): RawExchange {
    const exchange = sendModern(url, 'subscriptions/listen', { notifications }, {}, headers, id);
    open.push(exchange);
    return exchange;
  }

  async function acknowledged(url: URL, notifications: object, id?: string | number): Promise<RawExchange> {
    const exchange = listen(url, notifications, id);
    await exchange.until(({ messages }) => messages.length > 0);
    return exchange;
  }

  afterEach(async () => {
    open.splice(0).forEach((exchange) => exchange.close());
    await running?.close();
    running = undefined;
  });

  it('acknowledges first, and tells only of what was asked for', async () => {
    const exchange = await acknowledged(
      await start(),
      { toolsListChanged: true, promptsListChanged: false },
      'sub',
    );
    notifier.promptsChanged();
    notifier.resourcesChanged();
    notifier.resourceUpdated('nest://menu');
    notifier.toolsChanged();
    await exchange.until(({ messages }) => messages.length > 1);
    expect(exchange.messages).toEqual([
      {
        jsonrpc: '2.0',
        method: 'notifications/subscriptions/acknowledged',
        params: { _meta: { [ID_KEY]: 'sub' }, notifications: { toolsListChanged: true } },
      },
      {
        jsonrpc: '2.0',
        method: 'notifications/tools/list_changed',
        params: { _meta: { [ID_KEY]: 'sub' } },
      },
    ]);
    expect(exchange.response!.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    });
  });

  it('honours only what the server has', async () => {
    const exchange = await acknowledged(await start(), { ...ALL, somethingElse: true });
    expect(exchange.messages[0]!.params).toMatchObject({ notifications: { toolsListChanged: true } });
    expect(exchange.messages[0]!.params!['notifications']).not.toHaveProperty('somethingElse');
  });

  it('tells of exactly the resources that were asked for', async () => {
    @Controller('prices')
    class PricesController {
      @Get(':id')
      @McpResource({ template: 'nest://prices/{id}' })
      find(@Param('id') id: string) {
        return { id };
      }
    }
    const url = await start({}, [PricesController]);
    const { message } = await new EndpointClient(url).modern('server/discover');
    expect(message.result!['capabilities']).toMatchObject({
      resources: { subscribe: true, listChanged: true },
    });
    const exchange = await acknowledged(url, {
      resourceSubscriptions: ['nest://prices/1', 'nest://prices/1'],
    });
    expect(exchange.messages[0]!.params).toMatchObject({
      notifications: { resourceSubscriptions: ['nest://prices/1'] },
    });
    notifier.resourcesChanged();
    notifier.resourceUpdated('nest://prices/10');
    notifier.resourceUpdated('nest://prices');
    notifier.resourceUpdated('nest://prices/1');
    await exchange.until(({ messages }) => messages.length > 1);
    expect(exchange.messages.slice(1)).toEqual([
      {
        jsonrpc: '2.0',
        method: 'notifications/resources/updated',
        params: { _meta: { [ID_KEY]: 1 }, uri: 'nest://prices/1' },
      },
    ]);
  });

  it('accepts an empty filter, and an id of 0', async () => {
    const exchange = await acknowledged(await start(), {}, 0);
    expect(exchange.messages[0]!.params).toEqual({ _meta: { [ID_KEY]: 0 }, notifications: {} });
  });

  it('tells of many changes made at once in one notification', async () => {
    const exchange = await acknowledged(await start(), { toolsListChanged: true });
    for (let count = 0; count < 10; count++) notifier.toolsChanged();
    await new Promise((resolve) => setImmediate(resolve));
    notifier.toolsChanged();
    await exchange.until(({ messages }) => messages.length > 2);
    expect(exchange.messages).toHaveLength(3);
  });

  it('serves several streams of one client, each with its id', async () => {
    const url = await start();
    const streams = [
      await acknowledged(url, { toolsListChanged: true }, 1),
      await acknowledged(url, { toolsListChanged: true }, 'two'),
    ];
    notifier.toolsChanged();
    for (const stream of streams) await stream.until(({ messages }) => messages.length > 1);
    expect(streams.map(({ messages }) => messages.map(({ params }) => params!['_meta']))).toEqual([
      [{ [ID_KEY]: 1 }, { [ID_KEY]: 1 }],
      [{ [ID_KEY]: 'two' }, { [ID_KEY]: 'two' }],
    ]);
  });

  it('keeps silent streams alive', async () => {
    const exchange = listen(await start({ keepAliveMs: 20 }), { toolsListChanged: true });
    await exchange.until(({ text }) => text.includes(': keep-alive\n\n: keep-alive\n\n'));
    expect(exchange.messages).toHaveLength(1);
  });

  it('ends with a result when the application closes, which does not wait for the clients', async () => {
    const exchange = await acknowledged(await start(), { toolsListChanged: true }, 9);
    await running!.app.close();
    await exchange.ended;
    expect(exchange.isComplete).toBe(true);
    expect(exchange.messages.at(-1)).toEqual({
      jsonrpc: '2.0',
      id: 9,
      result: { resultType: 'complete', _meta: { [ID_KEY]: 9 } },
    });
  });

  it('cuts off clients that do not take the end', async () => {
    const exchange = await acknowledged(await start(), { toolsListChanged: true });
    await exchange.stall();
    await running!.app.close();
  });

  it('cuts off a client that takes nothing, so that it learns that it missed changes', async () => {
    const url = await start();
    running!.app.get(McpNotifier);
    const exchange = await acknowledged(url, { toolsListChanged: true });
    const socket = await exchange.stall();
    // The buffers of the sockets take some MiB before anything is left with the server.
    for (let count = 0; count < 200_000; count++) {
      notifier.toolsChanged();
      await Promise.resolve();
      if (count % 1_000 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    socket.resume();
    await exchange.ended;
    expect(exchange.isComplete).toBe(false);
  });

  it('has room again when a client has gone', async () => {
    const url = await start({ subscriptions: { maxPerPrincipal: 2 } });
    const streams = [await acknowledged(url, {}, 1), await acknowledged(url, {}, 2)];
    const refused = await listen(url, {}, 3).whole();
    expect(refused.response!.statusCode).toBe(429);
    expect(refused.messages).toMatchObject([
      { id: 3, error: { code: -32600, message: expect.stringContaining('2 open subscriptions') as unknown } },
    ]);
    streams[0]!.close();
    for (;;) {
      const retry = listen(url, {}, 4);
      await retry.until(({ messages }) => messages.length > 0);
      if (retry.response!.statusCode === 200) break;
    }
  });

  it('counts by the principal', async () => {
    const url = await start({
      subscriptions: { maxPerPrincipal: 1 },
      principal: (request) => (request as { headers: Record<string, string> }).headers['x-user'],
    });
    const statuses = await Promise.all(
      ['ann', 'bob', 'ann'].map(async (user, id) => {
        const exchange = listen(url, {}, id, { 'x-user': user });
        await exchange.until(({ messages }) => messages.length > 0);
        return exchange.response!.statusCode!;
      }),
    );
    expect(statuses.sort()).toEqual([200, 200, 429]);
  });

  it('refuses more streams than the server takes', async () => {
    const url = await start({ subscriptions: { max: 1 } });
    await acknowledged(url, {});
    const refused = await listen(url, {}, 2).whole();
    expect(refused.response!.statusCode).toBe(503);
    expect(refused.messages).toMatchObject([{ id: 2, error: { code: -32600 } }]);
  });

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['a list', []],
    ['a string', 'toolsListChanged'],
    ['a flag that is none', { toolsListChanged: 'yes' }],
    ['URIs that are no list', { resourceSubscriptions: 'nest://menu' }],
    ['a URI that is none', { resourceSubscriptions: [1] }],
    [
      'too many URIs',
      { resourceSubscriptions: Array.from({ length: 1_001 }, (_, index) => `nest://${index}`) },
    ],
  ])('refuses a filter that is %s', async (_label, notifications) => {
    const refused = await listen(await start(), notifications).whole();
    expect(refused.messages).toMatchObject([{ id: 1, error: { code: -32602 } }]);
  });

  it('tells a client that takes only JSON what it must accept', async () => {
    const refused = await listen(await start(), {}, 1, { accept: 'application/json' }).whole();
    expect(refused.response!.statusCode).toBe(406);
    expect(refused.messages[0]!.error!.message).toContain('text/event-stream');
  });

  it('is not there for legacy clients, nor when it is switched off', async () => {
    const url = await start();
    const legacy = await new EndpointClient(url).legacy('subscriptions/listen', { notifications: {} });
    expect(legacy.message.error).toMatchObject({ code: -32601 });
    await running!.close();
    const off = await new EndpointClient(await start({ subscriptions: false })).modern(
      'subscriptions/listen',
      {
        notifications: {},
      },
    );
    expect(off.status).toBe(404);
    expect(off.message.error).toMatchObject({ code: -32601 });
  });

  it('is declared to modern clients', async () => {
    const client = new EndpointClient(await start());
    const { message } = await client.modern('server/discover');
    expect(message.result!['capabilities']).toMatchObject({ tools: { listChanged: true } });
    const legacy = await client.legacy('initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    });
    expect(legacy.message.result!['capabilities']).toMatchObject({ tools: {} });
    expect(legacy.text).not.toContain('listChanged');
    await running!.close();
    const off = await new EndpointClient(await start({ subscriptions: false })).modern('server/discover');
    expect(off.text).not.toContain('listChanged');
  });

  it('serves the official client', async () => {
    const url = await start();
    const wire = recordingFetch('2026-07-28');
    const client = new Client(
      { name: 'test', version: '1' },
      { versionNegotiation: { mode: { pin: '2026-07-28' } } },
    );
    await client.connect(new StreamableHTTPClientTransport(url, { fetch: wire }));
    const told = new Promise<void>((resolve) => {
      client.setNotificationHandler('notifications/tools/list_changed', () => resolve());
    });
    const first = await client.listen({ toolsListChanged: true });
    expect(first.honoredFilter).toMatchObject({ toolsListChanged: true });
    notifier.toolsChanged();
    await told;
    const second = await client.listen({ toolsListChanged: true });
    await first.close();
    await expect(first.closed).resolves.toBe('local');
    const closing = running!.app.close();
    await expect(second.closed).resolves.toBe('graceful');
    await client.close();
    // The client's pool may hold a connection that it has not used yet.
    (running!.app.getHttpServer() as Server).closeAllConnections();
    await closing;
    // Not `assertValidMessages()`: what a client stops to read never ends for the recorder.
    expect(wire.exchanges.flatMap((exchange) => exchange.problems())).toEqual([]);
  });
});
