import 'reflect-metadata';
import { IntersectionType, OmitType, PartialType, PickType } from '@nestjs/mapped-types';
import { ApiProperty } from '@nestjs/swagger';
import { Exclude, Expose, Transform, Type } from 'class-transformer';
import {
  Allow,
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsDate,
  IsDefined,
  IsEmail,
  IsEnum,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsNumber,
  IsObject,
  IsOptional,
  IsString,
  Length,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateBy,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { Color, Level } from '../validator-rules.fixture.js';
import type { TruthCase } from './truth-case.js';
import { bodiesOf } from './truth-case.js';

class AddressDto {
  @IsString() street!: string;
  @IsOptional() @IsInt() number?: number;
}
const ADDRESS = { street: 'Elm' };
const ADDRESSES: readonly unknown[] = [
  ADDRESS,
  { street: 'Elm', number: null },
  { street: 1 },
  {},
  [ADDRESS],
  [],
  [[ADDRESS]],
  [ADDRESS, {}],
];

class OrderDto {
  @IsString() @Length(1, 20) title!: string;
  @IsInt() @Min(1) @Max(10) amount!: number;
  @IsOptional() @IsIn(['low', 'high']) priority?: string;
  @IsEnum(Color) color!: Color;
  @IsBoolean() gift!: boolean;
}
const ORDER = {
  title: ['tea', 'x'.repeat(21)],
  amount: [3, 10, 11],
  priority: ['low', null],
  color: ['red'],
  gift: [true],
};

class ParentDto {
  @IsString() @MinLength(3) name!: string;
  @IsInt() age!: number;
}
class ChildDto extends ParentDto {
  @MaxLength(8) declare name: string;
}
class MappedDto extends IntersectionType(
  PartialType(OmitType(ParentDto, ['age'])),
  PickType(ParentDto, ['age']),
  AddressDto,
) {}
class NotNullDto extends PartialType(ParentDto, { skipNullProperties: false }) {}

class DefaultsDto {
  @IsInt() page = 1;
  @IsString({ each: true }) tags: string[] = ['a'];
}
class DatesDto {
  @Type(() => Date) @IsDate() at!: Date;
  @IsOptional() @Type(() => Date) @IsDate({ each: true }) all?: Date[];
}
class ConvertedDto {
  @Type(() => Number) @IsInt() @Min(1) size!: number;
  @Type(() => Boolean) @IsBoolean() wanted!: boolean;
  @Type(() => String) @IsString() @MaxLength(20) code!: string;
}
class PlainDto {
  @IsString() name!: string;
  @IsInt() size!: number;
  @IsBoolean() wanted!: boolean;
}
class NestedDto {
  @ValidateNested() @Type(() => AddressDto) one!: AddressDto;
  @ValidateNested({ each: true }) @Type(() => AddressDto) many!: AddressDto[];
}
class StrictNestedDto {
  @IsObject() @ValidateNested() @Type(() => AddressDto) one!: AddressDto;
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(2)
  @ValidateNested({ each: true })
  @Type(() => AddressDto)
  many!: AddressDto[];
}
class UntypedNestedDto {
  @ValidateNested() one!: AddressDto;
  @IsDefined() @ValidateNested() two!: object;
}
class CategoryDto {
  @IsString() name!: string;
  @IsOptional() @ValidateNested({ each: true }) @Type(() => CategoryDto) children?: CategoryDto[];
}
class PetDto {
  @IsString() name!: string;
}
class CatDto extends PetDto {
  @IsInt() lives!: number;
}
const petType = (keepDiscriminatorProperty: boolean) =>
  Type(() => PetDto, {
    discriminator: { property: 'kind', subTypes: [{ name: 'cat', value: CatDto }] },
    keepDiscriminatorProperty,
  });
class OwnerDto {
  @ValidateNested() @petType(true) pet!: PetDto;
}
class StrictOwnerDto {
  @ValidateNested() @petType(false) pet!: PetDto;
}
const PETS: readonly unknown[] = [
  { kind: 'cat', name: 'a', lives: 9 },
  { kind: 'cat', name: 'a' },
  { kind: 'fish', name: 'a' },
  { kind: 5, name: 'a' },
  { name: 'a' },
  {},
];
class MapsDto {
  @ValidateNested() @Type(() => AddressDto) homes!: Map<string, AddressDto>;
  @IsOptional() @IsInt({ each: true }) @Type(() => Number) counts?: Map<string, number>;
  @IsOptional() @ValidateNested({ each: true }) @Type(() => AddressDto) places?: Set<AddressDto>;
  @IsOptional() @IsString({ each: true }) names?: Set<string>;
}
class ConditionalDto {
  @IsString() kind!: string;
  @ValidateIf((dto: ConditionalDto) => dto.kind === 'a') @IsString() reason!: string;
  @ValidateIf((_, value) => value !== undefined) @IsInt() size?: number;
  @ValidateIf((_, value) => value !== null) @IsInt() rank!: number | null;
}
class GroupedDto {
  @IsString({ groups: ['create'] }) name!: string;
  @IsInt({ groups: ['update'] }) version!: number;
  @IsString({ always: true }) id!: string;
  @IsString() note!: string;
}
class CustomDto {
  @ValidateBy({ name: 'isEven', validator: { validate: (value) => Number(value) % 2 === 0 } })
  @IsInt()
  even!: number;
  @IsInt({ validateIf: (_: unknown, value: unknown) => value !== 'none' }) some!: number;
}
class DeclaredDto {
  @IsNotEmpty() name!: string;
  @Allow() size!: number;
  @ApiProperty({ minimum: 5, type: 'integer' }) documented!: number;
}
class ExposedDto {
  @Expose({ name: 'first_name' }) @IsString() firstName!: string;
  @Expose() @IsInt() size = 3;
  @Exclude() @IsOptional() @IsString() secret?: string;
  @Expose({ groups: ['admin'] }) @IsOptional() @IsString() note?: string;
  @Expose({ since: 2 }) @IsOptional() @IsString() later?: string;
}
class TransformedDto {
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.split(',') : value))
  @IsArray()
  @IsString({ each: true })
  tags!: string[];
}
class ListsDto {
  @IsString({ each: true }) names!: string[];
  @IsArray() @IsInt({ each: true }) counts!: number[];
  @IsOptional() @IsEnum(Color, { each: true }) colors?: Color[];
  @IsOptional() @IsEnum(Level) level?: Level;
  @IsOptional() @IsNumber({ maxDecimalPlaces: 2 }) price?: number;
  @IsOptional() @IsEmail() mail?: string;
}

