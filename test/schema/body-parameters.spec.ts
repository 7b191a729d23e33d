import 'reflect-metadata';
import {
  Body,
  Controller,
  Param,
  ParseArrayPipe,
  ParseIntPipe,
  Post,
  Query,
  ValidationPipe,
} from '@nestjs/common';
import { IsInt, IsOptional, IsString } from 'class-validator';
import { planOf, problemsOf } from './route-input.fixture.js';

class ItemDto {
  @IsString() name!: string;
  @IsOptional() @IsInt() size?: number;
}
class UserDto {
  @IsString() id!: string;
  @IsString() name!: string;
}
interface Anything {
  any: string;
}

@Controller()
class BodyController {
  @Post() dto(@Body() item: ItemDto) {
    return item;
  }
  @Post() named(@Body('name') name: string, @Body('size', ParseIntPipe) size: number) {
    return [name, size];
  }
  @Post() both(@Body() item: ItemDto, @Body('extra') extra: boolean) {
    return [item, extra];
  }
  @Post() free(@Body() body: Anything) {
    return body;
  }
  @Post() freeAndQuery(@Query() query: Record<string, string>, @Body() body: unknown) {
    return [query, body];
  }
  @Post() rows(@Body(new ParseArrayPipe({ items: ItemDto })) rows: ItemDto[]) {
    return rows;
  }
  @Post() list(@Body() rows: ItemDto[]) {
    return rows;
  }
  @Post() text(@Body() text: string) {
    return text;
  }
  @Post() collide(@Param('id') id: string, @Body() user: UserDto) {
    return [id, user];
  }
  @Post() collideWithQuery(@Query('name') name: string, @Body() user: UserDto) {
    return [name, user];
  }
  @Post() namedBody(@Body('body') body: string) {
    return body;
  }
  @Post() queryBody(@Query('body') query: string, @Body() rows: ItemDto[]) {
    return [query, rows];
  }
  @Post() sameName(@Param('id') id: string, @Query('id') other: string) {
    return [id, other];
  }
}

const validating = { globalPipes: [new ValidationPipe()] };
const plan = (method: string, pathParameters: string[] = []) =>
  planOf(BodyController, method, { ...validating, pathParameters });

describe('an object body', () => {
  test('stands at the top level, property by property', () => {
    const { inputSchema, bindings, rest } = plan('dto');
    expect(inputSchema).toEqual({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: { name: { type: 'string' }, size: { anyOf: [{ type: 'integer' }, { type: 'null' }] } },
      required: ['name'],
      additionalProperties: false,
    });
    expect(bindings).toEqual([
      { argument: 'name', source: 'body', target: 'name' },
      { argument: 'size', source: 'body', target: 'size' },
    ]);
    expect(rest).toBeUndefined();
  });

  test('may be given under "body" as well', () => {
    expect(plan('dto').prepare({ body: { name: 'a', size: null } })).toEqual({
      arguments: { name: 'a', size: null },
    });
    expect(problemsOf(plan('dto'), { body: { name: 'a', colour: 1 } })).toEqual([
      'body.colour: unknown argument "body.colour"; known arguments: name, size',
    ]);
    expect(problemsOf(plan('dto'), { name: 'b', body: { name: 'a' } })).toEqual([
      'name: is given twice: beside "body" and in it',
    ]);
    expect(problemsOf(plan('dto'), { body: 'a', name: 'a' })).toEqual([
      'body: unknown argument "body"; known arguments: name, size',
    ]);
  });

  test('keeps its nulls, for a PATCH means something by them', () => {
    expect(plan('dto').prepare({ name: 'a', size: null })).toEqual({ arguments: { name: 'a', size: null } });
  });

  test('of several named parameters is one body', () => {
    const { inputSchema, bindings } = plan('named');
    expect(inputSchema.properties).toEqual({ name: { type: 'string' }, size: { type: 'integer' } });
    expect(inputSchema.required).toEqual(['size']);
    expect(bindings.map(({ source }) => source)).toEqual(['body', 'body']);
    expect(plan('named').prepare({ name: 'a', size: '7' }).problems).toBeUndefined();
  });

  test('joins a class and a named parameter', () => {
    expect(Object.keys(plan('both').inputSchema.properties ?? {})).toEqual(['name', 'size', 'extra']);
  });

  test('of an interface takes any property', () => {
    const free = plan('free');
    expect(free.inputSchema).toMatchObject({ type: 'object', properties: {}, additionalProperties: true });
    expect(free.rest).toBe('body');
    expect(free.bindings).toEqual([]);
    // Names that clients add to every call may be meant here, so that none is dropped.
    const everything = { any: 1, toolCallId: 'x' };
    expect(free.prepare(everything)).toEqual({ arguments: everything });
    expect(plan('freeAndQuery').rest).toBe('body');
  });

  test('may have a property called body', () => {
    const { bindings } = plan('namedBody');
    expect(bindings).toEqual([{ argument: 'body', source: 'body', target: 'body' }]);
    expect(plan('namedBody').prepare({ body: 'a' })).toEqual({ arguments: { body: 'a' } });
  });
});

describe('a body that is no object', () => {
  test('is one argument', () => {
    expect(plan('rows').bindings).toEqual([{ argument: 'body', source: 'body' }]);
    expect(plan('rows').inputSchema).toMatchObject({
      properties: { body: { type: 'array', items: { type: 'object', required: ['name'] } } },
      required: ['body'],
    });
    expect(plan('list').inputSchema.properties).toEqual({ body: { type: 'array', items: {} } });
    expect(plan('text').inputSchema.properties).toEqual({ body: { type: 'string' } });
  });

  test('is checked item by item', () => {
    expect(problemsOf(plan('rows'), { body: [{ name: 'a' }, { name: 1 }] })).toEqual([
      'body[1].name: must be a string, not 1',
    ]);
    expect(problemsOf(plan('rows'), {})).toEqual(['body: is required']);
  });
});

describe('names that collide', () => {
  test('with a path parameter keep the whole body under "body"', () => {
    const { inputSchema, bindings } = plan('collide', ['id']);
    expect(inputSchema.properties).toEqual({
      id: { type: 'string' },
      body: {
        type: 'object',
        properties: { id: { type: 'string' }, name: { type: 'string' } },
        required: ['id', 'name'],
        additionalProperties: false,
      },
    });
    expect(inputSchema.required).toEqual(['id', 'body']);
    expect(bindings).toEqual([
      { argument: 'id', source: 'path', target: 'id' },
      { argument: 'body', source: 'body' },
    ]);
    const args = { id: '1', body: { id: '2', name: 'a' } };
    expect(plan('collide', ['id']).prepare(args)).toEqual({ arguments: args });
    expect(problemsOf(plan('collide', ['id']), { id: '1', name: 'a', body: { id: '2' } })).toEqual([
      'name: unknown argument "name"; known arguments: id, body',
      'body.name: is required',
    ]);
  });

  test('with a query parameter do the same', () => {
    expect(Object.keys(plan('collideWithQuery').inputSchema.properties ?? {})).toEqual(['name', 'body']);
  });

  test('of a query parameter called "body" move the body aside', () => {
    expect(plan('queryBody').bindings).toEqual([
      { argument: 'body', source: 'query', target: 'body' },
      { argument: 'body_2', source: 'body' },
    ]);
  });

  test('of path and query are told apart', () => {
    expect(plan('sameName', ['id']).bindings).toEqual([
      { argument: 'id', source: 'path', target: 'id' },
      { argument: 'query_id', source: 'query', target: 'id' },
    ]);
  });
});
