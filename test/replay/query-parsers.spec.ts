import { parse } from 'node:querystring';
import { describe, expect, it } from '@jest/globals';
import { Controller, Get, Module, Query } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { McpModule, McpTool } from '../../lib/index.js';
import { boot, McpApp } from '../support/mcp-app.js';

@Controller('search')
class SearchController {
  @Get()
  @McpTool('search')
  search(@Query() query: Record<string, unknown>) {
    return query;
  }
}

/** Reads `filter.name` as a property of `filter`, and numbers as numbers. */
function dotted(text: string): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(parse(text))) {
    const [head, tail] = key.split('.') as [string, string?];
    const read = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
    result[head] = tail === undefined ? read : { ...(result[head] as object), [tail]: read };
  }
  return result;
}

const ARGUMENTS = { 'filter.name': 'brew', page: 2, tags: ['a', 'b'], one: ['x'] };
const EXPECTED = { filter: { name: 'brew' }, page: 2, tags: ['a', 'b'], one: ['x'] };

describe('a query parser of the application reads the arguments of a tool', () => {
  it('on Express', async () => {
    const app = await boot(
      { controllers: [SearchController] },
      {
        platform: 'express',
        setup: (nest) => (nest as NestExpressApplication).set('query parser', dotted),
      },
    );
    expect(await app.value('search', ARGUMENTS)).toEqual(EXPECTED);
  });

  it("on Express with 'extended', which gives brackets a meaning", async () => {
    const app = await boot(
      { controllers: [SearchController] },
      {
        platform: 'express',
        setup: (nest) => (nest as NestExpressApplication).set('query parser', 'extended'),
      },
    );
    expect(await app.value('search', { filter: { name: 'brew' } })).toEqual({ filter: { name: 'brew' } });
  });

  it.each([
    ['querystringParser', { querystringParser: dotted }],
    ['routerOptions.querystringParser', { routerOptions: { querystringParser: dotted } }],
  ])('on Fastify (%s)', async (_label, options) => {
    @Module({ imports: [McpModule.forRoot()], controllers: [SearchController] })
    class AppModule {}
    const nest = await NestFactory.create(
      AppModule,
      new FastifyAdapter(options as ConstructorParameters<typeof FastifyAdapter>[0]),
      { logger: false, forceCloseConnections: true },
    );
    await nest.listen(0, '127.0.0.1');
    const app = new McpApp(nest, await nest.getUrl());
    const overHttp = (await fetch(`${app.url}/search?filter.name=brew&page=2`)).json();
    expect(await app.value('search', ARGUMENTS)).toEqual(EXPECTED);
    expect(await overHttp).toEqual({ filter: { name: 'brew' }, page: 2 });
    await app.close();
  });
});
