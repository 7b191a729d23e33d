import 'reflect-metadata';
import { Body, Controller, Get, Headers, Param, Post, Query, ValidationPipe } from '@nestjs/common';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { Type } from 'class-transformer';
import { IsArray, IsBoolean, IsInt, IsNumber, IsOptional, IsString, ValidateNested } from 'class-validator';
import * as zod from 'zod';
import { McpHeader, McpParam } from '../../lib/decorators/index.js';
import type { JsonSchema } from '../../lib/interfaces/index.js';
import { buildInputPlan, SchemaCompiler } from '../../lib/schema/index.js';
import { planOf, POLICY, problemsOf, routeInput } from './route-input.fixture.js';

class SearchDto {
  @McpHeader('Tenant-Id') @IsOptional() @IsString() tenant?: string;
  @McpParam({ description: 'Words to look for', examples: ['flat white'] }) @IsString() q!: string;
  @IsOptional() @Type(() => Number) @IsInt() page?: number;
}

@Controller()
class ItemsController {
  @Get() list() {}
  @Get() find(@Query() query: SearchDto) {
    return query;
  }
  @Get() described(
    @Query('q')
    @McpParam({ description: 'Words', examples: ['tea'], default: 'coffee', required: true })
    q: string,
    @Query('kind') @McpParam({ schema: { type: 'string', enum: ['hot', 'cold'] } }) kind: unknown,
  ) {
    return [q, kind];
  }
  @Get() headers(
    @Headers('x-tenant') @McpParam({ expose: true, description: 'Tenant' }) tenant: string,
    @Headers('X-Trace') trace: string,
    @Headers('authorization') auth: string,
  ) {
    return [tenant, trace, auth];
  }
  @Get() credentials(@Headers('Authorization') @McpParam({ expose: true }) auth: string) {
    return auth;
  }
  @Get() allHeaders(@Headers() @McpParam({ expose: true }) headers: object) {
    return headers;
  }
  @Get() mirrored(
    @Query('tenant') @McpHeader('Tenant-Id') tenant: string,
    @Query('wanted') @McpHeader('Wanted') wanted: boolean,
  ) {
    return [tenant, wanted];
  }
  @Get() badToken(@Query('a') @McpHeader('no token') a: string) {
    return a;
  }
  @Get() twice(@Query('a') @McpHeader('Same') a: string, @Query('b') @McpHeader('same') b: string) {
    return [a, b];
  }
  @Get() fraction(@Query('a') @McpHeader('A') a: number) {
    return a;
  }
  @Post() create(@Param('id') id: string, @Query('dry') dry: boolean, @Body() body: object) {
    return [id, dry, body];
  }
}

const plan = (method: string, overrides: Parameters<typeof routeInput>[2] = {}, policy = {}) =>
  planOf(ItemsController, method, { globalPipes: [new ValidationPipe()], ...overrides }, policy);

describe('the root of a schema', () => {
  test('without arguments is an empty, closed object', () => {
    expect(plan('list')).toMatchObject({
      inputSchema: {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        type: 'object',
        properties: {},
        additionalProperties: false,
      },
      bindings: [],
      headerParameters: [],
    });
    expect(problemsOf(plan('list'), { a: 1 })).toEqual(['a: unknown argument "a"; this tool takes none']);
  });

  test('is valid JSON Schema', () => {
    const ajv = new Ajv2020({ strict: true }).addVocabulary(['x-mcp-header']);
    expect(() => ajv.compile(plan('find').inputSchema)).not.toThrow();
  });
});

describe('@McpParam()', () => {
  test('describes parameters, and stands in for what the code does not say', () => {
    const { properties, required } = plan('described').inputSchema;
    expect(properties).toEqual({
      q: { type: 'string', description: 'Words', examples: ['tea'], default: 'coffee' },
      kind: { type: 'string', enum: ['hot', 'cold'] },
    });
    expect(required).toEqual(['q']);
  });

  test('describes properties of a class', () => {
    expect(plan('find').inputSchema.properties?.q).toEqual({
      type: 'string',
      description: 'Words to look for',
      examples: ['flat white'],
    });
  });
});

