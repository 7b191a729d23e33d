import {
  All,
  Controller,
  Delete,
  Get,
  Module,
  Param,
  ParseIntPipe,
  Patch,
  Post,
  Put,
  Req,
  RequestMethod,
} from '@nestjs/common';
import { RouterModule } from '@nestjs/core';
import { McpTool } from 'nestjs-mcp';
import { describeParity } from './parity-table.js';

interface RequestLike {
  method: string;
  url: string;
}

@Controller('paths')
@McpTool()
class PathsController {
  @Get('one/:id')
  one(@Param('id') id: string, @Req() request: RequestLike) {
    return { id, url: request.url };
  }

  @Get('two/:a/and/:b')
  two(@Param('a') a: string, @Param('b') b: string) {
    return { a, b };
  }

  @Get('joined/:from-:to')
  joined(@Param('from') from: string, @Param('to') to: string) {
    return { from, to };
  }

  @Get('file/:name.json')
  file(@Param('name') name: string) {
    return { name };
  }

  @Get('unread/:id')
  unread() {
    return { read: false };
  }

  @Get(['several', 'several/:id'])
  several(@Param('id') id?: string) {
    return { id: id ?? null };
  }

  @All('all')
  all(@Req() request: RequestLike) {
    return { method: request.method };
  }

  @Put('verbs/:id')
  put(@Param('id', ParseIntPipe) id: number) {
    return { put: id };
  }

  @Patch('verbs/:id')
  patch(@Param('id', ParseIntPipe) id: number) {
    return { patch: id };
  }

  @Delete('verbs/:id')
  delete(@Param('id', ParseIntPipe) id: number) {
    return { delete: id };
  }
}

@Controller('nested/')
@McpTool()
class RootController {
  @Get()
  root() {
    return { root: true };
  }
}

abstract class CrudController {
  abstract readonly kind: string;

  @Get(':id')
  @McpTool()
  findOne(@Param('id') id: string) {
    return { kind: this.kind, id };
  }
}

@Controller('cats')
class CatsController extends CrudController {
  readonly kind = 'cat';
}

@Controller('dogs')
class DogsController extends CrudController {
  readonly kind = 'dog';
}

const one = (title: string, id: string, encoded = encodeURIComponent(id)) => ({
  title,
  tool: 'paths_one',
  args: { id },
  http: `GET /paths/one/${encoded}`,
  status: 200,
  body: { id, url: `/paths/one/${encoded}` },
});

