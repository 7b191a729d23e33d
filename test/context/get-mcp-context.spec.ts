import { afterEach, describe, expect, it } from '@jest/globals';
import { Controller, Get, Injectable, Query } from '@nestjs/common';
import { McpModule, McpTool } from '../../lib/index.js';
import { getMcpContext } from '../../lib/context/index.js';
import { EndpointClient } from '../support/endpoint-client.js';
import { PLATFORMS, startApp } from '../support/running-app.js';
import type { RunningApp } from '../support/running-app.js';

@Injectable()
class DeepService {
  async requestId(): Promise<unknown> {
    await new Promise((resolve) => setImmediate(resolve));
    return getMcpContext()?.requestId ?? 'none';
  }
}

@Controller('deep')
class DeepController {
  private arrived = 0;
  private meet!: () => void;
  private met = new Promise<void>((resolve) => (this.meet = resolve));

  constructor(private readonly service: DeepService) {}

  @Get()
  @McpTool()
  id(): Promise<unknown> {
    return this.service.requestId();
  }

  /** Answers when as many calls are here as were asked for. */
  @Get('together')
  @McpTool()
  async together(@Query('calls') calls: string): Promise<unknown> {
    this.arrived++;
    if (this.arrived === Number(calls)) this.meet();
    await this.met;
    return this.service.requestId();
  }
}

describe.each(PLATFORMS)('getMcpContext() on %s', (platform) => {
  let running: RunningApp;

  async function start(): Promise<EndpointClient> {
    running = await startApp({
      platform,
      module: {
        imports: [McpModule.forRoot()],
        controllers: [DeepController],
        providers: [DeepService],
      },
    });
    return new EndpointClient(running.mcp);
  }

  const call = (client: EndpointClient, id: string, name: string, args = {}) =>
    client.post({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } });

  afterEach(() => running.close());

  it('is the context of the call, deep below the handler', async () => {
    expect((await call(await start(), 'deep', 'deep_id')).said).toBe('deep');
  });

  it('is undefined over plain HTTP, and outside of calls', async () => {
    const client = await start();
    await call(client, 'before', 'deep_id');
    expect(await (await fetch(new URL('/deep', running.origin))).text()).toBe('none');
    expect(getMcpContext()).toBeUndefined();
  });

  it('is that of each of many calls at once', async () => {
    const client = await start();
    const ids = Array.from({ length: 20 }, (_, index) => `call ${index}`);
    const answers = await Promise.all(ids.map((id) => call(client, id, 'deep_together', { calls: '20' })));
    expect(answers.map(({ said }) => said)).toEqual(ids);
  });

  it('is that of each call in a batch', async () => {
    const client = await start();
    const { text } = await client.post(
      ['a', 'b', 'c'].map((id) => ({
        jsonrpc: '2.0',
        id,
        method: 'tools/call',
        params: { name: 'deep_id' },
      })),
    );
    const answers = JSON.parse(text) as { result: { content: { text: string }[] } }[];
    expect(answers.map(({ result }) => result.content[0]!.text)).toEqual(['a', 'b', 'c']);
  });
});
