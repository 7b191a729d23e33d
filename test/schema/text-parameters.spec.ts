import 'reflect-metadata';
import type { INestApplication } from '@nestjs/common';
import {
  Controller,
  DefaultValuePipe,
  Get,
  Injectable,
  Param,
  ParseArrayPipe,
  ParseBoolPipe,
  ParseDatePipe,
  ParseEnumPipe,
  ParseFloatPipe,
  ParseIntPipe,
  ParseUUIDPipe,
  Query,
  ValidationPipe,
} from '@nestjs/common';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { Transform, Type } from 'class-transformer';
import { IsArray, IsBoolean, IsInt, IsOptional, IsString, Min, ValidateNested } from 'class-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { JsonSchema } from '../../lib/interfaces/index.js';
import { typesOf } from '../../lib/schema/type-schemas.js';
import { planOf } from './route-input.fixture.js';
import { Color, Level } from './validator-rules.fixture.js';

@Injectable()
class ReversePipe {
  transform(value: unknown) {
    return [...String(value)].reverse().join('');
  }
}

class PageDto {
  @IsOptional() @Type(() => Number) @IsInt() @Min(1) v?: number;
}
class RequiredDto {
  @IsString() v!: string;
}
class TagsDto {
  @IsOptional() @IsArray() @IsString({ each: true }) v?: string[];
}
class CountsDto {
  @IsOptional() @Type(() => Number) @IsInt({ each: true }) v?: number[];
}
class WantedDto {
  @IsOptional() @Type(() => Boolean) @IsBoolean() v?: boolean;
}
class SplitDto {
  @IsOptional() @Transform(({ value }: { value: string }) => value.split(',')) @IsArray() v?: string[];
}

@Controller('q')
class QueryController {
  @Get('text') text(@Query('v') v: string) {
    return [v];
  }
  @Get('number') number(@Query('v') v: number) {
    return [v];
  }
  @Get('boolean') boolean(@Query('v') v: boolean) {
    return [v];
  }
  @Get('list') list(@Query('v') v: string[]) {
    return [v];
  }
  @Get('either') either(@Query('v') v: string | string[]) {
    return [v];
  }
  @Get('int') int(@Query('v', ParseIntPipe) v: number) {
    return [v];
  }
  @Get('optionalInt') optionalInt(@Query('v', new ParseIntPipe({ optional: true })) v?: number) {
    return [v];
  }
  @Get('defaultInt') defaultInt(@Query('v', new DefaultValuePipe(3), ParseIntPipe) v: number) {
    return [v];
  }
  @Get('float') float(@Query('v', ParseFloatPipe) v: number) {
    return [v];
  }
  @Get('bool') bool(@Query('v', ParseBoolPipe) v: boolean) {
    return [v];
  }
  @Get('uuid') uuid(@Query('v', ParseUUIDPipe) v: string) {
    return [v];
  }
  @Get('uuid4') uuid4(@Query('v', new ParseUUIDPipe({ version: '4', optional: true })) v: string) {
    return [v];
  }
  @Get('color') color(@Query('v', new ParseEnumPipe(Color)) v: Color) {
    return [v];
  }
  @Get('level') level(@Query('v', new ParseEnumPipe(Level)) v: Level) {
    return [v];
  }
  @Get('date') date(@Query('v', ParseDatePipe) v: Date) {
    return [v];
  }
  @Get('dateOrNow') dateOrNow(@Query('v', new ParseDatePipe({ default: () => new Date(0) })) v: Date) {
    return [v];
  }
  @Get('array') array(@Query('v', new ParseArrayPipe({ items: Number })) v: number[]) {
    return [v];
  }
  @Get('optionalArray') optionalArray(@Query('v', new ParseArrayPipe({ optional: true })) v: string[]) {
    return [v];
  }
  @Get('custom') custom(@Query('v', ReversePipe) v: number) {
    return [v];
  }
  @Get('page') page(@Query() query: PageDto) {
    return query;
  }
  @Get('required') required(@Query() query: RequiredDto) {
    return query;
  }
  @Get('tags') tags(@Query() query: TagsDto) {
    return query;
  }
  @Get('counts') counts(@Query() query: CountsDto) {
    return query;
  }
  @Get('wanted') wanted(@Query() query: WantedDto) {
    return query;
  }
  @Get('split') split(@Query() query: SplitDto) {
    return query;
  }
}

type Method = keyof QueryController;

