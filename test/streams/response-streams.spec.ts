import { afterEach, describe, expect, it } from '@jest/globals';
import compress from '@fastify/compress';
import type { INestApplication } from '@nestjs/common';
import compression from 'compression';
import { McpModule } from '../../lib/index.js';
import type { McpRootOptions } from '../../lib/index.js';
import { EndpointClient } from '../support/endpoint-client.js';
import { RawExchange, sendModern } from '../support/raw-exchange.js';
import { PLATFORMS, startApp } from '../support/running-app.js';
import type { AppOptions, RunningApp } from '../support/running-app.js';
import { createJobController, Jobs, LOG_LEVEL_KEY } from './job.fixture.js';

const PROGRESS = { progressToken: 'p' };

describe.each(PLATFORMS)('Response streams on %s', (platform) => {
  let running: RunningApp;
  let jobs: Jobs;

  async function start(options: McpRootOptions = {}, rest: Partial<AppOptions> = {}): Promise<URL> {
    jobs = new Jobs();
    running = await startApp({
      platform,
      module: { imports: [McpModule.forRoot(options)], controllers: [createJobController(jobs)] },
      ...rest,
    });
    return running.mcp;
  }

  const call = (url: URL, name: string, meta = {}, headers = {}) =>
    sendModern(url, 'tools/call', { name }, meta, headers);

  afterEach(() => {
    jobs.mayEnd.open();
    return running.close();
  });

  it('begin with the first progress report, and end with the result', async () => {
    const exchange = await call(await start(), 'job_steps', PROGRESS).whole();
    expect(exchange.response!.statusCode).toBe(200);
    expect(exchange.response!.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    });
    expect(exchange.messages).toEqual([
      progress(1, { total: 3, message: 'one' }),
      progress(2, { total: 3, message: 'two\nlines' }),
      progress(3, { total: 3 }),
      {
        jsonrpc: '2.0',
        id: 1,
        result: { resultType: 'complete', content: [{ type: 'text', text: '{"done":true}' }] },
      },
    ]);
  });

  it('carry one line of data for each message', async () => {
    const exchange = await call(await start(), 'job_steps', PROGRESS).whole();
    const lines = exchange.text.split('\n').filter((line) => line !== '');
    expect(lines.filter((line) => line.startsWith('data: '))).toHaveLength(4);
    expect(lines.filter((line) => !line.startsWith('data: '))).toEqual(Array(4).fill('event: message'));
  });

  it('end with the error result of a route that fails', async () => {
    const exchange = await call(await start(), 'job_fail', PROGRESS).whole();
    expect(exchange.methods).toEqual(['notifications/progress', undefined]);
    expect(exchange.messages[1]).toMatchObject({ id: 1, result: { isError: true } });
  });

  it('are no more than a JSON answer when no progress was asked for', async () => {
    const exchange = await call(await start(), 'job_steps').whole();
    expect(exchange.response!.headers['content-type']).toMatch('application/json');
    expect(exchange.messages).toHaveLength(1);
  });

  it('are no more than a JSON answer for a client that takes only JSON', async () => {
    const exchange = await call(await start(), 'job_steps', PROGRESS, { accept: 'application/json' }).whole();
    expect(exchange.response!.headers['content-type']).toMatch('application/json');
    expect(exchange.messages[0]).toMatchObject({ id: 1, result: { resultType: 'complete' } });
  });

  it('are the same for legacy clients', async () => {
    const exchange = await new RawExchange(
      await start(),
      {
        jsonrpc: '2.0',
        id: 7,
        method: 'tools/call',
        params: { name: 'job_steps', _meta: { progressToken: 0 } },
      },
      { 'mcp-protocol-version': '2025-11-25' },
    ).whole();
    expect(exchange.methods).toEqual([...Array<string>(3).fill('notifications/progress'), undefined]);
    expect(exchange.messages[0]!.params).toMatchObject({ progressToken: 0 });
  });

  it('never carry progress that does not grow', async () => {
    const exchange = await call(await start(), 'back_and_forth', PROGRESS).whole();
    expect(exchange.messages.slice(0, -1)).toEqual([progress(10), progress(20)]);
  });

  it.each([1.5, true, null, {}])('carry no progress for the token %j', async (progressToken) => {
    const exchange = await call(await start(), 'job_steps', { progressToken }).whole();
    expect(exchange.messages).toHaveLength(1);
  });

  it('carry log messages from the level on that the request names', async () => {
    const exchange = await call(await start(), 'job_logs', { [LOG_LEVEL_KEY]: 'warning' }).whole();
    expect(exchange.messages.slice(0, -1)).toEqual([
      log('warning', { left: 3 }, 'stock'),
      log('error', null),
      log('critical', { big: '1', self: '[Circular]' }),
    ]);
  });

  it('carry no log messages when the request names no level', async () => {
    const exchange = await call(await start(), 'job_logs').whole();
    expect(exchange.messages).toHaveLength(1);
  });

  it('refuse a log level that does not exist', async () => {
    const exchange = await call(await start(), 'job_logs', { [LOG_LEVEL_KEY]: 'loud' }).whole();
    expect(exchange.messages).toMatchObject([{ id: 1, error: { code: -32602 } }]);
  });

  it('send what the schema of the protocol allows', async () => {
    const client = new EndpointClient(await start());
    await client.modern('tools/call', { name: 'job_steps' }, {}, PROGRESS);
    await client.modern('tools/call', { name: 'job_logs' }, {}, { [LOG_LEVEL_KEY]: 'debug' });
    await client.wire.assertValidMessages();
    expect(client.wire.exchanges.map(({ messages }) => messages.length)).toEqual([4, 5]);
  });

  it('keep the connection alive while a call is silent', async () => {
    const exchange = call(await start({ keepAliveMs: 20 }), 'job_wait');
    await exchange.until(({ text }) => text.includes(': keep-alive\n\n: keep-alive\n\n'));
    jobs.mayEnd.open();
    await exchange.whole();
    expect(exchange.messages).toMatchObject([{ id: 1, result: { content: [{ text: 'waited' }] } }]);
  });

  it('leave a client that takes only JSON in peace while a call is silent', async () => {
    const url = await start({ keepAliveMs: 5 });
    const exchange = call(url, 'job_wait', {}, { accept: 'application/json' });
    const other = call(url, 'job_wait');
    await other.until(({ text }) => text.includes(': keep-alive\n\n: keep-alive\n\n'));
    jobs.mayEnd.open();
    expect((await exchange.whole()).messages).toMatchObject([{ id: 1, result: {} }]);
  });

  it.each(['application/json', 'application/json, text/event-stream'])(
    'abort the signal of a call whose client goes away (Accept: %s)',
    async (accept) => {
      const exchange = call(await start(), 'job_wait', PROGRESS, { accept });
      await jobs.begun.opened;
      exchange.close();
      await jobs.aborted.opened;
      jobs.mayEnd.open();
    },
  );

  it('do not abort the signal of a call that was answered', async () => {
    const url = await start();
    const exchange = call(url, 'job_wait', PROGRESS);
    await jobs.begun.opened;
    jobs.mayEnd.open();
    expect((await exchange.whole()).messages).toHaveLength(3);
    await call(url, 'job_steps').whole();
    expect(jobs.aborted.isOpen).toBe(false);
  });

  it('hold no more than a little for a client that is slow, and still give it the result', async () => {
    const exchange = call(await start(), 'job_flood', PROGRESS);
    const socket = await exchange.stall();
    await jobs.begun.opened;
    jobs.mayEnd.open();
    socket.resume();
    await exchange.whole();
    const [last, ...earlier] = exchange.messages.reverse();
    expect(last).toMatchObject({ id: 1, result: { content: [{ text: '{"flooded":true}' }] } });
    // 25 MiB were reported. What the sockets hold comes on top of the limit.
    expect(earlier.length).toBeGreaterThan(1);
    expect(earlier.length).toBeLessThan(350);
  });

  it('go through compression middleware at once', async () => {
    const url = await start(
      {},
      {
        configure: async (app: INestApplication) => {
          if (platform === 'express') {
            app.use(compression({ threshold: 0 }));
          } else {
            const register = app as unknown as { register(plugin: unknown, options: object): Promise<void> };
            await register.register(compress, { threshold: 0 });
          }
        },
      },
    );
    const exchange = call(url, 'job_wait', PROGRESS, { 'accept-encoding': 'gzip' });
    await exchange.until(({ messages }) => messages.length === 1);
    expect(exchange.response!.headers['content-encoding']).toBeUndefined();
    jobs.mayEnd.open();
    expect((await exchange.whole()).messages).toHaveLength(3);
  });

  it.each<[string, McpRootOptions, Partial<AppOptions>]>([
    ['the application', {}, { cors: true }],
    ['the endpoint', { cors: true }, {}],
  ])('keep the CORS headers of %s', async (_whose, options, rest) => {
    const url = await start({ allowedOrigins: '*', ...options }, rest);
    const exchange = call(url, 'job_steps', PROGRESS, { origin: 'https://a.example' });
    await exchange.whole();
    expect(exchange.response!.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'access-control-allow-origin': '*',
    });
  });

  it('do not keep an application from closing', async () => {
    const exchange = call(await start(), 'job_wait', PROGRESS);
    await jobs.begun.opened;
    const closing = running.app.close();
    jobs.mayEnd.open();
    await closing;
    expect((await exchange.whole()).messages).toHaveLength(3);
  });
});

function progress(value: number, rest: object = {}): object {
  return {
    jsonrpc: '2.0',
    method: 'notifications/progress',
    params: { progressToken: 'p', progress: value, ...rest },
  };
}

function log(level: string, data: unknown, logger?: string): object {
  return {
    jsonrpc: '2.0',
    method: 'notifications/message',
    params: { level, data, ...(logger && { logger }) },
  };
}
