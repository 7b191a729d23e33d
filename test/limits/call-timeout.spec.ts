import { Readable } from 'node:stream';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Controller, Get, Injectable, Post, StreamableFile } from '@nestjs/common';
import type { LoggerService, OnModuleInit } from '@nestjs/common';
import {
  McpArgs,
  McpCatalog,
  McpComplete,
  McpConfirm,
  McpContext,
  McpModule,
  McpPrompt,
  McpResource,
  McpTool,
} from 'nestjs-mcp';
import type { McpRootOptions } from 'nestjs-mcp';
import { EndpointClient } from '../support/endpoint-client.js';
import { sendModern } from '../support/raw-exchange.js';
import { PLATFORMS, startApp } from '../support/running-app.js';
import type { RunningApp } from '../support/running-app.js';
import { SessionClient } from '../sessions/session-client.js';
import { SessionStreams } from '../sessions/session-streams.js';
import { Gate } from '../streams/job.fixture.js';

const TIMEOUT_MS = 40;
const refusal = (name: string, ms = TIMEOUT_MS) =>
  `"${name}" has not answered within ${ms} ms, and is not waited for any longer. ` +
  'What it has begun may still go on: look at what has become of it before you repeat the call.';

/** What the tests and the running handlers tell each other. */
class Work {
  readonly mayEnd = new Gate();
  readonly ended = new Gate();
  readonly streamClosed = new Gate();
  signal?: AbortSignal;

  async wait(context?: McpContext): Promise<string> {
    this.signal ??= context?.signal;
    await this.mayEnd.opened;
    context?.reportProgress(2);
    this.ended.open();
    return 'late';
  }

  /** A file that never comes. */
  file(): StreamableFile {
    const stream = new Readable({ read: () => undefined });
    stream.on('close', () => this.streamClosed.open());
    return new StreamableFile(stream, { type: 'image/png' });
  }
}

function slowModule(work: Work) {
  @Controller('slow')
  class SlowController {
    @Get('wait')
    @McpTool('wait')
    @McpResource({ name: 'wait', uri: 'nest://wait' })
    wait(@McpContext() context?: McpContext) {
      return work.wait(context);
    }

    @Get('fail')
    @McpTool('fail')
    async fail() {
      await work.wait();
      throw new Error('too late to matter');
    }

    @Get('late-file')
    @McpTool('late-file')
    async lateFile() {
      await work.wait();
      return work.file();
    }

    @Get('endless')
    @McpTool('endless')
    @McpResource({ name: 'endless', uri: 'nest://endless' })
    endless() {
      return work.file();
    }

    @Get('heeding')
    @McpTool('heeding')
    heeding(@McpContext() context?: McpContext) {
      context?.reportProgress(1);
      return new Promise<string>((resolve) =>
        context?.signal.addEventListener('abort', () => {
          context.reportProgress(2, undefined, 'stopped');
          resolve('stopped');
        }),
      );
    }

    @Get('patient')
    @McpTool({ name: 'patient', timeoutMs: false })
    patient(@McpContext() context?: McpContext) {
      return work.wait(context);
    }

    @Get('hasty')
    @McpTool({ name: 'hasty', timeoutMs: TIMEOUT_MS / 2 })
    hasty() {
      return work.wait();
    }

    @Post('confirmed')
    @McpTool('confirmed')
    @McpConfirm('Really?')
    confirmed() {
      return 'confirmed';
    }
  }

  @Injectable()
  class Slow implements OnModuleInit {
    constructor(readonly catalog: McpCatalog) {}

    onModuleInit(): void {
      const handler = (_args: object, context: McpContext) => work.wait(context);
      this.catalog.addTool({ name: 'entry', description: 'Waits.', handler });
      this.catalog.addTool({
        name: 'late-file-entry',
        description: 'Waits.',
        handler: async () => {
          await work.wait();
          return work.file().getStream();
        },
      });
      this.catalog.addTool({ name: 'hasty-entry', description: 'Waits.', timeoutMs: 20, handler });
    }

    @McpPrompt('prompt')
    prompt(@McpArgs('text') text: string, @McpContext() context: McpContext) {
      return work.wait(context).then(() => text);
    }

    @McpComplete({ ref: 'prompt', argument: 'text' })
    async texts() {
      return [await work.wait()];
    }
  }
  return { controllers: [SlowController], providers: [Slow] };
}