const rows = [
  one('a plain value', 'a'),
  one('unicode', 'zürich \u{1F600}'),
  one('a slash', 'a/b'),
  one('an encoded slash', 'a%2Fb'),
  one('a percent sign', '100%'),
  one('a question mark and a hash', 'what?#now'),
  one('plus, ampersand, colon, at', 'a+b&c:d@e'),
  one('a backslash and quotes', `\\"'`),
  one('one dot', '.', '.'),
  one('two dots', '..', '..'),
  one('dots and slashes', '../../etc/passwd'),
  one('a name of a prototype property', '__proto__'),
  one('a hundred characters', 'x'.repeat(100)),
  {
    title: 'more than a hundred characters, which Fastify refuses',
    tool: 'paths_one',
    args: { id: 'x'.repeat(101) },
    http: `GET /paths/one/${'x'.repeat(101)}`,
    status: { fastify: 414, express: 200 },
  },
  {
    title: 'an empty value',
    tool: 'paths_one',
    args: { id: '' },
    http: 'GET /paths/one/',
    status: 404,
    answeredBy: ['arguments'] as const,
  },
  {
    title: 'two parameters',
    tool: 'paths_two',
    args: { a: 'x/y', b: 'z' },
    http: 'GET /paths/two/x%2Fy/and/z',
    status: 200,
    body: { a: 'x/y', b: 'z' },
  },
  {
    title: 'two parameters in one segment',
    tool: 'paths_joined',
    args: { from: 'rome', to: 'bern' },
    http: 'GET /paths/joined/rome-bern',
    status: 200,
    body: { from: 'rome', to: 'bern' },
  },
  {
    title: 'a parameter with a suffix',
    tool: 'paths_file',
    args: { name: 'report' },
    http: 'GET /paths/file/report.json',
    status: 200,
    body: { name: 'report' },
  },
  {
    title: 'a parameter that the handler does not read',
    tool: 'paths_unread',
    args: { id: '7' },
    http: 'GET /paths/unread/7',
    status: 200,
    body: { read: false },
  },
  {
    title: 'several paths: the one with the argument',
    tool: 'paths_several',
    args: { id: '7' },
    http: 'GET /paths/several/7',
    status: 200,
    body: { id: '7' },
  },
  {
    title: 'several paths: the one without',
    tool: 'paths_several',
    http: 'GET /paths/several',
    status: 200,
    body: { id: null },
  },
  { title: '@All()', tool: 'paths_all', http: 'GET /paths/all', status: 200, body: { method: 'GET' } },
  {
    title: 'PUT',
    tool: 'paths_put',
    args: { id: 1 },
    http: 'PUT /paths/verbs/1',
    status: 200,
    body: { put: 1 },
  },
  {
    title: 'PATCH',
    tool: 'paths_patch',
    args: { id: 1 },
    http: 'PATCH /paths/verbs/1',
    status: 200,
    body: { patch: 1 },
  },
  {
    title: 'DELETE',
    tool: 'paths_delete',
    args: { id: 1 },
    http: 'DELETE /paths/verbs/1',
    status: 200,
    body: { delete: 1 },
  },
  {
    title: 'the root of a controller',
    tool: 'root_root',
    http: 'GET /nested',
    status: 200,
    body: { root: true },
  },
  {
    title: 'an inherited handler',
    tool: 'cats_find_one',
    args: { id: '1' },
    http: 'GET /cats/1',
    status: 200,
    body: { kind: 'cat', id: '1' },
  },
  {
    title: 'the same handler, inherited by another controller',
    tool: 'dogs_find_one',
    args: { id: '1' },
    http: 'GET /dogs/1',
    status: 200,
    body: { kind: 'dog', id: '1' },
  },
];

describeParity(
  'paths',
  { controllers: [PathsController, RootController, CatsController, DogsController] },
  rows,
);

@Controller('syntax')
@McpTool()
class FastifySyntaxController {
  @Get('page/:n?')
  page(@Param('n') n?: string) {
    return { n: n ?? null };
  }

  @Get('numbers/:n(\\d+)')
  number(@Param('n') n: string) {
    return { n };
  }

  @Get(['optional-numbers/:n(\\d+)', 'optional-numbers'])
  optionalNumber(@Param('n') n?: string) {
    return { n: n ?? null };
  }

  @Get('rest/*')
  rest(@Param('*') rest: string) {
    return { rest };
  }
}

@Controller('syntax')
@McpTool()
class ExpressSyntaxController {
  @Get('page{/:n}')
  page(@Param('n') n?: string) {
    return { n: n ?? null };
  }

  @Get('rest/*path')
  rest(@Param('path') rest: string[]) {
    return { rest };
  }
}

const optional = (on: 'fastify' | 'express') => [
  {
    title: 'an optional part that is given',
    tool: `${on}_syntax_page`,
    args: { n: '2' },
    http: 'GET /syntax/page/2',
    on,
    status: 200,
    body: { n: '2' },
  },
  {
    title: 'an optional part that is not given',
    tool: `${on}_syntax_page`,
    http: 'GET /syntax/page',
    on,
    status: 200,
    body: { n: null },
  },
];