describe('a parameter without type metadata', () => {
  const untyped = (parameter: object) => ({
    label: 'ItemsController.find',
    verb: 'GET',
    pathParameters: [],
    parameters: [{ source: 'query' as const, name: 'q', index: 0, pipes: [], ...parameter }],
  });

  test('stops the boot, and says what to do', () => {
    expect(() => buildInputPlan(untyped({}), POLICY)).toThrow(
      /ItemsController\.find: parameter 0 \(@Query\('q'\)\) has no type metadata.*emitDecoratorMetadata.*@McpParam/s,
    );
    expect(() => buildInputPlan(untyped({ name: undefined, source: 'body' }), POLICY)).toThrow(/@Body\(\)/);
  });

  test('is fine with a schema', () => {
    const schema = { type: 'integer' };
    expect(buildInputPlan(untyped({ options: { schema } }), POLICY).inputSchema.properties).toEqual({
      q: schema,
    });
  });
});

describe('headers', () => {
  test('are arguments only when exposed', () => {
    const { inputSchema, bindings } = plan('headers');
    expect(inputSchema.properties).toEqual({ 'x-tenant': { type: 'string', description: 'Tenant' } });
    expect(bindings).toEqual([{ argument: 'x-tenant', source: 'header', target: 'x-tenant' }]);
  });

  test('with credentials never are', () => {
    expect(() => plan('credentials')).toThrow(
      /ItemsController\.credentials.*Headers\('Authorization'\).*credentials/s,
    );
    expect(() => plan('allHeaders')).toThrow(/takes all headers/);
  });
});

describe('x-mcp-header', () => {
  test('mirrors parameters and properties of one plain type', () => {
    expect(plan('mirrored').headerParameters).toEqual([
      { header: 'Tenant-Id', path: ['tenant'], type: 'string' },
      { header: 'Wanted', path: ['wanted'], type: 'boolean' },
    ]);
    expect(plan('find').inputSchema.properties?.tenant).toEqual({
      type: 'string',
      'x-mcp-header': 'Tenant-Id',
    });
    expect(plan('find').headerParameters).toEqual([
      { header: 'Tenant-Id', path: ['tenant'], type: 'string' },
    ]);
  });

  test('of a property that may be null stays of one type, and takes null', () => {
    class OrderDto {
      @McpHeader('Region') @IsOptional() @IsString() region?: string;
      @McpHeader('Size') @Type(() => Number) @IsInt() size!: number;
    }
    const order = buildInputPlan(
      {
        label: 'Orders.create',
        verb: 'POST',
        pathParameters: [],
        parameters: [{ source: 'body', index: 0, type: OrderDto, pipes: [new ValidationPipe()] }],
      },
      POLICY,
    );
    expect(order.inputSchema.properties).toEqual({
      region: { type: 'string', 'x-mcp-header': 'Region' },
      size: { type: 'integer', 'x-mcp-header': 'Size' },
    });
    expect(order.prepare({ region: null, size: '7' }).problems).toBeUndefined();
  });

  test.each([
    ['badToken', /ItemsController\.badToken: the header "no token" of a is no HTTP token/],
    ['twice', /a and b both use the header "same"/],
    ['fraction', /header "A" of a mirrors an argument of type "number".*integer/],
  ])('that the specification forbids stops the boot: %s', (method, message) => {
    expect(() => plan(method)).toThrow(message);
  });

  test('in a list stops the boot', () => {
    class RowDto {
      @McpHeader('Row') @IsString() name!: string;
    }
    class RowsDto {
      @IsArray() @ValidateNested() @Type(() => RowDto) rows!: RowDto[];
    }
    const parameters = [{ source: 'body' as const, index: 0, type: RowsDto, pipes: [new ValidationPipe()] }];
    expect(() =>
      buildInputPlan({ label: 'Rows.create', verb: 'POST', pathParameters: [], parameters }, POLICY),
    ).toThrow(/Rows\.create: the header "Row" of rows\.name must be on a property that is reached/);
  });
});

