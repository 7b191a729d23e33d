import 'reflect-metadata';
import { IntersectionType, OmitType, PartialType, PickType } from '@nestjs/mapped-types';
import { ApiProperty, PartialType as SwaggerPartialType } from '@nestjs/swagger';
import { Exclude, Expose, Transform, Type } from 'class-transformer';
import {
  Allow,
  IsArray,
  IsBoolean,
  IsDate,
  IsEnum,
  IsInt,
  IsNotEmpty,
  IsOptional,
  IsString,
  MaxLength,
  Min,
  MinLength,
  Validate,
  ValidateBy,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { buildInputPlan } from '../../lib/schema/index.js';
import { BOTH_REFUSE, BOTH_TAKE, ValidatedBody } from './class-schema.fixture.js';
import { Level } from './validator-rules.fixture.js';

class AddressDto {
  @IsString() street!: string;
  @IsOptional() @IsInt() number?: number;
}

describe('what is required', () => {
  test('a property with a default is optional, and shows the default when the route sees it', async () => {
    class Dto {
      @IsInt() page: number = 1;
      @IsString({ each: true }) tags: string[] = ['a'];
      @IsString() id: string = String(Math.random());
    }
    const transforming = new ValidatedBody(Dto, { transform: true });
    expect(transforming.required).toEqual([]);
    expect(transforming.properties.page).toEqual({ type: 'integer', default: 1 });
    expect(transforming.properties.tags?.default).toEqual(['a']);
    expect(transforming.properties.id).toEqual({ type: 'string' });
    expect(new ValidatedBody(Dto).properties.page).toEqual({ type: 'integer' });
    expect(await transforming.verdicts({}, { page: null })).toEqual([BOTH_TAKE, BOTH_REFUSE]);
  });

  test('@ValidateIf() keeps constraints, requires nothing and is described', async () => {
    class Dto {
      @IsString() kind!: string;
      @ValidateIf((dto: Dto) => dto.kind === 'a') @IsString() reason!: string;
    }
    const body = new ValidatedBody(Dto);
    expect(body.required).toEqual(['kind']);
    expect(body.properties.reason).toEqual({ type: 'string', description: 'Checked under a condition only' });
    expect(await body.verdicts({ kind: 'b' }, { kind: 'b', reason: 5 })).toEqual([BOTH_TAKE, BOTH_TAKE]);
  });

  test('a rule of the application itself requires nothing that the pipe may not', () => {
    class Dto {
      @ValidateBy({
        name: 'isEven',
        validator: { validate: () => true, defaultMessage: () => '$property must be even' },
      })
      even!: number;
      @Validate(class Odd {}, { message: '$property must be odd' }) odd!: number;
    }
    const body = new ValidatedBody(Dto);
    expect(body.required).toEqual([]);
    expect(body.properties).toEqual({
      even: { type: 'number', description: 'Must be even' },
      odd: { type: 'number', description: 'Must be odd' },
    });
  });

  test('skipMissingProperties requires nothing but what is defined, and takes null', async () => {
    class Dto {
      @IsString() name!: string;
    }
    const body = new ValidatedBody(Dto, { skipMissingProperties: true });
    expect(body.required).toEqual([]);
    expect(await body.verdicts({}, { name: null }, { name: 1 })).toEqual([BOTH_TAKE, BOTH_TAKE, BOTH_REFUSE]);
  });

  test('groups decide which rules hold', async () => {
    class Dto {
      @IsString({ groups: ['create'] }) name!: string;
      @IsInt({ groups: ['update'] }) version!: number;
      @IsString({ always: true }) id!: string;
      @IsString() note!: string;
    }
    expect(new ValidatedBody(Dto).required).toEqual(['name', 'version', 'id', 'note']);
    const body = new ValidatedBody(Dto, { groups: ['create'] });
    expect(body.required).toEqual(['name', 'id']);
    expect(await body.verdicts({ name: 'a', id: 'b' }, { name: 'a' })).toEqual([BOTH_TAKE, BOTH_REFUSE]);
  });

  test('without a ValidationPipe rules only describe', () => {
    class Dto {
      @IsInt() @Min(3) size!: number;
    }
    const plan = buildInputPlan(
      {
        label: 'Test.open',
        verb: 'POST',
        pathParameters: [],
        parameters: [{ source: 'body', index: 0, type: Dto, pipes: [] }],
      },
      { unknownArguments: 'reject', ignoredArguments: [] },
    );
    expect(plan.inputSchema.required).toBeUndefined();
    expect(plan.inputSchema.properties?.size?.type).toBe('integer');
    expect(plan.prepare({ size: 'big' }).problems).toBeUndefined();
  });
});

describe('inheritance and mapped types', () => {
  class ParentDto {
    @IsString() @MinLength(5) name!: string;
    @IsInt() age!: number;
  }

  test('a redeclared property loses the rules of its parent, as it does over HTTP', async () => {
    class ChildDto extends ParentDto {
      @MaxLength(8) declare name: string;
    }
    const body = new ValidatedBody(ChildDto);
    expect(body.properties.name).toEqual({ type: 'string', maxLength: 8 });
    expect([...body.required].sort()).toEqual(['age', 'name']);
    expect(await body.verdicts({ name: 'a', age: 1 })).toEqual([BOTH_TAKE]);
  });

  test('PartialType, PickType, OmitType and IntersectionType keep their schema, in one another too', async () => {
    class MappedDto extends IntersectionType(
      PartialType(OmitType(ParentDto, ['age'])),
      PickType(ParentDto, ['age']),
      AddressDto,
    ) {}
    const body = new ValidatedBody(MappedDto);
    expect([...body.required].sort()).toEqual(['age', 'street']);
    expect(body.properties.name).toEqual({
      anyOf: [{ type: 'string', minLength: 5 }, { type: 'null' }],
    });
    expect(
      await body.verdicts({ age: 1, street: 'a', name: null }, { age: 1, street: 'a', name: 'abc' }),
    ).toEqual([BOTH_TAKE, BOTH_REFUSE]);
  });

  test('PartialType with skipNullProperties: false is optional, but no schema offers null', async () => {
    const body = new ValidatedBody(PartialType(ParentDto, { skipNullProperties: false }));
    expect(body.required).toEqual([]);
    expect(body.properties.age?.type).toBe('integer');
    expect(await body.takes({ age: null })).toBe(false);
  });

  test("swagger's PartialType is read as well", () => {
    class DocumentedDto {
      @ApiProperty({ description: 'Who' }) @IsString() name!: string;
    }
    const body = new ValidatedBody(SwaggerPartialType(DocumentedDto));
    expect(body.required).toEqual([]);
    expect(body.properties.name).toEqual({
      anyOf: [{ type: 'string' }, { type: 'null' }],
      description: 'Who',
    });
  });
});

describe('nested objects', () => {
  test('@ValidateNested() with @Type() is written in line, with its own required properties', async () => {
    class Dto {
      @ValidateNested() @Type(() => AddressDto) address!: AddressDto;
      @ValidateNested({ each: true }) @Type(() => AddressDto) others!: AddressDto[];
    }
    const body = new ValidatedBody(Dto);
    expect(body.required).toEqual([]);
    expect(body.properties.address?.anyOf).toMatchObject([
      { type: 'object', required: ['street'] },
      { type: 'array' },
    ]);
    expect(body.properties.others?.anyOf).toMatchObject([
      { type: 'array', items: { type: 'object', required: ['street'] } },
      { type: 'object' },
    ]);
    expect(
      await body.verdicts(
        { address: { street: 'a' }, others: [] },
        { address: [{ street: 'a' }], others: { street: 'a' } },
        { address: {} },
        { others: [{ street: 1 }] },
        { address: 'a' },
        { address: null },
        {},
      ),
    ).toEqual([BOTH_TAKE, BOTH_TAKE, BOTH_REFUSE, BOTH_REFUSE, BOTH_REFUSE, BOTH_REFUSE, BOTH_TAKE]);
  });

  test('without @Type() the inner rules never run, so that they require nothing', async () => {
    class Dto {
      @ValidateNested() address!: AddressDto;
    }
    const body = new ValidatedBody(Dto);
    expect(body.properties.address?.required).toBeUndefined();
    expect(await body.verdicts({ address: {} }, { address: { street: 1 } }, { address: 1 })).toEqual([
      BOTH_TAKE,
      BOTH_TAKE,
      BOTH_REFUSE,
    ]);
  });

  test('a class that contains itself becomes one definition, and its references resolve', async () => {
    class CategoryDto {
      @IsString() name!: string;
      @IsOptional() @ValidateNested({ each: true }) @Type(() => CategoryDto) children?: CategoryDto[];
    }
    const body = new ValidatedBody(CategoryDto);
    expect(Object.keys(body.plan.inputSchema.$defs ?? {})).toEqual(['CategoryDto']);
    const children = { type: 'array', items: { $ref: '#/$defs/CategoryDto' } };
    expect(body.properties.children?.anyOf?.[0]).toEqual(children);
    expect(body.plan.inputSchema.$defs?.CategoryDto?.properties?.children?.anyOf?.[0]).toEqual(children);
    expect(
      await body.verdicts(
        { name: 'a', children: [{ name: 'b' }] },
        { name: 'a', children: [{ children: [] }] },
      ),
    ).toEqual([BOTH_TAKE, BOTH_REFUSE]);
  });

  test('two classes of one name stay two', () => {
    const make = (rule: PropertyDecorator) => {
      class NodeDto {
        @ValidateNested() @Type(() => NodeDto) next?: object;
      }
      rule(NodeDto.prototype, 'value');
      return NodeDto;
    };
    const [Text, Count] = [make(IsString()), make(IsInt())];
    class Dto {
      @ValidateNested() @Type(() => Text) text!: object;
      @ValidateNested() @Type(() => Count) count!: object;
    }
    const { $defs } = new ValidatedBody(Dto).plan.inputSchema;
    expect(Object.keys($defs ?? {})).toEqual(['NodeDto', 'NodeDto_2']);
    expect($defs?.NodeDto?.properties?.value?.type).toBe('string');
    expect($defs?.NodeDto_2?.properties?.value?.type).toBe('integer');
  });

  test('a discriminated @Type() is a choice under its property', async () => {
    class PetDto {
      @IsString() name!: string;
    }
    class CatDto extends PetDto {
      @IsInt() lives!: number;
    }
    class DogDto extends PetDto {
      @IsBoolean() barks!: boolean;
    }
    class Dto {
      @ValidateNested()
      @Type(() => PetDto, {
        discriminator: {
          property: 'kind',
          subTypes: [
            { name: 'cat', value: CatDto },
            { name: 'dog', value: DogDto },
          ],
        },
      })
      pet!: PetDto;
    }
    const body = new ValidatedBody(Dto, { transform: true, whitelist: true, forbidNonWhitelisted: true });
    expect(body.properties.pet?.anyOf).toHaveLength(4);
    expect(body.properties.pet?.anyOf?.[0]?.properties?.kind).toEqual({ type: 'string', const: 'cat' });
    expect(
      await body.verdicts(
        { pet: { kind: 'cat', name: 'a', lives: 9 } },
        { pet: { kind: 'cat', name: 'a' } },
        { pet: { kind: 'fish', name: 'a' } },
        { pet: { name: 'a' } },
      ),
    ).toEqual([BOTH_TAKE, BOTH_REFUSE, BOTH_TAKE, BOTH_TAKE]);
  });

  test('forbidNonWhitelisted closes nested objects, whitelist alone does not', () => {
    class Dto {
      @ValidateNested() @Type(() => AddressDto) address!: AddressDto;
    }
    const additional = (options: object) =>
      new ValidatedBody(Dto, options).properties.address?.anyOf?.[0]?.additionalProperties;
    expect(additional({ whitelist: true, forbidNonWhitelisted: true })).toBe(false);
    expect(additional({ whitelist: true })).toBeUndefined();
  });
});

describe('conversions', () => {
  test('@Type() of a primitive takes what it converts', async () => {
    class Dto {
      @Type(() => Number) @IsInt() @Min(1) size!: number;
      @IsOptional() @Type(() => Boolean) @IsBoolean() wanted?: boolean;
      @IsOptional() @Type(() => String) @IsString() code?: string;
    }
    const body = new ValidatedBody(Dto);
    expect(body.properties.size).toEqual({
      anyOf: [{ type: 'integer', minimum: 1 }, { type: 'string' }, { type: 'boolean' }],
    });
    expect(
      await body.verdicts({ size: '7' }, { size: 7, wanted: 'no', code: 5 }, { size: true }, { size: 0 }),
    ).toEqual([BOTH_TAKE, BOTH_TAKE, BOTH_TAKE, BOTH_REFUSE]);
  });

  test('@Type(() => Date) takes strings, numbers and, oddly, booleans; @IsDate() alone takes no JSON value', async () => {
    class Dto {
      @Type(() => Date) @IsDate() at!: Date;
    }
    const body = new ValidatedBody(Dto);
    expect(body.properties.at?.anyOf).toEqual([{ type: 'string' }, { type: 'number' }, { type: 'boolean' }]);
    const bodies = [{ at: '2024' }, { at: '2024-05-06' }, { at: 0 }, { at: true }, { at: null }];
    expect(await body.verdicts(...bodies)).toEqual([BOTH_TAKE, BOTH_TAKE, BOTH_TAKE, BOTH_TAKE, BOTH_REFUSE]);
  });

  test('implicit conversion takes other types, which stand after the one that is meant', async () => {
    class Dto {
      @IsString() name!: string;
      @IsInt() size!: number;
    }
    const body = new ValidatedBody(Dto, {
      transform: true,
      transformOptions: { enableImplicitConversion: true },
    });
    expect(body.properties).toEqual({
      name: { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }, { type: 'object' }] },
      size: { anyOf: [{ type: 'integer' }, { type: 'string' }, { type: 'boolean' }] },
    });
    expect(await body.verdicts({ name: 5, size: '7' }, { name: null, size: 7 })).toEqual([
      BOTH_TAKE,
      BOTH_REFUSE,
    ]);
  });

  test('@Transform() may take text in place of the type that it makes', async () => {
    class Dto {
      @Transform(({ value }: { value: string }) => value.split(','))
      @IsArray()
      @IsString({ each: true })
      tags!: string[];
      @Transform(({ value }: { value: string }) => value.trim()) @IsString() name!: string;
    }
    const body = new ValidatedBody(Dto);
    expect(body.properties.tags?.anyOf?.map(({ type }) => type)).toEqual(['array', 'string']);
    expect(body.properties.name).toEqual({ type: 'string' });
    expect(body.required).toEqual(['tags', 'name']);
    expect(await body.verdicts({ tags: 'a,b', name: ' a ' })).toEqual([BOTH_TAKE]);
  });

  test('@Expose({ name }) names the argument, @Exclude() takes it away', async () => {
    class Dto {
      @Expose({ name: 'first_name' }) @IsString() firstName!: string;
      @Exclude() @IsOptional() @IsString() secret?: string;
    }
    const body = new ValidatedBody(Dto);
    expect(Object.keys(body.properties)).toEqual(['first_name']);
    expect(body.required).toEqual(['first_name']);
    expect(await body.verdicts({ first_name: 'a' }, {})).toEqual([BOTH_TAKE, BOTH_REFUSE]);
  });
});

