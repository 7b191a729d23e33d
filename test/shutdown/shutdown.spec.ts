import type { Server } from 'node:http';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { CanActivate, INestApplication } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { McpModule } from '../../lib/index.js';
import type { McpRootOptions } from '../../lib/index.js';
import { SessionClient } from '../sessions/session-client.js';
import { SessionStreams } from '../sessions/session-streams.js';
import { Gate } from '../streams/job.fixture.js';
import { EndpointClient } from '../support/endpoint-client.js';
import { sendModern } from '../support/raw-exchange.js';
import type { RawExchange } from '../support/raw-exchange.js';
import { PLATFORMS, startApp } from '../support/running-app.js';
import type { AppOptions, RunningApp } from '../support/running-app.js';
import { Tasks, TasksController } from './tasks.fixture.js';

const PROGRESS = { progressToken: 'p' };
const GIVEN_UP = {
  code: -32603,
  message: expect.stringContaining('is shutting down, and gave this request up'),
};
const REFUSED = { code: -32603, message: expect.stringContaining('is shutting down, and has not begun') };

describe.each(PLATFORMS)('an application on %s that closes', (platform) => {
  let running: RunningApp;
  let tasks: Tasks;

  async function start(options: McpRootOptions = {}, rest: Partial<AppOptions> = {}): Promise<URL> {
    running = await startApp({
      platform,
      module: { imports: [McpModule.forRoot(options)], controllers: [TasksController], providers: [Tasks] },
      ...rest,
    });
    tasks = running.app.get(Tasks);
    return running.mcp;
  }

  async function begun(url: URL, meta = {}): Promise<RawExchange> {
    const exchange = sendModern(url, 'tools/call', { name: 'long' }, meta);
    await tasks.begun.opened;
    return exchange;
  }

  afterEach(async () => {
    tasks.mayEnd.open();
    await running.close();
  });

  it.each([
    ['as JSON', {}],
    ['on its stream', PROGRESS],
  ])('lets a call end that has begun, which is answered %s', async (_, meta) => {
    const exchange = await begun(await start(), meta);
    const closing = running.app.close();
    await refused(running.mcp);
    tasks.mayEnd.open();
    await exchange.whole();
    await closing;
    expect(exchange.isComplete).toBe(true);
    expect(exchange.messages.at(-1)).toMatchObject({
      id: 1,
      result: { content: [{ text: '{"carriedOut":true}' }] },
    });
    expect(tasks.aborted.isOpen).toBe(false);
  });

  async function refused(url: URL): Promise<void> {
    const client = new EndpointClient(url);
    for (const send of [
      () => client.modern('tools/call', { name: 'quick' }),
      () => client.legacy('tools/list'),
      () => client.post([{ jsonrpc: '2.0', id: 1, method: 'ping' }]),
      () => client.send('GET', { accept: 'text/event-stream' }),
    ]) {
      const answer = await send();
      expect(answer.status).toBe(503);
      expect(answer.headers.get('retry-after')).toBe('1');
      expect(answer.headers.get('connection')).toBe('close');
      expect(answer.message).toMatchObject({ jsonrpc: '2.0', error: REFUSED });
    }
    expect((await client.modern('tools/call', { name: 'quick' })).message.id).toBe(1);
  }

  it.each([
    ['as JSON', {}],
    ['on its stream', PROGRESS],
  ])('gives a call up that does not end in time, and says so %s', async (_, meta) => {
    const exchange = await begun(await start({ shutdownGraceMs: 50 }), meta);
    await running.app.close();
    await exchange.whole();
    expect(exchange.isComplete).toBe(true);
    expect(exchange.response!.statusCode).toBe(200);
    expect(exchange.messages.at(-1)).toEqual({ jsonrpc: '2.0', id: 1, error: GIVEN_UP });
    await tasks.aborted.opened;
  });

  it('waits for nothing when it is told so', async () => {
    const exchange = await begun(await start({ shutdownGraceMs: 0 }));
    await running.app.close();
    expect((await exchange.whole()).messages).toEqual([{ jsonrpc: '2.0', id: 1, error: GIVEN_UP }]);
  });

  it('gives the rest of a batch up, too', async () => {
    const url = await start({ shutdownGraceMs: 50 });
    const call = (id: number, name: string) => ({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name },
    });
    const answer = new EndpointClient(url).post([call(1, 'quick'), call(2, 'long'), call(3, 'quick')]);
    await tasks.begun.opened;
    await running.app.close();
    expect(JSON.parse((await answer).text)).toMatchObject([
      { id: 1, result: {} },
      { id: 2, error: GIVEN_UP },
      { id: 3, error: GIVEN_UP },
    ]);
  });

  it('answers a request whose guard does not decide, and never begins it', async () => {
    const asked = new Gate();
    const decided = new Gate();
    const guard: CanActivate = {
      canActivate: async () => {
        asked.open();
        await decided.opened;
        return true;
      },
    };
    const url = await start({ shutdownGraceMs: 50 }, { configure: (app) => app.useGlobalGuards(guard) });
    const exchange = sendModern(url, 'tools/call', { name: 'long' });
    await asked.opened;
    await running.app.close();
    await exchange.whole();
    expect(exchange.response!.statusCode).toBe(503);
    expect(exchange.messages).toEqual([{ jsonrpc: '2.0', id: 1, error: REFUSED }]);
    decided.open();
    await new Promise(setImmediate);
    expect(tasks.begun.isOpen).toBe(false);
  });

  it('does not wait for a call whose client has gone', async () => {
    const exchange = await begun(await start({ shutdownGraceMs: 2 ** 31 - 1 }));
    const closing = running.app.close();
    exchange.close();
    await closing;
    await tasks.aborted.opened;
  });

  it('does not wait for answers of the user', async () => {
    const client = new SessionClient(await start({ sessions: true, shutdownGraceMs: 2 ** 31 - 1 }));
    await client.begin({ elicitation: {} });
    const streams = new SessionStreams(client);
    const exchange = streams.call('ask');
    await exchange.until(({ methods }) => methods.includes('elicitation/create'));
    const listening = await streams.listen();
    await running.app.close();
    await Promise.all([exchange.ended, listening.ended]);
    expect(exchange.messages.at(-1)).toMatchObject({
      result: { isError: true, content: [{ text: expect.stringContaining('shutting down') }] },
    });
    expect([exchange.isComplete, listening.isComplete]).toEqual([true, true]);
  });

  it('asks the user nothing any more', async () => {
    const client = new SessionClient(await start({ sessions: true, shutdownGraceMs: 2 ** 31 - 1 }));
    await client.begin({ elicitation: {} });
    const exchange = new SessionStreams(client).call('ask_later');
    await tasks.begun.opened;
    const closing = running.app.close();
    await refused(running.mcp);
    tasks.mayEnd.open();
    await Promise.all([exchange.ended, closing]);
    expect(exchange.methods).not.toContain('elicitation/create');
    expect(exchange.messages.at(-1)).toMatchObject({
      result: { isError: true, content: [{ text: expect.stringContaining('shutting down') }] },
    });
  });

  it('closes when it is told twice, at once and again', async () => {
    const exchange = await begun(await start());
    const closing = [running.app.close(), running.app.close()];
    tasks.mayEnd.open();
    await Promise.all(closing);
    await exchange.whole();
    await running.app.close();
    expect(exchange.messages.at(-1)).toMatchObject({ result: {} });
  });

  it('leaves no connection of clients that keep theirs alive', async () => {
    const url = await start();
    const client = new EndpointClient(url);
    await Promise.all([1, 2, 3].map(() => client.callTool('quick')));
    const exchange = await begun(url, PROGRESS);
    const server = running.app.getHttpServer() as Server;
    const closing = running.app.close();
    tasks.mayEnd.open();
    await Promise.all([exchange.whole(), closing]);
    const count = await new Promise((resolve) =>
      server.getConnections((_, connections) => resolve(connections)),
    );
    expect(count).toBe(0);
  });
});

describe('an application', () => {
  let app: INestApplication;

  it('that has never listened closes', async () => {
    const testing = await Test.createTestingModule({
      imports: [McpModule.forRoot({ sessions: true })],
      controllers: [TasksController],
      providers: [Tasks],
    }).compile();
    app = testing.createNestApplication();
    await app.init();
    await app.close();
    await app.close();
  });

  it('that is closed while it starts closes', async () => {
    const testing = await Test.createTestingModule({
      imports: [McpModule.forRoot()],
      controllers: [TasksController],
      providers: [Tasks],
    }).compile();
    app = testing.createNestApplication();
    const starting = app.init();
    await Promise.all([starting, app.close()]);
  });

  it('that could not start closes', async () => {
    const testing = await Test.createTestingModule({
      imports: [McpModule.forRoot({ includeTools: ['unknown'] })],
      controllers: [TasksController],
      providers: [Tasks],
    }).compile();
    app = testing.createNestApplication();
    await expect(app.init()).rejects.toThrow('unknown');
    await app.close();
  });
});
