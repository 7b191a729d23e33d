import { describe, expect, it } from '@jest/globals';
import { Controller, Get } from '@nestjs/common';
import { McpContext, McpTool } from '../../lib/index.js';
import { EndpointClient } from '../support/endpoint-client.js';
import { boot, PLATFORMS } from '../support/mcp-app.js';

@Controller('things')
class ThingsController {
  @Get('log')
  @McpTool('log')
  log(@McpContext() context: McpContext) {
    const data: Record<string, unknown> = { big: 10n };
    data.self = data;
    context.log('info', data);
    context.log('info', {
      toJSON() {
        throw new Error('broken');
      },
    });
    context.log('info', undefined);
    return 'logged';
  }

  @Get('progress')
  @McpTool('progress')
  progress(@McpContext() context: McpContext) {
    for (const value of [NaN, Infinity, 1n as unknown as number, 'half' as unknown as number]) {
      context.reportProgress(value);
    }
    return 'done';
  }
}

describe.each(PLATFORMS)('on %s, a handler', (platform) => {
  async function call(name: string, meta: Record<string, unknown>) {
    const app = await boot({ controllers: [ThingsController] }, { platform });
    return new EndpointClient(new URL(`${app.url}/mcp`)).modern('tools/call', { name }, {}, meta);
  }

  it('may log what is no JSON: the call goes on, and the client sees what can be shown', async () => {
    const { text } = await call('log', { 'io.modelcontextprotocol/logLevel': 'debug' });
    const messages = [...text.matchAll(/^data: (.*)$/gm)].map(
      ([, data]) => JSON.parse(data!) as { params?: { data: unknown }; result?: object },
    );
    expect(messages.slice(0, -1).map(({ params }) => params!.data)).toEqual([
      { big: '10', self: '[Circular]' },
      '[cannot be shown]',
      null,
    ]);
    expect(messages.at(-1)!.result).toMatchObject({ content: [{ text: 'logged' }] });
  });

  it('may report progress that is no number: nothing is sent of it', async () => {
    const { said } = await call('progress', { progressToken: 1 });
    expect(said).toBe('done');
  });
});