const METHODS = Object.getOwnPropertyNames(QueryController.prototype).filter(
  (name) => name !== 'constructor',
) as Method[];
const UUIDS = ['f47ac10b-58cc-4372-a567-0e02b2c3d479', 'F47AC10B-58CC-1372-A567-0E02B2C3D479'];
const VALUES: readonly unknown[] = [
  undefined,
  null,
  7,
  0,
  -1,
  1.5,
  true,
  false,
  '',
  'a',
  '7',
  ' 7',
  '0x10',
  '1.5',
  'true',
  'yes',
  'red',
  'Mid',
  '5',
  5,
  '2024',
  '2024-05-06',
  'a,b',
  '1,2',
  ...UUIDS,
];
const LISTS: readonly unknown[] = [['a'], ['a', 'b'], ['7'], [7, 8]];
/** Handlers that take a list; a list for one value is a mistake that a model should hear of, whatever HTTP makes of it. */
const LIST_METHODS: ReadonlySet<string> = new Set([
  'list',
  'either',
  'array',
  'optionalArray',
  'tags',
  'counts',
]);

/** As calls are written into a query: absent stays absent, and lists are repeated keys. */
function queryOf(value: unknown): string {
  if (value === undefined || value === null) {
    return '';
  }
  const values: unknown[] = Array.isArray(value) ? value : [value];
  return `?${values.map((one) => `v=${encodeURIComponent(String(one))}`).join('&')}`;
}

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
(addFormats as unknown as (ajv: Ajv2020) => void)(ajv);

/** Handlers of a class, whose rules only describe when there is no pipe. */
const CLASS_METHODS: ReadonlySet<string> = new Set(['page', 'required', 'tags', 'counts', 'wanted', 'split']);

function isOfListedType(schema: JsonSchema | undefined, value: unknown): boolean {
  const types = typesOf(schema ?? {});
  if (Array.isArray(value)) {
    const items = schema?.items ?? schema?.anyOf?.find(({ type }) => type === 'array')?.items;
    return types.has('array') && value.every((item) => isOfListedType(items, item));
  }
  return (
    types.has(typeof value) || (typeof value === 'number' && types.has('integer') && Number.isInteger(value))
  );
}

describe.each([
  ['without a global pipe', []],
  ['with a global ValidationPipe', [new ValidationPipe()]],
  ['with a global ValidationPipe that transforms', [new ValidationPipe({ transform: true })]],
  [
    'with implicit conversion',
    [new ValidationPipe({ transform: true, transformOptions: { enableImplicitConversion: true } })],
  ],
])('query parameters %s', (_, globalPipes) => {
  let app: INestApplication;
  let base: string;

  beforeAll(async () => {
    const module = await Test.createTestingModule({ controllers: [QueryController] }).compile();
    app = module.createNestApplication(new FastifyAdapter(), { logger: false });
    app.useGlobalPipes(...globalPipes);
    await app.listen(0);
    base = await app.getUrl();
  });

  afterAll(() => app.close());

  test.each(METHODS)('%s takes what the route takes', async (method) => {
    const plan = planOf(QueryController, method, { globalPipes });
    const validate = ajv.compile(plan.inputSchema);
    for (const value of LIST_METHODS.has(method) ? [...VALUES, ...LISTS] : VALUES) {
      const url = `/q/${method}${queryOf(value)}`;
      const { status } = await fetch(base + url);
      if (status === 200) {
        const { problems } = plan.prepare(value === undefined ? {} : { v: value });
        expect({ url, value, problems }).toEqual({ url, value, problems: undefined });
        // Other types are listed as what they are converted into: `7`, not `"7"`.
        const describesOnly = globalPipes.length === 0 && CLASS_METHODS.has(method);
        const isListed =
          describesOnly || !isOfListedType(plan.inputSchema.properties?.v, value) || validate({ v: value });
        expect({ url, value, isListed }).toEqual({ url, value, isListed: true });
      }
    }
    const { status } = await fetch(`${base}/q/${method}`);
    expect(plan.inputSchema.required ?? []).toEqual(status === 200 ? [] : ['v']);
  });
});