describe('types', () => {
  test('a numeric enum is a choice of integers', () => {
    class Dto {
      @IsEnum(Level) level!: Level;
    }
    expect(new ValidatedBody(Dto).properties.level).toEqual({ type: 'integer', enum: [0, 5] });
  });

  test('arrays always have items, typed from rules, @Type() or swagger where they say', () => {
    class Dto {
      @IsArray() any!: unknown[];
      @IsArray() @IsInt({ each: true }) counts!: number[];
      @IsArray() @Type(() => String) names!: string[];
      @IsArray() @ApiProperty({ type: [Number] }) sizes!: number[];
    }
    expect(new ValidatedBody(Dto).properties).toMatchObject({
      any: { type: 'array', items: {} },
      counts: { type: 'array', items: { type: 'integer' } },
      names: { type: 'array', items: { anyOf: [{ type: 'string' }, {}, {}, {}] } },
      sizes: { type: 'array', items: { type: 'number' } },
    });
  });

  test('each: true without @IsArray() takes a single value, too', async () => {
    class Dto {
      @IsString({ each: true }) tags!: unknown;
    }
    const body = new ValidatedBody(Dto);
    expect(body.properties.tags?.anyOf).toEqual([
      { type: 'array', items: { type: 'string' } },
      { type: 'string' },
    ]);
    expect(await body.verdicts({ tags: 'a' }, { tags: ['a'] }, { tags: [1] }, { tags: 1 })).toEqual([
      BOTH_TAKE,
      BOTH_TAKE,
      BOTH_REFUSE,
      BOTH_REFUSE,
    ]);
  });

  test('a property without a rule for its type is shown as declared, and takes what the pipe takes', async () => {
    class Dto {
      @IsNotEmpty() name!: string;
      @Allow() size!: number;
    }
    const body = new ValidatedBody(Dto);
    expect(body.properties).toEqual({ name: { type: 'string', minLength: 1 }, size: { type: 'number' } });
    expect(await body.verdicts({ name: 5 }, { name: 'a', size: 'big' })).toEqual([BOTH_TAKE, BOTH_TAKE]);
  });

  test('undecorated properties are arguments unless the pipe takes them away', () => {
    class Dto {
      @IsString() name!: string;
      note?: string;
    }
    expect(Object.keys(new ValidatedBody(Dto).properties)).toEqual(['name', 'note']);
    expect(Object.keys(new ValidatedBody(Dto, { whitelist: true }).properties)).toEqual(['name']);
  });
});

