import { describe, expect, it } from '@jest/globals';
import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { McpTool } from '../../lib/index.js';
import { EndpointClient } from '../support/endpoint-client.js';
import { boot, PLATFORMS } from '../support/mcp-app.js';

@Controller('things')
class ThingsController {
  @Get('by-id/:id')
  @McpTool('path')
  path(@Param('id') id: string) {
    return `thing ${id}`;
  }

  @Get('by-query')
  @McpTool('query')
  query(@Query() query: Record<string, unknown>) {
    return query;
  }

  @Post()
  @McpTool('body')
  body(@Body() body: Record<string, unknown>) {
    return Object.keys(body);
  }
}

const nested = (depth: number, open: string, close: string, inner = '') =>
  `${open.repeat(depth)}${inner}${close.repeat(depth)}`;

describe.each(PLATFORMS)('on %s, a call with', (platform) => {
  async function call(tool: string, argumentsText: string) {
    const app = await boot({ controllers: [ThingsController] }, { platform });
    const client = new EndpointClient(new URL(`${app.url}/mcp`));
    return client.post(
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${tool}","arguments":${argumentsText}}}`,
    );
  }

  it.each([
    ['path', '{"id":"\\ud800"}'],
    ['query', '{"q":"\\udfff"}'],
    ['query', '{"\\udfff":"q"}'],
    ['body', '{"b":"\\udfff"}'],
  ])('half a character in the %s is answered by the route (%s)', async (tool, text) => {
    const { message } = await call(tool, text);
    expect(message.error).toBeUndefined();
    expect(message.result!['isError']).toBeUndefined();
  });

  it.each([
    ['path', 'id', `{"id":${nested(20_000, '[', ']')}}`],
    ['query', 'deep', `{"flat":"1","deep":${nested(20_000, '[', ']')}}`],
    ['query', 'deep', `{"flat":"1","deep":${nested(12_000, '{"a":', '}', '1')}}`],
    ['body', 'deep', `{"flat":"1","deep":${nested(12_000, '[', ']')}}`],
  ])('a %s argument that is nested too deeply is an error that names it', async (tool, argument, text) => {
    const { message, said } = await call(tool, text);
    expect(message.error).toBeUndefined();
    expect(message.result!['isError']).toBe(true);
    expect(said).toContain(`${argument}: `);
  });

  it('a body that is nested deeply reaches the route', async () => {
    expect((await call('body', `{"deep":${nested(64, '[', ']')}}`)).said).toBe('["deep"]');
  });
});