describe('query parameters are listed', () => {
  const listed = (method: Method, globalPipes: readonly unknown[] = []) =>
    planOf(QueryController, method, { globalPipes }).inputSchema.properties?.v;

  test.each<[Method, object]>([
    ['text', { type: 'string' }],
    ['number', { type: 'number' }],
    ['list', { type: 'array', items: { type: 'string' } }],
    ['int', { type: 'integer' }],
    ['defaultInt', { type: 'integer', default: 3 }],
    ['bool', { type: 'boolean' }],
    ['color', { type: 'string', enum: ['red', 'blue'] }],
    ['level', { type: 'integer', enum: [0, 5] }],
    ['array', { type: 'array', items: { type: 'number' } }],
  ])('%s', (method, schema) => {
    expect(listed(method)).toEqual(schema);
  });

  test('as what they are, not as the text that they travel as', () => {
    expect(listed('page', [new ValidationPipe()])).toEqual({ type: 'integer', minimum: 1 });
    expect(listed('wanted', [new ValidationPipe()])).toEqual({ type: 'boolean' });
  });

  test('as text too when the route parses them in its own way', () => {
    expect(listed('split', [new ValidationPipe()])?.anyOf?.map(({ type }) => type)).toEqual([
      'array',
      'string',
    ]);
    expect(listed('custom')?.anyOf?.map(({ type }) => type)).toEqual(['number', 'string']);
  });
});

describe('an object in a query', () => {
  class RangeDto {
    @IsInt() from!: number;
  }
  class FilterDto {
    @IsString() word!: string;
    @ValidateNested() @Type(() => RangeDto) range!: RangeDto;
    @Transform(({ value }: { value: string }) => JSON.parse(value) as object) parsed!: RangeDto;
  }
  @Controller()
  class SearchController {
    @Get() search(@Query() filter: FilterDto) {
      return filter;
    }
    @Get() free(@Query() filter: Record<string, string>) {
      return filter;
    }
  }

  test('cannot be given, and the schema says so', () => {
    const { inputSchema } = planOf(SearchController, 'search', { globalPipes: [new ValidationPipe()] });
    expect(Object.keys(inputSchema.properties ?? {})).toEqual(['word', 'parsed']);
    expect(inputSchema.description).toMatch(/range/);
  });

  test('of no class takes any key', () => {
    const plan = planOf(SearchController, 'free');
    expect(plan.inputSchema).toMatchObject({ type: 'object', properties: {}, additionalProperties: true });
    expect(plan.rest).toBe('query');
    expect(plan.prepare({ a: 'b' })).toEqual({ arguments: { a: 'b' } });
  });
});

describe('path parameters', () => {
  class IdsDto {
    @Type(() => Number) @IsInt() id!: number;
    @IsString() slug!: string;
    @IsString() other!: string;
  }
  @Controller()
  class PathController {
    @Get() unread() {}
    @Get() text(@Param('id') id: string) {
      return id;
    }
    @Get() int(@Param('id', ParseIntPipe) id: number) {
      return id;
    }
    @Get() whole(@Param() ids: IdsDto) {
      return ids;
    }
    @Get() optional(@Param('id', new ParseIntPipe({ optional: true })) id?: number) {
      return id;
    }
  }

  test('are required strings, whether the handler reads them or not', () => {
    const { inputSchema, bindings } = planOf(PathController, 'unread', { pathParameters: ['shop', 'id'] });
    expect(inputSchema).toEqual({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: { shop: { type: 'string' }, id: { type: 'string' } },
      required: ['shop', 'id'],
      additionalProperties: false,
    });
    expect(bindings).toEqual([
      { argument: 'shop', source: 'path', target: 'shop' },
      { argument: 'id', source: 'path', target: 'id' },
    ]);
  });

  test('have the type that their pipe parses, and are required even then when it says optional', () => {
    const { inputSchema } = planOf(PathController, 'optional', { pathParameters: ['id'] });
    expect(inputSchema.properties?.id).toEqual({ type: 'integer' });
    expect(inputSchema.required).toEqual(['id']);
  });

  test('take their schemas from a class of all of them', () => {
    const plan = planOf(PathController, 'whole', {
      pathParameters: ['id', 'slug'],
      globalPipes: [new ValidationPipe()],
    });
    expect(plan.inputSchema.properties).toEqual({ id: { type: 'integer' }, slug: { type: 'string' } });
    expect(plan.prepare({ id: '7', slug: 'a' }).problems).toBeUndefined();
  });

  test('that only some of the paths have are optional', () => {
    const { inputSchema } = planOf(PathController, 'text', {
      pathParameters: [],
      optionalPathParameters: ['id'],
    });
    expect(inputSchema.required).toBeUndefined();
    expect(inputSchema.properties?.id).toEqual({ type: 'string' });
  });

  test('are neither null nor empty, and may be a number where text is meant', () => {
    const plan = planOf(PathController, 'text', { pathParameters: ['id'] });
    expect(plan.prepare({ id: null }).problems).toEqual([
      { path: 'id', message: 'must be a string, not null' },
    ]);
    expect(plan.prepare({ id: '' }).problems).toHaveLength(1);
    expect(plan.prepare({ id: 7 })).toEqual({ arguments: { id: 7 } });
  });
});
