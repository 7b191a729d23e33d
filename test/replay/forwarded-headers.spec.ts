import { describe, expect, it } from '@jest/globals';
import { Body, Controller, Get, Headers, Post, Query, Req } from '@nestjs/common';
import { McpParam, McpTool } from '../../lib/index.js';
import { boot, PLATFORMS } from '../support/mcp-app.js';
import type { McpApp, PlatformName } from '../support/mcp-app.js';

type HeaderMap = Record<string, string>;

@Controller('headers')
class HeadersController {
  @Get()
  @McpTool('get')
  get(@Headers() headers: HeaderMap, @Headers('authorization') authorization: string) {
    return { ...headers, authorization };
  }

  @Post()
  @McpTool('post')
  post(@Headers() headers: HeaderMap, @Body() body: object) {
    return { ...headers, body };
  }

  @Get('exposed')
  @McpTool('exposed')
  exposed(
    @Headers('X-Region') @McpParam({ expose: true, description: 'Where' }) region: string,
    @Headers('x-hidden') hidden: string,
    @Query('q') q: string,
  ) {
    return { region, hidden, q };
  }

  @Get('raw')
  @McpTool('raw')
  raw(@Req() request: { headers: HeaderMap; raw?: { headers: HeaderMap } }) {
    return [request.headers, request.raw?.headers ?? request.headers];
  }
}

const start = (platform: PlatformName): Promise<McpApp> =>
  boot({ controllers: [HeadersController] }, { platform });

describe.each(PLATFORMS)('on %s, a route sees', (platform) => {
  it('the headers of the caller that speak of the caller', async () => {
    const app = await start(platform);
    const sent = {
      authorization: 'Bearer token',
      cookie: 'session=1',
      'x-tenant': 'acme',
      'x-forwarded-for': '10.0.0.1',
      'accept-language': 'de',
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
      'user-agent': 'agent/1',
    };
    expect(await app.value('get', {}, sent)).toMatchObject({
      ...sent,
      host: expect.stringContaining('127.0.0.1'),
    });
  });

  it('none of those that speak of the message to the endpoint', async () => {
    const app = await start(platform);
    const headers = {
      'if-none-match': '"1"',
      'if-modified-since': 'Mon, 30 Nov 2026 00:00:00 GMT',
      range: 'bytes=0-1',
      'last-event-id': '1',
      'mcp-session-id': '1',
      'mcp-protocol-version': '2025-11-25',
      'accept-encoding': 'br',
    };
    const seen = (await app.value('get', {}, headers)) as HeaderMap;
    for (const name of [
      ...Object.keys(headers),
      'content-type',
      'content-length',
      'content-encoding',
      'transfer-encoding',
      'connection',
    ]) {
      expect([name, seen[name]]).toEqual([name, undefined]);
    }
    expect(seen['accept']).toContain('application/json');
    expect(seen['accept']).not.toContain('text/event-stream');
  });

  it('none of the headers of a modern call', async () => {
    const app = await start(platform);
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const response = await app.post(
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get', _meta: meta } },
      { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'get' },
    );
    const { result } = (await response.json()) as { result: { content: { text: string }[] } };
    expect(Object.keys(JSON.parse(result.content[0]!.text) as object)).not.toContainEqual(
      expect.stringMatching(/^mcp-/),
    );
  });

  it('the type and the length of its own body', async () => {
    const app = await start(platform);
    const body = { name: 'Käse', list: [1, 2] };
    expect(
      await app.value('post', body, { 'content-type': 'application/json; charset=utf-8' }),
    ).toMatchObject({
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(JSON.stringify(body))),
      body,
    });
  });

  it('the same headers on the request and the one below', async () => {
    const app = await start(platform);
    const [outer, raw] = (await app.value('raw', {}, { 'x-a': '1' })) as [HeaderMap, HeaderMap];
    expect(raw).toEqual(outer);
    expect(outer).toMatchObject({ 'x-a': '1' });
  });

  it('a header as an argument only where the route offers it', async () => {
    const app = await start(platform);
    const { inputSchema } = await app.tool('exposed');
    expect(Object.keys(inputSchema.properties)).toEqual(['q', 'X-Region']);
    expect(await app.value('exposed', { 'X-Region': 'eu', q: '1' }, { 'x-hidden': 'h' })).toEqual({
      region: 'eu',
      hidden: 'h',
      q: '1',
    });
  });

  it.each(['authorization', 'cookie', 'x-hidden', 'headers'])('never %s as an argument', async (name) => {
    const app = await start(platform);
    for (const tool of ['get', 'post', 'exposed', 'raw']) {
      expect(Object.keys((await app.tool(tool)).inputSchema.properties)).not.toContain(name);
    }
    const { isError, text } = await app.call('get', { [name]: 'Bearer stolen' });
    expect([isError, text]).toEqual([true, expect.stringContaining(name)]);
  });

  it('cookies, which no argument can be, in the body only as body', async () => {
    const app = await start(platform);
    expect(
      await app.value('post', { authorization: 'mine' }, { authorization: 'Bearer real' }),
    ).toMatchObject({
      authorization: 'Bearer real',
      body: { authorization: 'mine' },
    });
  });
});
