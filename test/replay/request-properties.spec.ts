import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { Body, Controller, Get, Post, Req, UseInterceptors } from '@nestjs/common';
import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { McpTool } from '../../lib/index.js';
import { boot, PLATFORMS } from '../support/mcp-app.js';

type AnyRequest = IncomingMessage & { raw?: IncomingMessage; body: Record<string, unknown> };

/** Puts on the body what is no JSON, and copies all headers. */
class CyclicBodyInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler) {
    const request = context.switchToHttp().getRequest<AnyRequest>();
    const user: Record<string, unknown> = { id: 1n };
    user.self = user;
    request.body.user = user;
    Object.assign({}, request.headers);
    return next.handle();
  }
}

@Controller('things')
class ThingsController {
  @Get('headers')
  @McpTool('headers')
  headers(@Req() request: AnyRequest) {
    const { rawHeaders, headersDistinct } = request.raw ?? request;
    return { rawHeaders, headersDistinct };
  }

  @Post('raw')
  @McpTool('raw')
  raw(@Req() request: AnyRequest, @Body() body: Record<string, unknown>) {
    return [...(request.raw ?? request).rawHeaders, ...Object.keys(body)];
  }

  @Post('cyclic')
  @McpTool('cyclic')
  @UseInterceptors(CyclicBodyInterceptor)
  cyclic(@Body() body: object) {
    return Object.keys(body);
  }

  @Post('deep')
  @McpTool('deep')
  deep(@Req() request: AnyRequest, @Body() body: Record<string, unknown>) {
    return 'd' in body && Object.keys({ ...request.headers }).length > 0;
  }

  @Get('options')
  @McpTool('options')
  options(@Req() { routeOptions }: FastifyRequest) {
    return { ...routeOptions, handler: typeof routeOptions.handler };
  }
}

describe.each(PLATFORMS)('on %s, a request', (platform) => {
  const start = () => boot({ controllers: [ThingsController] }, { platform });

  it('has raw and distinct headers that say the same as the others', async () => {
    const app = await start();
    const { rawHeaders, headersDistinct } = (await app.value('headers', {}, { 'x-tenant': 'acme' })) as {
      rawHeaders: string[];
      headersDistinct: Record<string, string[]>;
    };
    expect(headersDistinct).toMatchObject({
      'x-tenant': ['acme'],
      accept: [expect.stringContaining('json')],
    });
    expect(rawHeaders).toEqual(Object.entries(headersDistinct).flatMap(([name, [value]]) => [name, value]));
    expect(rawHeaders.filter((name) => name.startsWith('mcp-'))).toEqual([]);
    expect(await app.value('raw', { a: 1 })).toEqual(expect.arrayContaining(['content-length', '7']));
  });

  it('whose body an interceptor made cyclic can have its headers copied', async () => {
    expect(await (await start()).value('cyclic', { a: 1 })).toEqual(['a', 'user']);
  });

  it('whose body is nested as deeply as can be allowed can have its headers copied', async () => {
    const depth = 1_000;
    const mcp = { limits: { argumentDepth: depth } };
    const app = await boot({ controllers: [ThingsController] }, { platform, mcp });
    const body =
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"deep","arguments":' +
      `{"d":${'['.repeat(depth)}${']'.repeat(depth)}}}}`;
    const response = await fetch(`${app.url}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    expect(await response.json()).toMatchObject({ result: { content: [{ text: 'true' }] } });
  });
});

it('on fastify, request.routeOptions says of the route what it says over HTTP', async () => {
  const app = await boot({ controllers: [ThingsController] });
  const overHttp: unknown = await (await fetch(`${app.url}/things/options`)).json();
  expect(await app.value('options')).toEqual(overHttp);
});