const NESTED = { one: ADDRESSES, many: [[ADDRESS], ADDRESS, [], [{}], [[ADDRESS]]] };
const EXPOSED = { first_name: ['a'], size: [1], note: ['x'], later: ['y'] };
const IMPLICIT = { transform: true, transformOptions: { enableImplicitConversion: true } };

/** Classes that put several things together, under the options that change what they take. */
export const CLASS_CORPUS: readonly TruthCase[] = [
  of('order', OrderDto, ORDER),
  of('order, whitelisted', OrderDto, ORDER, { whitelist: true, forbidNonWhitelisted: true, transform: true }),
  of('order, skipMissingProperties', OrderDto, ORDER, { skipMissingProperties: true }),
  of('order, skipNullProperties', OrderDto, ORDER, { skipNullProperties: true }),
  of('order, skipUndefinedProperties', OrderDto, ORDER, { skipUndefinedProperties: true }),
  of('order, stopAtFirstError', OrderDto, ORDER, { stopAtFirstError: true }),
  of('parent', ParentDto, { name: ['abc', 'ab'], age: [1] }),
  of('child', ChildDto, { name: ['abc', 'x'.repeat(9)], age: [1] }),
  of('mapped', MappedDto, { name: ['abc', 'ab'], age: [1], street: ['a'], number: [1] }),
  of('partial', PartialType(OrderDto), ORDER),
  of('partial, not null', NotNullDto, { name: ['abc'], age: [1] }),
  of('defaults', DefaultsDto, { page: [2], tags: [['b'], 'b'] }),
  of('defaults, transformed', DefaultsDto, { page: [2], tags: [['b'], 'b'] }, { transform: true }),
  of('dates', DatesDto, { at: ['2024', 0, '2024-W19'], all: [['2024'], '2024', [0, true]] }, {}, true),
  of('converted', ConvertedDto, { size: [7, '7', 'x'], wanted: [true, 'no'], code: ['a', 5] }, {}, true),
  of('implicit', PlainDto, { name: ['a'], size: [7, '7'], wanted: [true] }, IMPLICIT, true),
  of('implicit order', OrderDto, ORDER, IMPLICIT, true),
  of('implicit lists', ListsDto, { names: [['a'], 'a'], counts: [[1], ['1']] }, IMPLICIT, true),
  of('nested', NestedDto, NESTED),
  of('nested, whitelisted', NestedDto, NESTED, { whitelist: true, forbidNonWhitelisted: true }),
  of('nested, strict', StrictNestedDto, NESTED),
  of('nested, untyped', UntypedNestedDto, { one: ADDRESSES, two: ADDRESSES }),
  of('recursive', CategoryDto, {
    name: ['a'],
    children: [[{ name: 'b' }], [{ name: 'b', children: [{}] }], [{}], { name: 'c' }],
  }),
  of('discriminated', OwnerDto, { pet: PETS }),
  of(
    'discriminated, whitelisted',
    StrictOwnerDto,
    { pet: PETS },
    { whitelist: true, forbidNonWhitelisted: true },
  ),
  of(
    'maps and sets',
    MapsDto,
    {
      homes: [{ a: ADDRESS }, { a: {} }, [ADDRESS]],
      counts: [{ a: 1 }, { a: 'x' }, [1]],
      places: [[ADDRESS], [{}]],
      names: [['a'], 'a'],
    },
    {},
    true,
  ),
  of('conditional', ConditionalDto, { kind: ['b', 'a'], reason: ['x'], size: [1], rank: [1, null] }),
  of('groups, none', GroupedDto, { name: ['a'], version: [1], id: ['b'], note: ['c'] }),
  of('groups', GroupedDto, { name: ['a'], version: [1], id: ['b'], note: ['c'] }, { groups: ['create'] }),
  of(
    'groups, strict',
    GroupedDto,
    { name: ['a'], version: [1], id: ['b'], note: ['c'] },
    { strictGroups: true },
  ),
  of('custom', CustomDto, { even: [2, 3], some: [1, 'none'] }),
  of('declared', DeclaredDto, { name: ['a'], size: [1], documented: [7] }),
  of('exposed', ExposedDto, EXPOSED),
  of('exposed, in a group', ExposedDto, EXPOSED, { transformOptions: { groups: ['admin'], version: 1 } }),
  of('exposed only', ExposedDto, EXPOSED, {
    transformOptions: { excludeExtraneousValues: true, exposeDefaultValues: true },
  }),
  of('transformed', TransformedDto, { tags: ['a,b', ['a']] }, {}, true),
  of('lists', ListsDto, {
    names: [['a'], 'a', [1]],
    counts: [[1], [1.5]],
    colors: [['red'], 'red'],
    level: [0, 5],
    price: [1.15],
    mail: ['a@b.co', 'ü@exämple.de'],
  }),
];

function of(
  name: string,
  dto: TruthCase['dto'],
  right: Readonly<Record<string, readonly unknown[]>>,
  options: TruthCase['options'] = {},
  isConverted = false,
): TruthCase {
  return { name, dto, options, bodies: bodiesOf(right), isConverted };
}
