import type { EventEmitter } from 'node:events';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Controller, Get, Req, Res } from '@nestjs/common';
import { McpTool } from '../../lib/index.js';
import { boot, PLATFORMS } from '../support/mcp-app.js';
import type { McpApp } from '../support/mcp-app.js';

type Emitting<T> = T & { raw?: EventEmitter };

const events: string[] = [];
let onStart = () => undefined as void;

async function untilAborted(aborted: Promise<string>): Promise<void> {
  onStart();
  events.push(await Promise.race([aborted, pause(1000).then(() => 'ran to its end')]));
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

@Controller('work')
class WorkController {
  @Get('request')
  @McpTool('request')
  async request(@Req() request: Emitting<EventEmitter>) {
    const emitter = request.raw ?? request;
    await untilAborted(new Promise((resolve) => emitter.once('close', () => resolve('request closed'))));
  }

  @Get('aborted')
  @McpTool('aborted')
  async aborted(@Req() request: Emitting<EventEmitter>) {
    const emitter = request.raw ?? request;
    await untilAborted(new Promise((resolve) => emitter.once('aborted', () => resolve('request aborted'))));
  }

  @Get('response')
  @McpTool('response')
  async response(@Res({ passthrough: true }) response: Emitting<EventEmitter>) {
    const emitter = response.raw ?? response;
    await untilAborted(new Promise((resolve) => emitter.once('close', () => resolve('response closed'))));
  }

  @Get('signal')
  @McpTool('signal')
  async signal(@Req() { signal }: { signal: AbortSignal }) {
    await untilAborted(
      new Promise((resolve) => signal.addEventListener('abort', () => resolve('signal aborted'))),
    );
  }

  @Get('quiet')
  @McpTool('quiet')
  async quiet(
    @Req() request: Emitting<EventEmitter> & { signal?: AbortSignal },
    @Res({ passthrough: true }) response: Emitting<EventEmitter>,
  ) {
    let ended = false;
    for (const emitter of [request.raw ?? request, response.raw ?? response]) {
      emitter.once('close', () => (ended = true));
    }
    const { signal } = request;
    await pause(30);
    return ended || signal?.aborted === true ? 'ended too early' : 'complete';
  }
}

async function abandon(app: McpApp, tool: string): Promise<string | undefined> {
  const started = new Promise<void>((resolve) => (onStart = resolve));
  const controller = new AbortController();
  const call = fetch(`${app.url}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool } }),
    signal: controller.signal,
  }).catch(() => undefined);
  await started;
  controller.abort();
  await call;
  for (let waited = 0; events.length === 0 && waited < 1500; waited += 10) {
    await pause(10);
  }
  return events.shift();
}

afterEach(() => {
  events.length = 0;
});

describe.each(PLATFORMS)('on %s, when the client goes away', (platform) => {
  it.each([
    ['request', 'request closed'],
    ['aborted', 'request aborted'],
    ['response', 'response closed'],
  ])('a handler that listens is told (%s)', async (tool, event) => {
    const app = await boot({ controllers: [WorkController] }, { platform });
    expect(await abandon(app, tool)).toBe(event);
  });

  it('and only then: nothing has ended while a GET route works', async () => {
    const app = await boot({ controllers: [WorkController] }, { platform });
    expect(await app.value('quiet')).toBe('complete');
  });
});

it('on fastify, request.signal is aborted when the client goes away', async () => {
  const app = await boot({ controllers: [WorkController] });
  expect(await abandon(app, 'signal')).toBe('signal aborted');
});