describe('an explicit inputSchema', () => {
  const schema: JsonSchema = {
    type: 'object',
    properties: {
      id: { type: 'string', 'x-mcp-header': 'Id' },
      dry: { type: 'boolean' },
      title: { type: 'string', minLength: 2 },
      deep: { type: 'object', properties: { code: { type: 'integer', 'x-mcp-header': 'Code' } } },
    },
    required: ['id'],
    additionalProperties: false,
    if: { properties: { dry: { const: true } }, required: ['dry'] },
    then: { required: ['title'] },
  };
  const explicit = (given: JsonSchema = schema, policy = {}) =>
    plan('create', { explicitSchema: given, pathParameters: ['id'] }, policy);

  test('is listed as it is, and reaches parameters by name', () => {
    const { inputSchema, bindings, rest, headerParameters } = explicit();
    expect(inputSchema).toBe(schema);
    expect(bindings).toEqual([
      { argument: 'id', source: 'path', target: 'id' },
      { argument: 'dry', source: 'query', target: 'dry' },
    ]);
    expect(rest).toBe('body');
    expect(headerParameters).toEqual([
      { header: 'Id', path: ['id'], type: 'string' },
      { header: 'Code', path: ['deep', 'code'], type: 'integer' },
    ]);
  });

  test('is what calls are checked against', () => {
    expect(explicit().prepare({ id: '1', title: 'abc' })).toEqual({ arguments: { id: '1', title: 'abc' } });
    expect(explicit().prepare({ id: '1', dry: 'false', body: { title: 'abc' } })).toEqual({
      arguments: { id: '1', dry: 'false', title: 'abc' },
    });
    expect(problemsOf(explicit(), { id: '1', dry: 'true', colour: 1 })).toEqual([
      'colour: unknown argument "colour"; known arguments: id, dry, title, deep',
      'title: is required',
    ]);
    expect(explicit(schema, { unknownArguments: 'ignore' }).prepare({ id: '1', colour: 1 })).toEqual({
      arguments: { id: '1' },
    });
  });

  test('that is open takes more, and binds it to the body', () => {
    const open = explicit({ type: 'object', properties: { id: { type: 'string' } } });
    expect(open.prepare({ id: '1', more: 2 })).toEqual({ arguments: { id: '1', more: 2 } });
  });

  test('that no client could use stops the boot', () => {
    expect(() => explicit({ type: 'array' })).toThrow(
      /ItemsController\.create: inputSchema has the type "array"/,
    );
    expect(() => explicit({ type: 'object', properties: { a: { type: 'text' } } })).toThrow(
      /ItemsController\.create: the schema of its arguments cannot be used/,
    );
  });
});

describe('a Standard Schema', () => {
  const withSchema = (standardSchema: unknown, name?: string) =>
    buildInputPlan(
      {
        label: 'Test.zod',
        verb: 'POST',
        pathParameters: [],
        parameters: [{ source: 'body', name, index: 0, type: Object as never, pipes: [], standardSchema }],
      },
      POLICY,
    );

  test('of an object stands at the top level', () => {
    const zodPlan = withSchema(zod.object({ name: zod.string().min(2), size: zod.int().optional() }));
    expect(zodPlan.inputSchema.properties?.name).toEqual({ type: 'string', minLength: 2 });
    expect(zodPlan.inputSchema.required).toEqual(['name']);
    expect(problemsOf(zodPlan, { name: 'a' })).toHaveLength(1);
  });

  test('of something else is one argument', () => {
    expect(withSchema(zod.array(zod.string())).inputSchema.properties).toEqual({
      body: { type: 'array', items: { type: 'string' } },
    });
    expect(withSchema(zod.string(), 'name').inputSchema.properties).toEqual({ name: { type: 'string' } });
  });

  test('that refers to itself keeps its definitions within reach', () => {
    const node: zod.ZodType = zod.object({
      name: zod.string(),
      get next() {
        return node.optional();
      },
    });
    const zodPlan = withSchema(zod.object({ node }));
    expect(Object.keys(zodPlan.inputSchema.$defs ?? {})).toHaveLength(1);
    expect(zodPlan.prepare({ node: { name: 'a', next: { name: 'b' } } }).problems).toBeUndefined();
    expect(problemsOf(zodPlan, { node: { name: 'a', next: {} } })).toEqual(['node.next.name: is required']);
  });

  test('that cannot be said as JSON Schema leaves the argument open', () => {
    expect(withSchema(zod.date()).rest).toBe('body');
  });
});

