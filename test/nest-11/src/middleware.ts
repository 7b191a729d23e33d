import {
  Controller,
  Get,
  Inject,
  Injectable,
  Module,
  Param,
  Req,
  RequestMethod,
  Scope,
} from '@nestjs/common';
import type { MiddlewareConsumer, NestMiddleware, NestModule } from '@nestjs/common';
import { REQUEST } from '@nestjs/core';
import { McpTool } from 'nestjs-mcp';
import { check, equal } from './checks.js';
import { PLATFORMS, withApp } from './running-app.js';
import type { RunningApp } from './running-app.js';

interface RequestLike {
  originalUrl: string;
  headers: Record<string, string | undefined>;
  raw?: RequestLike;
  user?: string;
}

interface ResponseLike {
  statusCode: number;
  end(body?: string): void;
}

type Next = (error?: unknown) => void;

@Controller('items')
@McpTool()
class ItemsController {
  @Get()
  list(@Req() request: RequestLike) {
    return `list for ${(request.raw ?? request).user}`;
  }

  @Get(':id')
  find(@Param('id') id: string) {
    return `found ${id}`;
  }
}

let runs: string[] = [];

function requirePass({ originalUrl, headers }: RequestLike, response: ResponseLike, next: Next): void {
  runs.push(originalUrl);
  if (headers['x-pass'] === 'yes') {
    next();
    return;
  }
  response.statusCode = 401;
  response.end('refused');
}

@Injectable({ scope: Scope.REQUEST })
class UserMiddleware implements NestMiddleware {
  constructor(@Inject(REQUEST) private readonly request: RequestLike) {}

  use(request: RequestLike, _response: ResponseLike, next: Next): void {
    request.user = `${this.request.headers['x-user']}`;
    next();
  }
}

const PASS = { 'x-pass': 'yes', 'x-user': 'ann' };

/** Middleware of `consumer.apply()`. */
export async function checkMiddleware(): Promise<void> {
  for (const platform of PLATFORMS) {
    const checkBound = (
      name: string,
      bind: (consumer: MiddlewareConsumer) => unknown,
      use: (app: RunningApp) => Promise<void>,
    ) =>
      check(`${platform}: ${name}`, () => {
        @Module({ controllers: [ItemsController] })
        class BoundModule implements NestModule {
          configure(consumer: MiddlewareConsumer): void {
            bind(consumer);
          }
        }
        runs = [];
        return withApp(platform, { imports: [BoundModule] }, use);
      });

    await checkBound(
      'middleware of a controller, with an exclusion',
      (consumer) => {
        consumer
          .apply(requirePass)
          .exclude({ path: 'items/:id', method: RequestMethod.GET })
          .forRoutes(ItemsController);
        consumer.apply(UserMiddleware).forRoutes(ItemsController);
      },
      async (app) => {
        equal((await app.call('items_list')).isError, true);
        equal((await app.call('items_list', {}, PASS)).text, 'list for ann');
        equal((await app.call('items_find', { id: '7' })).text, 'found 7');
      },
    );

    for (const everything of ['*', '*path']) {
      await checkBound(
        `middleware of "${everything}" runs once`,
        (consumer) => consumer.apply(requirePass).exclude('health').forRoutes(everything),
        async (app) => {
          equal((await app.call('items_find', { id: '7' }, PASS)).text, 'found 7');
          equal(runs, ['/mcp']);
        },
      );
      await checkBound(
        `middleware of "${everything}" without the endpoint runs for the route`,
        (consumer) => consumer.apply(requirePass).exclude('mcp').forRoutes(everything),
        async (app) => {
          equal((await app.call('items_find', { id: '7' })).isError, true);
          equal(runs, ['/items/7']);
        },
      );
    }
  }
}
