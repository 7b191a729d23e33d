import 'reflect-metadata';
import { Body, Controller, Get, Post, Query, StandardSchemaValidationPipe } from '@nestjs/common';
import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import * as valibot from 'valibot';
import * as zod from 'zod';
import { FactsApp } from './nest-facts.fixture.js';
import { planOf, problemsOf } from './route-input.fixture.js';

const zodItem = zod.object({ name: zod.string().min(2), size: zod.int().optional() });
const valibotItem = valibot.object({
  name: valibot.pipe(valibot.string(), valibot.minLength(2)),
  size: valibot.optional(valibot.pipe(valibot.number(), valibot.integer())),
});
const arktypeItem = type({ name: 'string >= 2', 'size?': 'number.integer' });
const zodEither = zod.union([
  zod.object({ kind: zod.literal('a'), name: zod.string() }),
  zod.object({ kind: zod.literal('b'), size: zod.number() }),
]);

@Controller()
class SchemasController {
  @Post('zod') zod(@Body({ schema: zodItem }) item: unknown) {
    return item;
  }
  @Post('valibot') valibot(@Body({ schema: valibotItem }) item: unknown) {
    return item;
  }
  @Post('wrapped') wrapped(@Body({ schema: toStandardJsonSchema(valibotItem) }) item: unknown) {
    return item;
  }
  @Post('arktype') arktype(@Body({ schema: arktypeItem }) item: unknown) {
    return item;
  }
  @Post('either') either(@Body({ schema: zodEither }) item: unknown) {
    return item;
  }
  @Get('find') find(
    @Query({ schema: zod.object({ word: zod.string(), kind: zod.enum(['a', 'b']) }) }) query: unknown,
  ) {
    return query;
  }
  @Post('tree') tree(@Body({ schema: tree() }) node: unknown) {
    return node;
  }
}

function tree() {
  const node = zod.object({
    name: zod.string(),
    get children() {
      return zod.array(node).optional();
    },
  });
  return node;
}

const globalPipes = [new StandardSchemaValidationPipe()];
const plan = (method: string) => planOf(SchemasController, method, { globalPipes });
let app: FactsApp;

beforeAll(async () => {
  app = await FactsApp.start(SchemasController, globalPipes);
});

afterAll(() => app.close());

test.each(['zod', 'valibot', 'wrapped', 'arktype'])('a schema of %s is used as it is', async (method) => {
  const { inputSchema } = plan(method);
  expect(inputSchema).toMatchObject({
    type: 'object',
    properties: { name: { type: 'string', minLength: 2 }, size: { type: 'integer' } },
    required: ['name'],
  });
  for (const body of [
    { name: 'ab' },
    { name: 'ab', size: 1 },
    { name: 'a' },
    { name: 'ab', size: 1.5 },
    {},
  ]) {
    const isTaken = (await app.post(`/${method}`, JSON.stringify(body))) === 201;
    expect({ body, isTaken }).toEqual({ body, isTaken: plan(method).prepare(body).problems === undefined });
  }
});

test('a body that is a choice of objects stays whole, so that the root is a plain object', () => {
  const { inputSchema, bindings } = plan('either');
  expect(Object.keys(inputSchema.properties ?? {})).toEqual(['body']);
  expect(inputSchema.properties?.body?.anyOf).toHaveLength(2);
  expect(bindings).toEqual([{ argument: 'body', source: 'body' }]);
});

test('a query is arguments of their own', () => {
  expect(plan('find').inputSchema.required).toEqual(['word', 'kind']);
  expect(problemsOf(plan('find'), { word: 'a', kind: 'c' })).toHaveLength(1);
});

test('a schema that refers to itself keeps its references within reach', () => {
  const { inputSchema } = plan('tree');
  expect(Object.keys(inputSchema.properties ?? {})).toEqual(['name', 'children']);
  expect(JSON.stringify(inputSchema)).not.toContain('"$ref":"#"');
  expect(
    plan('tree').prepare({ name: 'a', children: [{ name: 'b', children: [] }] }).problems,
  ).toBeUndefined();
  expect(plan('tree').prepare({ name: 'a', children: [{ children: [] }] }).problems).toHaveLength(1);
});
