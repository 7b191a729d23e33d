import { describe, expect, it } from '@jest/globals';
import {
  All,
  Controller,
  Get,
  Module,
  Param,
  Post,
  Body,
  QueryMethod,
  Req,
  RequestMethod,
  Search,
} from '@nestjs/common';
import { RouterModule } from '@nestjs/core';
import { McpTool } from '../../lib/index.js';
import { boot, PLATFORMS } from '../support/mcp-app.js';

interface UrlRequest {
  url: string;
  originalUrl: string;
  method: string;
  params: unknown;
}

function seen({ method, originalUrl, params }: UrlRequest) {
  return { method, url: originalUrl, params };
}

describe.each(PLATFORMS)('on %s, a call has the path', (platform) => {
  const wildcard = platform === 'express' ? '*rest' : '*';

  @Controller('items')
  class ItemsController {
    @Get(':id')
    @McpTool()
    find(@Req() request: UrlRequest) {
      return seen(request);
    }

    @Get()
    @McpTool()
    list(@Req() request: UrlRequest) {
      return seen(request);
    }
  }

  it('of the controller and the method', async () => {
    const app = await boot({ controllers: [ItemsController] }, { platform });
    expect(await app.value('items_find', { id: 'a b/c' })).toEqual({
      method: 'GET',
      url: '/items/a%20b%2Fc',
      params: { id: 'a b/c' },
    });
  });

  it('with the global prefix', async () => {
    const app = await boot(
      { controllers: [ItemsController] },
      { platform, setup: (nest) => nest.setGlobalPrefix('/api/v2/') },
    );
    expect(await app.value('items_list')).toMatchObject({ url: '/api/v2/items' });
    expect((await fetch(`${app.url}/api/v2/mcp`, { method: 'POST' })).status).toBe(404);
  });

  it('without the global prefix where that excludes it', async () => {
    const exclude = [{ path: 'items', method: RequestMethod.GET }];
    const app = await boot(
      { controllers: [ItemsController] },
      { platform, setup: (nest) => nest.setGlobalPrefix('api', { exclude }) },
    );
    expect(await app.value('items_list')).toMatchObject({ url: '/items' });
    expect(await app.value('items_find', { id: '1' })).toMatchObject({ url: '/api/items/1' });
  });

  it('with a parameter in the global prefix as an argument', async () => {
    const app = await boot(
      { controllers: [ItemsController] },
      { platform, setup: (nest) => nest.setGlobalPrefix('t/:tenant') },
    );
    expect((await app.tool('items_list')).inputSchema).toMatchObject({ required: ['tenant'] });
    expect(await app.value('items_list', { tenant: 'acme' })).toMatchObject({
      url: '/t/acme/items',
      params: { tenant: 'acme' },
    });
  });

  it('with the prefixes of RouterModule', async () => {
    @Module({ controllers: [ItemsController] })
    class ItemsModule {}
    @Module({ imports: [ItemsModule] })
    class AdminModule {}
    const routes = [
      { path: 'admin', module: AdminModule, children: [{ path: 'shop', module: ItemsModule }] },
    ];
    const app = await boot({ imports: [AdminModule, RouterModule.register(routes)] }, { platform });
    expect(await app.value('items_find', { id: '1' })).toMatchObject({ url: '/admin/shop/items/1' });
  });

  it('that the arguments can fill, of several', async () => {
    @Controller(['shops/:shop/items', 'items'])
    class ManyController {
      @Get([':id', ':id/:part'])
      @McpTool('find')
      find(@Req() request: UrlRequest) {
        return seen(request);
      }
    }
    const app = await boot({ controllers: [ManyController] }, { platform });
    expect((await app.tool('find')).inputSchema.required).toEqual(['id']);
    expect(await app.value('find', { id: '1' })).toMatchObject({ url: '/items/1', params: { id: '1' } });
    expect(await app.value('find', { id: '1', part: '2' })).toMatchObject({ url: '/items/1/2' });
    expect(await app.value('find', { id: '1', shop: 's' })).toMatchObject({ url: '/shops/s/items/1' });
    expect(await app.value('find', { id: '1', part: '2', shop: 's' })).toMatchObject({
      url: '/shops/s/items/1/2',
    });
  });

  it('with the optional parts that the arguments fill', async () => {
    @Controller('items')
    class OptionalController {
      @Get(platform === 'express' ? 'x{/:id}' : 'x/:id?')
      @McpTool('find')
      find(@Req() request: UrlRequest) {
        return seen(request);
      }
    }
    const app = await boot({ controllers: [OptionalController] }, { platform });
    expect((await app.tool('find')).inputSchema.required ?? []).toEqual([]);
    expect(await app.value('find')).toMatchObject({ url: '/items/x', params: {} });
    expect(await app.value('find', { id: '7' })).toMatchObject({ url: '/items/x/7', params: { id: '7' } });
  });

  it('with a wildcard, as HTTP would give it', async () => {
    @Controller('files')
    class FilesController {
      @Get(wildcard)
      @McpTool('read')
      read(@Req() request: UrlRequest) {
        return seen(request);
      }
    }
    const app = await boot({ controllers: [FilesController] }, { platform });
    const name = platform === 'express' ? 'rest' : '*';
    const byHttp: unknown = await (await fetch(`${app.url}/files/a/b%20c.txt`)).json();
    expect(await app.value('read', { [name]: 'a/b c.txt' })).toEqual(byHttp);
  });

  it('of a controller without one', async () => {
    @Controller()
    class RootController {
      @Get()
      @McpTool('root')
      root(@Req() request: UrlRequest) {
        return seen(request);
      }
    }
    const app = await boot({ controllers: [RootController] }, { platform });
    expect(await app.value('root')).toMatchObject({ url: '/' });
  });
});

