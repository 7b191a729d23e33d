import { AsyncLocalStorage } from 'node:async_hooks';
import {
  Body,
  Controller,
  Get,
  Inject,
  Injectable,
  Param,
  Post,
  Query,
  Req,
  Res,
  Scope,
} from '@nestjs/common';
import type { NestMiddleware } from '@nestjs/common';
import { REQUEST } from '@nestjs/core';
import { McpTool } from 'nestjs-mcp';
import { describeParity } from '../parity/parity-table.js';
import { boundModule } from './bound-module.js';
import type { Next, SeenRequest, SeenResponse } from './bound-module.js';

const storage = new AsyncLocalStorage<string>();

@Injectable({ scope: Scope.REQUEST })
class Notes {
  readonly lines: string[] = [];
  constructor(@Inject(REQUEST) readonly request: SeenRequest) {}
}

@Injectable()
class Greeter {
  greet(name: string): string {
    return `hello ${name}`;
  }
}

@Injectable()
class GreetingMiddleware implements NestMiddleware {
  constructor(private readonly greeter: Greeter) {}

  use(request: SeenRequest, _response: SeenResponse, next: Next): void {
    request.user = this.greeter.greet(request.headers['x-name'] ?? 'nobody');
    next();
  }
}

@Injectable({ scope: Scope.REQUEST })
class NotingMiddleware implements NestMiddleware {
  constructor(private readonly notes: Notes) {}

  use(_request: SeenRequest, _response: SeenResponse, next: Next): void {
    this.notes.lines.push('noted');
    next();
  }
}

const step =
  (name: string, wait = false) =>
  async (request: SeenRequest, _response: SeenResponse, next: Next): Promise<void> => {
    if (wait) {
      await new Promise((resolve) => setTimeout(resolve, 3));
    }
    (request.seen ??= []).push(name);
    next();
  };

function look(request: SeenRequest, _response: SeenResponse, next: Next): void {
  const { method, url, originalUrl, baseUrl, params, query, headers } = request;
  Object.assign(request, {
    look: { method, url, originalUrl, baseUrl, params, query, name: headers['x-name'] },
  });
  next();
}

@Controller('people')
@McpTool()
class PeopleController {
  constructor(private readonly notes: Notes) {}

  @Get('user')
  user(@Req() request: SeenRequest) {
    return { on: request.user ?? null, raw: request.raw?.user ?? null };
  }

  @Get('notes')
  noted() {
    return this.notes.lines;
  }

  @Get('order')
  order(@Req() request: SeenRequest) {
    return (request.raw ?? request).seen;
  }

  @Get('storage')
  storage() {
    return { stored: storage.getStore() ?? null };
  }

  @Get('locals')
  locals(@Res({ passthrough: true }) response: SeenResponse) {
    return response.locals;
  }

  @Get('header')
  header(@Res({ passthrough: true }) response: { getHeader(name: string): unknown }) {
    return { header: response.getHeader('x-middleware') ?? null };
  }

  @Get('look/:id')
  look(@Req() request: SeenRequest, @Param('id') id: string, @Query('q') q?: string) {
    const { look: seen } = (request.raw ?? request) as SeenRequest & { look: unknown };
    const { method, url, originalUrl, params } = request;
    return { seen, id, q, now: { method, url, originalUrl, params } };
  }

  @Post('body/:id')
  body(@Req() request: SeenRequest, @Body() body: unknown) {
    const { bodyInMiddleware = null } = (request.raw ?? request) as SeenRequest & {
      bodyInMiddleware?: unknown;
    };
    return { body, bodyInMiddleware };
  }
}

describeParity(
  'what middleware does to the request and response',
  {
    imports: [
      boundModule({ controllers: [PeopleController], providers: [Notes, Greeter] }, (consumer) => {
        consumer.apply(GreetingMiddleware).forRoutes('people/user');
        consumer.apply(NotingMiddleware).forRoutes('people/notes');
        consumer
          .apply(step('first'), step('second', true))
          .forRoutes(PeopleController)
          .apply(step('third'))
          .forRoutes('people/order');
        consumer
          .apply((_request: SeenRequest, _response: SeenResponse, next: Next) => storage.run('inside', next))
          .forRoutes('people/storage');
        consumer
          .apply((_request: SeenRequest, response: SeenResponse, next: Next) => {
            response.setHeader('x-middleware', 'set');
            (response.locals ??= {})['by'] = 'middleware';
            next();
          })
          .forRoutes('people/locals', 'people/header');
        consumer.apply(look).forRoutes('people/look/:id');
        consumer
          .apply((request: SeenRequest & { body?: unknown }, _response: SeenResponse, next: Next) => {
            Object.assign(request, { bodyInMiddleware: request.body ?? null });
            next();
          })
          .forRoutes('people/body/:id');
      }),
    ],
  },
  [
    {
      title: 'properties of the request',
      tool: 'people_user',
      http: 'GET /people/user',
      headers: { 'x-name': 'ann' },
      status: 200,
    },
    {
      title: 'request-scoped providers are shared with the route',
      tool: 'people_noted',
      http: 'GET /people/notes',
      status: 200,
      body: ['noted'],
    },
    {
      title: 'several run in the order of registration',
      tool: 'people_order',
      http: 'GET /people/order',
      status: 200,
      body: ['first', 'second', 'third'],
    },
    {
      title: 'an async context around the route',
      tool: 'people_storage',
      http: 'GET /people/storage',
      status: 200,
      body: { stored: 'inside' },
    },
    {
      title: 'locals of the response',
      tool: 'people_locals',
      http: 'GET /people/locals',
      status: 200,
      body: { by: 'middleware' },
      on: 'express',
    },
    {
      title: 'headers of the response',
      tool: 'people_header',
      http: 'GET /people/header',
      status: 200,
    },
    {
      title: 'it sees method, paths, parameters and query as over HTTP',
      tool: 'people_look',
      args: { id: 'a/b ü', q: '1 2' },
      http: `GET /people/look/${encodeURIComponent('a/b ü')}?q=1%202`,
      headers: { 'x-name': 'ann' },
      status: 200,
    },
    {
      title: 'it sees a body where the platform has parsed it by then',
      tool: 'people_body',
      args: { id: '1', a: 1 },
      http: { method: 'POST', path: '/people/body/1', body: { a: 1 } },
      status: 201,
    },
  ],
);