describe('swagger', () => {
  test('a class that only swagger knows requires nothing and refuses nothing', async () => {
    class Dto {
      @ApiProperty({ description: 'Name of it', example: 'Ada', minLength: 5 }) name!: string;
      @ApiProperty({ enum: ['a', 'b'] }) kind!: string;
      @ApiProperty({ type: () => [AddressDto] }) addresses!: AddressDto[];
    }
    const body = new ValidatedBody(Dto);
    expect(body.required).toEqual([]);
    expect(body.properties).toMatchObject({
      name: { type: 'string', description: 'Name of it', examples: ['Ada'] },
      kind: { type: 'string', enum: ['a', 'b'] },
      addresses: { type: 'array', items: { type: 'object' } },
    });
    expect(await body.verdicts({}, { name: 'a', kind: 5 })).toEqual([BOTH_TAKE, BOTH_TAKE]);
  });

  test('its descriptions join the rules, and a default is shown', () => {
    class Dto {
      @ApiProperty({ description: 'How many', default: 3, deprecated: true }) @IsInt() size!: number;
    }
    expect(new ValidatedBody(Dto).properties.size).toEqual({
      type: 'integer',
      description: 'How many',
      default: 3,
      deprecated: true,
    });
  });

  test("the compiler plugin's metadata is read", () => {
    class Dto {
      name!: string;
      static _OPENAPI_METADATA_FACTORY() {
        return { name: { required: true, type: () => String, description: 'Name' } };
      }
    }
    expect(new ValidatedBody(Dto).properties).toEqual({ name: { type: 'string', description: 'Name' } });
  });
});