describe.each(PLATFORMS)('a call that takes too long, on %s', (platform) => {
  let server: RunningApp;
  let work: Work;
  let logged: string[];

  async function start(options: McpRootOptions = {}): Promise<EndpointClient> {
    work = new Work();
    logged = [];
    const note = (message: unknown) => logged.push(String(message));
    const logger: LoggerService = { log: () => undefined, error: note, warn: note };
    server = await startApp({
      platform,
      module: {
        imports: [McpModule.forRoot({ limits: { callTimeoutMs: TIMEOUT_MS }, ...options })],
        ...slowModule(work),
      },
      logger,
    });
    return new EndpointClient(server.mcp);
  }
  afterEach(async () => {
    work.mayEnd.open();
    await server.close();
  });

  /** Lets everything happen that a late answer might bring. An unhandled rejection fails the test. */
  const settle = async () => {
    work.mayEnd.open();
    await work.ended.opened;
    await new Promise((resolve) => setTimeout(resolve, 10));
  };

  it.each([
    ['wait', TIMEOUT_MS],
    ['entry', TIMEOUT_MS],
    ['hasty', TIMEOUT_MS / 2],
    ['hasty-entry', 20],
  ])('is answered with an error, its late answer dropped: the tool "%s"', async (name, ms) => {
    const client = await start();
    const { message } = await client.callTool(name);
    expect(message.result).toEqual({ content: [{ type: 'text', text: refusal(name, ms) }], isError: true });
    await settle();
    expect(logged).toEqual([]);
    await client.wire.assertValidMessages();
  });

  it.each(['wait', 'entry'])('has its signal aborted with a TimeoutError: the tool "%s"', async (name) => {
    const client = await start();
    await client.callTool(name);
    expect(work.signal?.aborted).toBe(true);
    expect(work.signal?.reason).toMatchObject({ name: 'TimeoutError' });
  });

  it('may end as it likes when it heeds the signal, on the stream that it has', async () => {
    await start();
    const exchange = await sendModern(
      server.mcp,
      'tools/call',
      { name: 'heeding' },
      { progressToken: 1 },
    ).whole();
    expect(exchange.methods).toEqual(['notifications/progress', 'notifications/progress', undefined]);
    expect(exchange.messages.at(-1)).toMatchObject({ result: { isError: true } });
  });

  it('can report nothing any more when it has been answered', async () => {
    await start();
    const exchange = await sendModern(
      server.mcp,
      'tools/call',
      { name: 'wait' },
      { progressToken: 1 },
    ).whole();
    await settle();
    expect(exchange.methods).toEqual([undefined]);
    expect(exchange.response!.headers['content-type']).toMatch('application/json');
  });

  it('that fails late fails for nobody', async () => {
    const client = await start();
    expect((await client.callTool('fail')).said).toBe(refusal('fail'));
    await settle();
    // What an unknown error of a route leaves in the log in any case.
    expect(logged.filter((line) => !line.includes('too late to matter'))).toEqual([]);
  });

  it.each(['late-file', 'late-file-entry'])('has its file closed that comes too late: %s', async (name) => {
    const client = await start();
    expect((await client.callTool(name)).said).toBe(refusal(name));
    await settle();
    await work.streamClosed.opened;
  });

  it('is given up with the file that it sends and does not end', async () => {
    const client = await start();
    expect((await client.callTool('endless')).said).toBe(refusal('endless'));
    await work.streamClosed.opened;
    const uri = 'nest://endless';
    const { message } = await client.legacy('resources/read', { uri });
    expect(message.error).toMatchObject({ code: -32603, message: refusal(uri) });
    expect(logged).toEqual([]);
  });

  it.each([
    ['resources/read', { uri: 'nest://wait' }, 'nest://wait'],
    ['prompts/get', { name: 'prompt', arguments: { text: 'x' } }, 'prompt'],
    [
      'completion/complete',
      { ref: { type: 'ref/prompt', name: 'prompt' }, argument: { name: 'text', value: '' } },
      'prompt',
    ],
  ])('is answered with an error: %s', async (method, params, name) => {
    const client = await start();
    const { status, message } = await client.legacy(method, params);
    expect(status).toBe(200);
    expect(message.error).toEqual({ code: -32603, message: refusal(name) });
    await settle();
    expect(logged).toEqual([]);
    await client.wire.assertValidMessages();
  });

  it('does not hold up the rest of its batch', async () => {
    const client = await start();
    const call = (id: number, method: string, params = {}) => ({ jsonrpc: '2.0', id, method, params });
    const { message } = await client.post([call(1, 'tools/call', { name: 'wait' }), call(2, 'ping')]);
    expect(message).toMatchObject([
      { id: 1, result: { isError: true } },
      { id: 2, result: {} },
    ]);
  });

  it.each([
    ['tools have timeoutMs: false', {}, 'patient'],
    ['there is no limit', { limits: { callTimeoutMs: false as const } }, 'wait'],
  ])('is waited for when %s', async (_, options, name) => {
    const client = await start(options);
    const answer = client.callTool(name);
    // Longer than any limit here.
    await client.callTool('hasty');
    await client.callTool('hasty');
    await client.callTool('hasty');
    work.mayEnd.open();
    expect((await answer).said).toBe('late');
    expect(work.signal?.aborted).toBe(false);
  });

  it('counts for the hook as a route that failed', async () => {
    const told: unknown[] = [];
    const client = await start({
      afterToolCall: (name, _args, _request, { status, result }) => told.push([name, status, result]),
    });
    await client.callTool('wait');
    await settle();
    expect(told).toEqual([['wait', 500, undefined]]);
  });

  it('does not take the time into account in which a user of a session is asked', async () => {
    const other = await start({ sessions: true });
    const client = new SessionClient(server.mcp);
    const streams = new SessionStreams(client);
    await client.begin({ elicitation: {} });
    const call = streams.call('confirmed');
    await call.until(({ messages }) => messages.length === 1);
    await other.callTool('wait');
    await other.callTool('wait');
    await client.post(
      { jsonrpc: '2.0', id: call.messages[0]!.id, result: { action: 'accept', content: {} } },
      client.headers,
    );
    await call.whole();
    expect(call.messages[1]).toMatchObject({ result: { content: [{ text: 'confirmed' }] } });
  });
});
