import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Controller, Get, RequestMethod, UnauthorizedException } from '@nestjs/common';
import type { INestApplication, MiddlewareConsumer } from '@nestjs/common';
import { McpModule, McpTool } from 'nestjs-mcp';
import type { McpRootOptions } from 'nestjs-mcp';
import { EndpointClient } from '../support/endpoint-client.js';
import { PLATFORMS, startApp } from '../support/running-app.js';
import type { RunningApp } from '../support/running-app.js';
import { boundModule } from './bound-module.js';
import type { Next, SeenRequest, SeenResponse } from './bound-module.js';

@Controller('items')
@McpTool()
class ItemsController {
  @Get()
  list() {
    return 'list';
  }
}

describe.each(PLATFORMS)('on %s', (platform) => {
  let server: RunningApp | undefined;
  /** The paths for which a middleware ran. */
  let runs: string[];
  beforeEach(() => {
    runs = [];
  });
  afterEach(() => server?.close());

  class Counting {
    use({ originalUrl }: SeenRequest, _response: SeenResponse, next: Next): void {
      runs.push(originalUrl);
      next();
    }
  }
  const counting = ({ originalUrl }: SeenRequest, _response: SeenResponse, next: Next) => {
    runs.push(originalUrl);
    return next();
  };

  async function start(
    bind: (consumer: MiddlewareConsumer) => unknown,
    configure?: (app: INestApplication) => unknown,
    mcp?: McpRootOptions,
  ): Promise<EndpointClient> {
    server = await startApp({
      platform,
      module: { imports: [McpModule.forRoot(mcp), boundModule({ controllers: [ItemsController] }, bind)] },
      configure,
    });
    return new EndpointClient(mcp?.path === undefined ? server.mcp : new URL(mcp.path, server.origin));
  }

  const BOTH = ['/mcp', '/items'];
  const CASES: [string, string[], (consumer: MiddlewareConsumer) => unknown, RequestMethod?][] = [
    ['a class for all routes', ['/mcp'], (consumer) => consumer.apply(Counting).forRoutes('*path')],
    ['a function for all routes', ['/mcp'], (consumer) => consumer.apply(counting).forRoutes('*path')],
    [
      'a function for all routes in the old spelling',
      ['/mcp'],
      (consumer) => consumer.apply(counting).forRoutes('*'),
    ],
    ['an optional wildcard', ['/mcp'], (consumer) => consumer.apply(counting).forRoutes('{*path}')],
    [
      'a class for all routes with exclusions elsewhere',
      ['/mcp'],
      (consumer) => consumer.apply(Counting).exclude('health', 'login/*path').forRoutes('*path'),
    ],
    [
      'a function for all routes with exclusions elsewhere',
      ['/mcp'],
      (consumer) => consumer.apply(counting).exclude('health', 'login/*path').forRoutes('*path'),
    ],
    [
      'a class that excludes the endpoint',
      ['/items'],
      (consumer) => consumer.apply(Counting).exclude('mcp').forRoutes('*path'),
    ],
    [
      'a function that excludes the endpoint',
      ['/items'],
      (consumer) => consumer.apply(counting).exclude('mcp').forRoutes('*path'),
    ],
    [
      'the endpoint excluded for another method',
      ['/mcp'],
      (consumer) =>
        consumer.apply(counting).exclude({ path: 'mcp', method: RequestMethod.GET }).forRoutes('*path'),
    ],
    [
      'the route excluded',
      ['/mcp'],
      (consumer) => consumer.apply(counting).exclude('items').forRoutes('*path'),
    ],
    ['both excluded', [], (consumer) => consumer.apply(counting).exclude('items', 'mcp').forRoutes('*path')],
    [
      'all routes of the method of the route',
      ['/items'],
      (consumer) => consumer.apply(counting).forRoutes({ path: '*path', method: RequestMethod.GET }),
    ],
    [
      'all routes of the method of the endpoint',
      ['/mcp'],
      (consumer) => consumer.apply(counting).forRoutes({ path: '*path', method: RequestMethod.POST }),
    ],
    [
      'the endpoint and the route, named together',
      ['/mcp'],
      (consumer) => consumer.apply(counting).forRoutes('mcp', ItemsController),
    ],
    [
      'the endpoint and the route, bound one by one',
      BOTH,
      (consumer) => consumer.apply(counting).forRoutes('mcp').apply(counting).forRoutes(ItemsController),
    ],
  ];

  it.each(CASES)('%s runs for %j', async (_title, expected, bind) => {
    const client = await start(bind);
    expect(await client.callTool('items_list')).toMatchObject({ said: 'list' });
    expect(runs).toEqual(expected);
  });

  it('what ran for one request says nothing of the next', async () => {
    const client = await start((consumer) =>
      consumer.apply(counting).exclude({ path: 'mcp', method: RequestMethod.GET }).forRoutes('*path'),
    );
    await client.callTool('items_list');
    await fetch(`${server!.origin}/items`);
    await client.callTool('items_list');
    expect(runs).toEqual(['/mcp', '/items', '/mcp']);
  });

  it('each call of a batch has its own run', async () => {
    const client = await start((consumer) => consumer.apply(counting).forRoutes(ItemsController));
    const call = (id: number) => ({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name: 'items_list' },
    });
    await client.post([call(1), call(2)], { 'mcp-protocol-version': '2025-03-26' });
    expect(runs).toEqual(['/items', '/items']);
  });

  it('app.use() runs for the endpoint only', async () => {
    const client = await start(
      () => undefined,
      (app) => app.use(counting),
    );
    await client.callTool('items_list');
    expect(runs).toEqual(['/mcp']);
  });

  it('another path of the endpoint is known', async () => {
    const client = await start(
      (consumer) => consumer.apply(counting).exclude('nothing').forRoutes('*path'),
      undefined,
      { path: '/agents/tools' },
    );
    await client.callTool('items_list');
    expect(runs).toEqual(['/agents/tools']);
  });

  it('some have run, the others run in their order', async () => {
    const named = (name: string) => (_request: SeenRequest, _response: SeenResponse, next: Next) => {
      runs.push(name);
      next();
    };
    const client = await start((consumer) => {
      consumer.apply(named('a')).forRoutes(ItemsController);
      consumer.apply(named('everywhere')).forRoutes('*path');
      consumer.apply(named('b'), named('c')).forRoutes(ItemsController);
    });
    await client.callTool('items_list');
    expect(runs).toEqual(['everywhere', 'a', 'b', 'c']);
  });

  it('what ran for the endpoint is there in the route', async () => {
    const client = await start((consumer) => {
      consumer
        .apply((request: SeenRequest, _response: SeenResponse, next: Next) => {
          request.user = 'ann';
          next();
        })
        .forRoutes('*path');
      consumer
        .apply(({ user }: SeenRequest, response: SeenResponse) => {
          response.setHeader('content-type', 'text/plain');
          response.end(`for ${user}`);
        })
        .forRoutes(ItemsController);
    });
    expect(await client.callTool('items_list')).toMatchObject({ said: 'for ann' });
  });

  it('nothing that runs for a call reaches the response of the endpoint', async () => {
    const client = await start((consumer) =>
      consumer
        .apply((_request: SeenRequest, response: SeenResponse) => {
          response.statusCode = 418;
          response.setHeader('x-middleware', 'set');
          response.setHeader('set-cookie', 'a=b');
          response.setHeader('content-type', 'text/plain');
          response.end('refused');
        })
        .forRoutes(ItemsController),
    );
    const answer = await client.callTool('items_list');
    expect(answer.status).toBe(200);
    expect(answer.message.result).toMatchObject({ isError: true });
    expect(answer.said).toContain('refused');
    expect(answer.headers.get('x-middleware')).toBeNull();
    expect(answer.headers.get('set-cookie')).toBeNull();
  });

  it('a response that middleware left open finishes with the route', async () => {
    const client = await start((consumer) =>
      consumer
        .apply((_request: SeenRequest, response: SeenResponse, next: Next) => {
          response.once('finish', () => runs.push('finished'));
          next();
        })
        .forRoutes(ItemsController),
    );
    await client.callTool('items_list');
    expect(runs).toEqual(['finished']);
  });

  it('the endpoint answers in JSON-RPC when middleware in front of it passes an error', async () => {
    const client = await start((consumer) =>
      consumer
        .apply((_request: SeenRequest, _response: SeenResponse, next: Next) =>
          next(new UnauthorizedException()),
        )
        .forRoutes('*path'),
    );
    const answer = await client.callTool('items_list');
    expect(answer.status).toBe(401);
    expect(answer.message).toMatchObject({ jsonrpc: '2.0', error: { code: -32600 } });
  });
});
