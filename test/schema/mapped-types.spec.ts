import 'reflect-metadata';
import { ValidationPipe } from '@nestjs/common';
import { IntersectionType, OmitType, PartialType, PickType } from '@nestjs/mapped-types';
import { ApiProperty, PartialType as SwaggerPartial, PickType as SwaggerPick } from '@nestjs/swagger';
import { Expose, Type } from 'class-transformer';
import { Allow, IsInt, IsOptional, IsString, ValidateNested } from 'class-validator';
import { McpHeader, McpParam } from '../../lib/decorators/index.js';
import { ValidatedBody } from './class-schema.fixture.js';
import type { DtoClass } from './class-schema.fixture.js';

class PartDto {
  @IsString() name!: string;
}
class ItemDto {
  @McpParam({ description: 'The title', examples: ['Emma'] }) @IsString() title!: string;
  @McpHeader('Shop') @IsString() shop!: string;
  @McpParam({ description: 'Parts' }) @ValidateNested({ each: true }) @Type(() => PartDto) parts!: PartDto[];
  @McpParam({ description: 'Anything' }) @Allow() any!: number;
  @ApiProperty({ description: 'How many' }) @IsInt() size!: number;
}
class OtherDto {
  @McpParam({ description: 'Another title' }) @IsString() title!: string;
}

const descriptionOf = (type: DtoClass, name: string) => new ValidatedBody(type).properties[name]?.description;

describe('@McpParam() and @McpHeader() on properties survive', () => {
  test.each<[string, DtoClass]>([
    ['PartialType', PartialType(ItemDto)],
    ['PickType', PickType(ItemDto, ['title', 'shop', 'parts', 'any', 'size'])],
    ['OmitType', OmitType(ItemDto, [])],
    ['IntersectionType', IntersectionType(ItemDto, PartDto)],
    ['a nest of them', PartialType(OmitType(IntersectionType(ItemDto, PartDto), ['name']))],
    ["swagger's PartialType", SwaggerPartial(ItemDto)],
    [
      "swagger's PickType of a partial",
      SwaggerPick(PartialType(ItemDto), ['title', 'shop', 'parts', 'any', 'size']),
    ],
    ['a class that extends one', class extends PartialType(ItemDto) {}],
  ])('%s', (_, type) => {
    const { properties, plan } = new ValidatedBody(type);
    expect(properties.title).toMatchObject({ description: 'The title', examples: ['Emma'] });
    expect(descriptionOf(type, 'parts')).toMatch(/^Parts/);
    expect(descriptionOf(type, 'any')).toBe('Anything');
    expect(plan.headerParameters).toEqual([{ header: 'Shop', path: ['shop'], type: 'string' }]);
  });

  test('and are not taken from another class with a property of that name', () => {
    class PlainDto {
      @IsString() title!: string;
    }
    expect(descriptionOf(PartialType(PlainDto), 'title')).toBeUndefined();
    expect(descriptionOf(PartialType(OtherDto), 'title')).toBe('Another title');
  });
});

test('PartialType({ skipNullProperties: false }) makes optional without null, and says nothing of conditions', async () => {
  const body = new ValidatedBody(PartialType(PartDto, { skipNullProperties: false }));
  expect(body.required).toEqual([]);
  expect(body.properties.name).toEqual({ type: 'string' });
  expect(await body.verdicts({}, { name: null }, { name: 'a' })).toEqual([
    [true, true],
    [false, false],
    [true, true],
  ]);
});

describe('@Expose() of groups and versions', () => {
  class PersonDto {
    @Expose() @IsString() name!: string;
    @Expose({ groups: ['admin'] }) @IsOptional() @IsInt() rank?: number;
    @Expose({ since: 2, until: 4 }) @IsOptional() @IsInt() since?: number;
  }
  const names = (transformOptions: object) =>
    Object.keys(new ValidatedBody(PersonDto, { transformOptions }).properties);

  test('leaves out what the pipe does not fill', () => {
    expect(names({})).toEqual(['name', 'since']);
    expect(names({ groups: ['admin'] })).toEqual(['name', 'rank', 'since']);
    expect(names({ version: 1 })).toEqual(['name']);
    expect(names({ version: 3, groups: ['admin'] })).toEqual(['name', 'rank', 'since']);
    expect(names({ ignoreDecorators: true })).toEqual(['name', 'rank', 'since']);
  });

  test('sets an exposed property even when it is absent, so that its default is lost', async () => {
    class PageDto {
      @Expose() @IsInt() page = 1;
    }
    const body = new ValidatedBody(PageDto);
    expect(body.required).toEqual(['page']);
    expect(await body.verdicts({})).toEqual([[false, false]]);
    const keeping = new ValidatedBody(PageDto, { transformOptions: { exposeDefaultValues: true } });
    expect(keeping.required).toEqual([]);
    expect(await keeping.verdicts({})).toEqual([[true, true]]);
  });
});

describe('a ValidationPipe', () => {
  const plan = (pipes: readonly unknown[]) => new ValidatedBody(PartDto, {}, pipes).plan;

  test('given as a class is one without options', () => {
    expect(plan([ValidationPipe]).inputSchema.required).toEqual(['name']);
  });

  test('of a subclass has the options that the subclass gives itself', () => {
    class LenientPipe extends ValidationPipe {
      constructor() {
        super({ skipMissingProperties: true });
      }
    }
    expect(plan([LenientPipe]).inputSchema.required).toBeUndefined();
    expect(plan([new LenientPipe()]).inputSchema.required).toBeUndefined();
    expect(plan([LenientPipe, ValidationPipe]).inputSchema.required).toEqual(['name']);
  });

  test('that cannot be made alone is read as one without options', () => {
    class InjectedPipe extends ValidationPipe {
      constructor(config: { options: object }) {
        super(config.options);
      }
    }
    expect(plan([InjectedPipe]).inputSchema.required).toEqual(['name']);
  });
});
