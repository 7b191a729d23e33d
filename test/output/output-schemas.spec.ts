import { afterEach, describe, expect, it } from '@jest/globals';
import { ClassSerializerInterceptor, Controller, Get, HttpCode, Post } from '@nestjs/common';
import type { Type } from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiCreatedResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiProperty,
  PickType,
} from '@nestjs/swagger';
import { Exclude, Expose, Transform, Type as TypeOf } from 'class-transformer';
import { IsDate, IsEnum, IsInt, IsOptional, IsString, ValidateNested } from 'class-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { Reflector } from '@nestjs/core';
import { z } from 'zod';
import { McpTool } from '../../lib/index.js';
import type { McpRootOptions, McpToolOptions } from '../../lib/index.js';
import { bootError } from '../support/mcp-app.js';
import { CHECKING_CLIENTS, startOutputApp } from './output-app.js';
import type { OutputApp } from './output-app.js';

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

enum Size {
  Small = 1,
  Large = 2,
}

class MakerDto {
  @ApiProperty()
  name!: string;

  @ApiProperty({ nullable: true, type: String })
  site!: string | null;
}

class ItemDto {
  @IsInt()
  id!: number;

  @Expose({ name: 'label' })
  @IsString()
  title!: string;

  @IsEnum(Size)
  size!: Size;

  @IsDate()
  createdAt!: Date;

  @IsOptional()
  @IsString()
  note?: string | null;

  @ValidateNested()
  @TypeOf(() => MakerDto)
  maker!: MakerDto;

  @Expose({ groups: ['staff'] })
  @IsInt()
  cost!: number;

  @Transform(({ value }: { value: unknown }) => [value])
  @IsString()
  odd!: string;

  @Exclude({ toPlainOnly: true })
  @IsString()
  password!: string;

  @Exclude({ toClassOnly: true })
  @IsInt()
  visits!: number;

  @Expose()
  get slug(): string {
    return `${this.id}-${this.title}`;
  }
}

class CategoryDto {
  @IsString()
  name!: string;

  @ValidateNested({ each: true })
  @TypeOf(() => CategoryDto)
  children!: CategoryDto[];
}

const HiddenItem = (() => {
  class ItemDto {
    @ApiProperty({ type: [String] })
    tags!: string[];
  }
  return ItemDto;
})();

@Exclude()
class SecretiveDto {
  @Expose()
  @IsInt()
  id!: number;

  @IsString()
  secret!: string;
}

const ITEM = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    label: { type: 'string' },
    size: { type: 'integer', enum: [1, 2] },
    createdAt: { type: 'string', format: 'date-time' },
    note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
    maker: {
      type: 'object',
      properties: { name: { type: 'string' }, site: { anyOf: [{ type: 'string' }, { type: 'null' }] } },
      required: ['name', 'site'],
    },
    cost: { type: 'integer' },
    odd: {},
    visits: { type: 'integer' },
    slug: { type: 'string' },
  },
  required: ['id', 'label', 'size', 'createdAt', 'maker', 'odd', 'visits'],
};

let app: OutputApp | undefined;

afterEach(async () => {
  await app?.close();
  app = undefined;
});

function controllerWith(options: McpToolOptions, returned?: () => unknown): Type {
  @Controller('items')
  class ItemsController {
    @Get()
    @McpTool({ name: 'find', ...options })
    find(): unknown {
      return returned?.();
    }
  }
  return ItemsController;
}

async function listedFor(options: McpToolOptions, mcp?: McpRootOptions) {
  app = await startOutputApp({ controllers: [controllerWith(options)], mcp });
  return (await app.tool('find')).outputSchema;
}