describe('prepare()', () => {
  test('returns the very arguments when there is nothing to drop', () => {
    const args = { q: 'tea', page: '2' };
    expect(plan('find').prepare(args).arguments).toBe(args);
  });

  test('drops nulls that mean absence, and what clients add to every call', () => {
    expect(plan('find').prepare({ q: 'tea', page: null, toolCallId: 'x', sessionId: 'y' })).toEqual({
      arguments: { q: 'tea' },
    });
  });

  test('keeps an ignored name that the tool declares', () => {
    class ActionDto {
      @IsString() action!: string;
    }
    const parameters = [
      { source: 'body' as const, index: 0, type: ActionDto, pipes: [new ValidationPipe()] },
    ];
    const action = buildInputPlan({ label: 'A.b', verb: 'POST', pathParameters: [], parameters }, POLICY);
    expect(action.prepare({ action: 'go' })).toEqual({ arguments: { action: 'go' } });
  });

  test('names unknown arguments, and all that is missing', () => {
    expect(plan('find').prepare({ colour: 'red', page: 'first' }).problems).toEqual([
      { path: 'colour', message: 'unknown argument "colour"; known arguments: tenant, q, page' },
      { path: 'q', message: 'is required' },
      { path: 'page', message: 'must be an integer, not "first"' },
    ]);
  });

  test('drops unknown arguments when told to ignore them', () => {
    expect(plan('find', {}, { unknownArguments: 'ignore' }).prepare({ q: 'tea', colour: 1 })).toEqual({
      arguments: { q: 'tea' },
    });
  });

  test('takes text for numbers and booleans, and leaves it as it is', () => {
    expect(plan('mirrored').prepare({ wanted: 'true' })).toEqual({ arguments: { wanted: 'true' } });
    expect(plan('find').prepare({ q: 7, page: '7' })).toEqual({ arguments: { q: 7, page: '7' } });
  });

  test.each(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'])(
    'treats %s as an unknown argument like any other',
    (name) => {
      const args = JSON.parse(`{"q":"tea","${name}":{"polluted":true}}`) as Record<string, unknown>;
      expect(plan('find').prepare(args).problems).toMatchObject([{ path: name }]);
      const { arguments: kept } = plan('find', {}, { unknownArguments: 'ignore' }).prepare(args);
      expect(kept).toEqual({ q: 'tea' });
      expect(Object.keys(kept ?? {})).toEqual(['q']);
      expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
      expect(Object.getPrototypeOf(kept)).toBe(Object.prototype);
    },
  );

  test('does not take an inherited property for a required argument', () => {
    const explicitSchema = {
      type: 'object',
      properties: { constructor: { type: 'string' } },
      required: ['constructor'],
    };
    expect(problemsOf(plan('list', { explicitSchema }), {})).toEqual(['constructor: is required']);
  });

  test('never lets __proto__ into an open object', () => {
    class OpenController {
      free() {}
    }
    const parameters = [{ source: 'body' as const, index: 0, type: Object as never, pipes: [] }];
    const open = planOf(OpenController, 'free', { parameters });
    const args = JSON.parse('{"a":1,"__proto__":{"b":2}}') as Record<string, unknown>;
    expect(open.prepare(args).problems).toMatchObject([{ path: '__proto__' }]);
  });

  test('does not name more problems than a model can read', () => {
    class ManyDto {
      @IsArray() @IsNumber({}, { each: true }) all!: number[];
      @IsBoolean() wanted!: boolean;
    }
    const parameters = [{ source: 'body' as const, index: 0, type: ManyDto, pipes: [new ValidationPipe()] }];
    const many = buildInputPlan({ label: 'A.b', verb: 'POST', pathParameters: [], parameters }, POLICY);
    const problems = problemsOf(many, { all: Array.from({ length: 1000 }, () => 'x'.repeat(1000)) });
    expect(problems).toHaveLength(21);
    expect(problems.every((problem) => problem.length < 200)).toBe(true);
  });
});

describe('SchemaCompiler', () => {
  test('says what is wrong with a result, too', () => {
    const validate = new SchemaCompiler().compile({
      type: 'object',
      properties: {
        id: { type: 'integer' },
        kind: { enum: ['a'] },
        either: { anyOf: [{ type: 'string' }, { type: 'null' }] },
      },
      required: ['id'],
    });
    expect(validate({ id: 1, either: null })).toEqual([]);
    expect(validate({ kind: 'b', either: 5 })).toEqual([
      { path: 'id', message: 'is required' },
      { path: 'kind', message: 'must be one of "a", not "b"' },
      { path: 'either', message: 'must be a string or null, not 5' },
    ]);
  });

  test('refuses what is no JSON Schema', () => {
    expect(() => new SchemaCompiler().compile({ type: 'text' })).toThrow();
  });

  test.each([
    ['minLength', -1, 'minLength'],
    ['maxLength', 1.5, 'maxLength'],
    ['minItems', 'two', 'minItems'],
    ['maxItems', NaN, 'maxItems'],
    ['pattern', '(unclosed', 'Unterminated group'],
  ])('refuses the value of a decorator that makes no sense: %s %p', (keyword, value, reason) => {
    const schema = { type: 'object', properties: { a: { anyOf: [{ [keyword]: value }] } } } as JsonSchema;
    expect(() => new SchemaCompiler().compileOwn(schema)).toThrow(reason);
  });
});