describe.each(PLATFORMS)('on %s, a call has the method', (platform) => {
  @Controller('items')
  class ItemsController {
    @All('all')
    @McpTool()
    all(@Req() { method }: UrlRequest) {
      return method;
    }

    @All('all-body')
    @McpTool()
    allWithBody(@Req() { method }: UrlRequest, @Body() body: object) {
      return { method, body };
    }

    @Search('search')
    @McpTool()
    search(@Req() { method }: UrlRequest, @Body('q') q: string) {
      return { method, q };
    }

    @QueryMethod('query')
    @McpTool()
    query(@Req() { method }: UrlRequest, @Body('q') q: string) {
      return { method, q };
    }

    @Post('post')
    @McpTool()
    post(@Req() { method }: UrlRequest) {
      return method;
    }
  }

  it.each([
    ['items_all', {}, 'GET'],
    ['items_all_with_body', { a: 1 }, { method: 'POST', body: { a: 1 } }],
    ['items_search', { q: 'x' }, { method: 'SEARCH', q: 'x' }],
    ['items_query', { q: 'x' }, { method: 'QUERY', q: 'x' }],
    ['items_post', {}, 'POST'],
  ])('%s', async (name, args, expected) => {
    const app = await boot({ controllers: [ItemsController] }, { platform });
    expect(await app.value(name, args)).toEqual(expected);
  });
});

describe.each(PLATFORMS)('on %s, @Controller({ host })', (platform) => {
  @Controller({ path: 'items', host: '127.0.0.1' })
  class HereController {
    @Get()
    @McpTool()
    list() {
      return 'here';
    }
  }
  @Controller({ path: 'items', host: ':account.example.com' })
  class ThereController {
    @Get('there')
    @McpTool()
    list() {
      return 'there';
    }
  }

  it('answers the host that the call came to, and others with 404, as over HTTP', async () => {
    const app = await boot({ controllers: [HereController, ThereController] }, { platform });
    expect(await app.value('here_list')).toBe('here');
    const { isError, text } = await app.call('there_list');
    expect([isError, text]).toEqual([true, expect.stringContaining('404')]);
    expect((await fetch(`${app.url}/items/there`)).status).toBe(404);
  });
});

describe.each(PLATFORMS)('on %s, the options of Nest 12 that register routes late', (platform) => {
  @Controller('items')
  class ItemsController {
    @Get(':id')
    @McpTool()
    find(@Param('id') id: string) {
      return `item ${id}`;
    }

    @Get('latest')
    @McpTool()
    latest() {
      return 'the latest';
    }
  }

  it.each([
    { routeResolutionStrategy: 'specificity' },
    { routeConflictPolicy: { duplicate: 'warn', shadow: 'warn' } },
    { routeResolutionStrategy: 'specificity', routeConflictPolicy: { duplicate: 'error', shadow: 'error' } },
  ] as const)('%j change nothing', async (nest) => {
    const app = await boot({ controllers: [ItemsController] }, { platform, nest });
    expect(await app.toolNames()).toEqual(['items_find', 'items_latest']);
    expect(await app.value('items_find', { id: '1' })).toBe('item 1');
    const overHttp = (await fetch(`${app.url}/items/latest`)).text();
    const { text, isError } = await app.call('items_latest');
    // On Express the route is only reached when Nest puts it before the other one.
    expect(isError ? 'item latest' : text).toBe(await overHttp);
    expect((await app.post({ jsonrpc: '2.0', id: 1, method: 'ping' })).status).toBe(200);
  });
});
