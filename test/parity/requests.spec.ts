import { Body, Controller, Delete, Get, Headers, Param, Post, Put, Query, Req } from '@nestjs/common';
import { IsInt, IsString } from 'class-validator';
import { McpParam, McpTool } from 'nestjs-mcp';
import { describeParity } from './parity-table.js';

interface RequestLike {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
}

class Item {
  @IsInt()
  id!: number;

  @IsString()
  name!: string;
}

@Controller('requests')
@McpTool()
class RequestsController {
  @Get('headers')
  headers(@Headers() headers: Record<string, string>) {
    const { host, connection, accept, ...rest } = headers;
    return { rest, accept, hasHost: host !== undefined, connection };
  }

  @Get('cached')
  cached() {
    return { cached: true };
  }

  @Post('body')
  body(@Req() request: RequestLike, @Body('a') a?: unknown) {
    return { a, body: request.body };
  }

  @Post('free')
  free(@Body() body: Record<string, unknown>) {
    return { body };
  }

  @Get('search')
  search(@Body('a') a?: string) {
    return { a };
  }

  @Put('items/:id')
  replace(@Param('id') id: string, @Body() item: Item) {
    return { id, item };
  }

  @Post('everywhere/:place')
  everywhere(
    @Param('place') place: string,
    @Query('page') page: string,
    @Body('note') note: string,
    @Headers('x-unit') @McpParam({ expose: true }) unit: string,
  ) {
    return { place, page, note, unit };
  }

  @Delete('many')
  deleteMany(@Body('ids') ids: number[]) {
    return { ids };
  }
}

const shared = { 'x-request-id': 'r1', 'accept-language': 'de', 'user-agent': 'test', cookie: 'a=1; b=2' };

describeParity('requests', { controllers: [RequestsController] }, [
  {
    title: "the caller's headers reach the route; what concerns the call itself does not",
    tool: 'requests_headers',
    http: {
      path: '/requests/headers',
      headers: { accept: 'application/json, */*;q=0.8' },
    },
    headers: shared,
    status: 200,
    body: { rest: shared, accept: 'application/json, */*;q=0.8', hasHost: true, connection: 'close' },
    differs: {
      because: 'the connection is that of the call, not of the route',
      in: [{ at: 'body.connection', http: 'close', tool: undefined }],
    },
  },
  {
    title: 'a conditional request',
    tool: 'requests_cached',
    http: 'GET /requests/cached',
    headers: { 'if-none-match': '*' },
    status: { fastify: 200, express: 304 },
    differs: {
      because: 'a condition in the headers of a call is about the answer of the endpoint',
      in: {
        fastify: [],
        express: [
          { at: 'status', http: 304, tool: 200 },
          { at: 'body', http: undefined, tool: '{"cached":true}' },
        ],
      },
    },
  },
  {
    title: 'a body with a list',
    tool: 'requests_body',
    args: { a: [1, 'x', null] },
    http: { method: 'POST', path: '/requests/body', body: { a: [1, 'x', null] } },
    status: 201,
    body: { a: [1, 'x', null], body: { a: [1, 'x', null] } },
  },
  {
    title: 'a body without the property',
    tool: 'requests_body',
    http: { method: 'POST', path: '/requests/body', body: {} },
    status: 201,
    body: { body: {} },
  },
  {
    title: 'no body at all',
    tool: 'requests_body',
    http: 'POST /requests/body',
    status: 201,
    differs: {
      because: 'a call of a tool that takes a body always has one: without arguments it is {}',
      in: [{ at: 'body.body', http: undefined, tool: {} }],
    },
  },
  {
    title: 'a body with names that mean something elsewhere',
    tool: 'requests_free',
    args: { constructor: 'c', toString: 's', length: 1, '': 'empty', 'a.b': 'dot', 'ü[0]': 'odd' },
    http: {
      method: 'POST',
      path: '/requests/free',
      body: { constructor: 'c', toString: 's', length: 1, '': 'empty', 'a.b': 'dot', 'ü[0]': 'odd' },
    },
    status: { fastify: 201, express: 201 },
  },
  {
    title: 'a big body',
    tool: 'requests_free',
    args: { text: 'x'.repeat(50_000), list: Array.from({ length: 2_000 }, (_, index) => index) },
    http: {
      method: 'POST',
      path: '/requests/free',
      body: { text: 'x'.repeat(50_000), list: Array.from({ length: 2_000 }, (_, index) => index) },
    },
    status: 201,
  },
  {
    title: 'one name in the path and in the body',
    tool: 'requests_replace',
    args: { id: 'x', body: { id: 7, name: 'cup' } },
    http: { method: 'PUT', path: '/requests/items/x', body: { id: 7, name: 'cup' } },
    status: 200,
    body: { id: 'x', item: { id: 7, name: 'cup' } },
  },
  {
    title: 'arguments in path, query, body and header',
    tool: 'requests_everywhere',
    args: { place: 'p', page: 2, note: 'n', 'x-unit': 'ml' },
    http: {
      method: 'POST',
      path: '/requests/everywhere/p?page=2',
      body: { note: 'n' },
      headers: { 'x-unit': 'ml' },
    },
    status: 201,
    body: { place: 'p', page: '2', note: 'n', unit: 'ml' },
  },
  {
    title: 'DELETE with a body',
    tool: 'requests_delete_many',
    args: { ids: [1, 2] },
    http: { method: 'DELETE', path: '/requests/many', body: { ids: [1, 2] } },
    status: 200,
    body: { ids: [1, 2] },
  },
  {
    title: 'GET with a body',
    tool: 'requests_search',
    args: { a: 'x' },
    http: { method: 'GET', path: '/requests/search', body: { a: 'x' } },
    status: 200,
    differs: {
      because: 'Fastify never reads the body of a GET; an argument arrives',
      in: { fastify: [{ at: 'body.a', http: undefined, tool: 'x' }], express: [] },
    },
  },
]);