describeParity('paths in the syntax of Fastify', { controllers: [FastifySyntaxController] }, [
  ...optional('fastify'),
  {
    title: 'a value that fits the expression in the path',
    tool: 'fastify_syntax_number',
    args: { n: '12' },
    http: 'GET /syntax/numbers/12',
    on: 'fastify',
    status: 200,
    body: { n: '12' },
  },
  {
    title: 'a value that does not fit the expression of an optional part',
    tool: 'fastify_syntax_optional_number',
    args: { n: 'twelve' },
    http: 'GET /syntax/optional-numbers/twelve',
    on: 'fastify',
    status: 404,
  },
  {
    title: 'a wildcard of more than a hundred characters',
    tool: 'fastify_syntax_rest',
    args: { '*': 'x'.repeat(101) },
    http: `GET /syntax/rest/${'x'.repeat(101)}`,
    on: 'fastify',
    status: 200,
  },
  {
    title: 'a value that does not fit the expression in the path',
    tool: 'fastify_syntax_number',
    args: { n: 'twelve' },
    http: 'GET /syntax/numbers/twelve',
    on: 'fastify',
    status: 404,
  },
  {
    title: 'a wildcard',
    tool: 'fastify_syntax_rest',
    args: { '*': 'a/b c/d' },
    http: 'GET /syntax/rest/a/b%20c/d',
    on: 'fastify',
    status: 200,
    body: { rest: 'a/b c/d' },
  },
]);

describeParity('paths in the syntax of Express', { controllers: [ExpressSyntaxController] }, [
  ...optional('express'),
  {
    title: 'a wildcard',
    tool: 'express_syntax_rest',
    args: { path: 'a/b c/d' },
    http: 'GET /syntax/rest/a/b%20c/d',
    on: 'express',
    status: 200,
    body: { rest: ['a', 'b c', 'd'] },
  },
]);

@Controller('health')
@McpTool()
class HealthController {
  @Get()
  check(@Req() request: RequestLike) {
    return { url: request.url };
  }
}

@Controller('items')
@McpTool()
class ItemsController {
  @Get(':id')
  read(@Param('id') id: string, @Req() request: RequestLike) {
    return { id, url: request.url };
  }

  @Post()
  create() {
    return { created: true };
  }
}

describeParity(
  'a global prefix',
  {
    controllers: [HealthController, ItemsController],
    configure: (app) =>
      void app.setGlobalPrefix('api/v2', { exclude: [{ path: 'health', method: RequestMethod.GET }] }),
  },
  [
    {
      title: 'is part of the path',
      tool: 'items_read',
      args: { id: 'a b' },
      http: 'GET /api/v2/items/a%20b',
      status: 200,
      body: { id: 'a b', url: '/api/v2/items/a%20b' },
    },
    { title: 'is there for POST', tool: 'items_create', http: 'POST /api/v2/items', status: 201 },
    {
      title: 'is not part of an excluded path',
      tool: 'health_check',
      http: 'GET /health',
      status: 200,
      body: { url: '/health' },
    },
  ],
);

describeParity(
  'a global prefix with a parameter',
  { controllers: [ItemsController], configure: (app) => void app.setGlobalPrefix(':tenant') },
  [
    {
      title: 'is an argument',
      tool: 'items_read',
      args: { tenant: 'acme', id: '1' },
      http: 'GET /acme/items/1',
      status: 200,
      body: { id: '1', url: '/acme/items/1' },
    },
  ],
);

@Module({ controllers: [ItemsController] })
class ItemsModule {}

@Module({ controllers: [HealthController] })
class HealthModule {}

describeParity(
  'RouterModule',
  {
    imports: [
      ItemsModule,
      HealthModule,
      RouterModule.register([
        { path: 'shop/:shop', module: ItemsModule, children: [{ path: 'inner', module: HealthModule }] },
      ]),
    ],
  },
  [
    {
      title: "a module's path with a parameter",
      tool: 'items_read',
      args: { shop: 's1', id: '1' },
      http: 'GET /shop/s1/items/1',
      status: 200,
      body: { id: '1', url: '/shop/s1/items/1' },
    },
    {
      title: 'a path of a module in a module',
      tool: 'health_check',
      args: { shop: 's1' },
      http: 'GET /shop/s1/inner/health',
      status: 200,
      body: { url: '/shop/s1/inner/health' },
    },
  ],
);