describe('outputType', () => {
  it('lists what ClassSerializerInterceptor sends of the class', async () => {
    expect(await listedFor({ outputType: ItemDto })).toEqual({ $schema: DIALECT, ...ITEM });
  });

  it('lists a list as clients of all versions take it', async () => {
    expect(await listedFor({ outputType: [ItemDto] })).toEqual({
      $schema: DIALECT,
      type: 'object',
      properties: { result: { type: 'array', items: ITEM } },
      required: ['result'],
    });
  });

  it.each(CHECKING_CLIENTS)('is met by what the class serializer sends to $label', async (kind) => {
    const item = Object.assign(new ItemDto(), {
      id: 1,
      title: 'Cup',
      size: Size.Large,
      createdAt: new Date(0),
      note: null,
      maker: Object.assign(new MakerDto(), { name: 'Ann', site: null }),
      cost: 9,
      odd: 'x',
      password: 'hunter2',
      visits: 3,
    });
    app = await startOutputApp(
      {
        controllers: [controllerWith({ outputType: [ItemDto] }, () => [item])],
        mcp: { outputValidation: 'error' },
        configure: (nest) => nest.useGlobalInterceptors(new ClassSerializerInterceptor(nest.get(Reflector))),
      },
      kind,
    );
    expect((await app.call('find')).structuredContent).toEqual({
      result: [
        {
          id: 1,
          label: 'Cup',
          size: 2,
          createdAt: '1970-01-01T00:00:00.000Z',
          note: null,
          maker: { name: 'Ann', site: null },
          odd: ['x'],
          visits: 3,
          slug: '1-Cup',
        },
      ],
    });
  });

  it('takes properties that the class does not declare', async () => {
    const returned = () => ({ name: 'Ann', site: null, joined: 2024 });
    app = await startOutputApp({ controllers: [controllerWith({ outputType: MakerDto }, returned)] });
    expect((await app.call('find')).structuredContent).toEqual(returned());
  });

  it.each(CHECKING_CLIENTS)(
    'of a class that contains itself is an object at the root for $label',
    async (kind) => {
      const returned = () => ({ name: 'a', children: [{ name: 'b', children: [] }] });
      app = await startOutputApp(
        { controllers: [controllerWith({ outputType: CategoryDto }, returned)] },
        kind,
      );
      expect((await app.tool('find')).outputSchema).toMatchObject({ type: 'object' });
      expect((await app.call('find')).structuredContent).toEqual(returned());
    },
  );

  it('leaves out what @Exclude() on the class does not expose', async () => {
    expect(await listedFor({ outputType: SecretiveDto })).toMatchObject({
      properties: { id: { type: 'integer' } },
      required: ['id'],
    });
    expect(JSON.stringify((await app!.tool('find')).outputSchema)).not.toContain('secret');
  });

  it('reads mapped types, and keeps classes of one name apart', async () => {
    class Part extends PickType(MakerDto, ['name']) {
      @ApiProperty({ type: () => HiddenItem })
      item!: unknown;
    }
    expect(await listedFor({ outputType: Part })).toMatchObject({
      properties: {
        name: { type: 'string' },
        item: { properties: { tags: { type: 'array', items: { type: 'string' } } } },
      },
    });
  });

  it.each([
    ['a plain type', String, { type: 'string' }],
    ['a list of a plain type', [Number] as [typeof Number], { type: 'array', items: { type: 'number' } }],
    ['a date', Date, { type: 'string', format: 'date-time' }],
  ])('takes %s', async (_, outputType, result) => {
    expect(await listedFor({ outputType })).toMatchObject({ properties: { result } });
  });

  it('takes a Standard Schema', async () => {
    const schema = z.object({ id: z.int(), tags: z.array(z.string()).optional() });
    expect(await listedFor({ outputType: schema })).toMatchObject({
      type: 'object',
      properties: { id: { type: 'integer' }, tags: { type: 'array', items: { type: 'string' } } },
      required: ['id'],
    });
  });

  it('compiles in strict mode', async () => {
    const listed = await listedFor({ outputType: CategoryDto });
    const ajv = new Ajv2020({ strict: true });
    (addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
    expect(() => ajv.compile(listed!)).not.toThrow();
  });

  it('makes the JSON of a result once', async () => {
    let times = 0;
    const returned = () => ({
      name: 'Ann',
      site: null,
      toJSON: () => (times++, { name: 'Ann', site: null }),
    });
    app = await startOutputApp({ controllers: [controllerWith({ outputType: MakerDto }, returned)] });
    expect((await app.call('find')).structuredContent).toEqual({ name: 'Ann', site: null });
    expect(times).toBe(1);
  });

  it.each<[string, McpToolOptions, string]>([
    [
      'beside outputSchema',
      { outputType: ItemDto, outputSchema: {} },
      'has both outputSchema and outputType',
    ],
    ['that is no class', { outputType: 'ItemDto' as never }, 'outputType must be a class'],
    ['that is an empty list', { outputType: [] as never }, 'outputType must be a class'],
  ])('%s stops the boot', async (_, options, reason) => {
    const message = await bootError({ controllers: [controllerWith(options)] });
    expect(message).toContain('The tool "find" cannot be offered. ItemsController.find');
    expect(message).toContain(reason);
  });

  it('on a class would apply to every route, and stops the boot', async () => {
    @Controller('x')
    @McpTool({ outputType: ItemDto })
    class ManyController {
      @Get()
      one() {}
    }
    expect(await bootError({ controllers: [ManyController] })).toContain(
      'ManyController has @McpTool({ outputType }) on the class',
    );
  });
});

describe('outputSchema', () => {
  const schema = { $schema: DIALECT, type: 'object', properties: { id: { type: 'integer' } } };

  it('is listed as it was written', async () => {
    expect(await listedFor({ outputSchema: schema })).toEqual(schema);
    await app!.close();
    const plain = { type: 'object' };
    expect(await listedFor({ outputSchema: plain })).toEqual(plain);
  });

  it('that is no JSON Schema stops the boot, and the error names tool and method', async () => {
    const message = await bootError({
      controllers: [controllerWith({ outputSchema: { type: 'strin' } })],
    });
    expect(message).toContain('The tool "find" cannot be offered. ItemsController.find: its output schema');
  });
});

describe('inferOutputSchema', () => {
  @Controller('documented')
  class DocumentedController {
    @Get()
    @ApiOkResponse({ type: [MakerDto] })
    @ApiNotFoundResponse({ type: ItemDto })
    @McpTool('list')
    list() {
      return [{ name: 'Ann', site: null }];
    }

    @Post()
    @ApiOkResponse({ type: ItemDto })
    @ApiCreatedResponse({ type: MakerDto })
    @McpTool('create')
    create() {
      return { name: 'Ann', site: null };
    }

    @Post('later')
    @HttpCode(202)
    @ApiAcceptedResponse({ type: MakerDto })
    @McpTool({ name: 'declared', outputType: SecretiveDto })
    declared() {
      return { id: 1 };
    }

    @Get('untyped')
    @ApiOkResponse({ description: 'Something' })
    @McpTool('untyped')
    untyped() {
      return {};
    }
  }
  const controllers = [DocumentedController];

  it('is off by default', async () => {
    app = await startOutputApp({ controllers });
    expect((await app.tool('list')).outputSchema).toBeUndefined();
  });

  it('gives a tool the schema of the response that it documents', async () => {
    app = await startOutputApp({ controllers, mcp: { inferOutputSchema: true } });
    expect((await app.tool('list')).outputSchema).toMatchObject({
      properties: { result: { type: 'array', items: { required: ['name', 'site'] } } },
    });
    expect((await app.call('list')).structuredContent).toEqual({ result: [{ name: 'Ann', site: null }] });
  });

  it('takes the response of the status that the route answers with', async () => {
    app = await startOutputApp({ controllers, mcp: { inferOutputSchema: true } });
    expect((await app.tool('create')).outputSchema).toMatchObject({ required: ['name', 'site'] });
  });

  it('leaves what a tool declares alone, and invents nothing', async () => {
    app = await startOutputApp({ controllers, mcp: { inferOutputSchema: true } });
    expect((await app.tool('declared')).outputSchema).toMatchObject({ required: ['id'] });
    expect((await app.tool('untyped')).outputSchema).toBeUndefined();
  });
});

describe('schema: { dialect: false }', () => {
  it.each<[string, McpToolOptions]>([
    ['outputType', { outputType: [MakerDto] }],
    ['outputSchema', { outputSchema: { $schema: DIALECT, type: 'object' } }],
  ])('takes $schema out of %s', async (_, options) => {
    expect(await listedFor(options, { schema: { dialect: false } })).not.toHaveProperty('$schema');
  });
});
