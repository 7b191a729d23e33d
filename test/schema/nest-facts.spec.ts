import 'reflect-metadata';
import { request } from 'node:http';
import {
  Body,
  Controller,
  DefaultValuePipe,
  Get,
  Param,
  ParseBoolPipe,
  ParseEnumPipe,
  ParseIntPipe,
  Post,
  Query,
  UsePipes,
  ValidationPipe,
} from '@nestjs/common';
import { PartialType } from '@nestjs/mapped-types';
import { ApiProperty } from '@nestjs/swagger';
import { Expose, Transform, Type } from 'class-transformer';
import {
  ArrayNotContains,
  ArrayUnique,
  IsArray,
  IsDate,
  IsDateString,
  IsDivisibleBy,
  IsEmail,
  IsEmpty,
  IsEnum,
  IsInt,
  IsLatitude,
  IsNotIn,
  IsNumber,
  IsOptional,
  IsString,
  IsUrl,
  IsUUID,
  Matches,
  MaxLength,
  MinLength,
  NotEquals,
  ValidateNested,
} from 'class-validator';
import {
  FactsApp,
  LEFT_TO_THE_ROUTE,
  propertyOf,
  REFUSED,
  requiredOf,
  TAKEN,
  verdicts,
} from './nest-facts.fixture.js';
import { planOf } from './route-input.fixture.js';
import { Level } from './validator-rules.fixture.js';

class StreetDto {
  @IsString() street!: string;
}

describe('pipes', () => {
  class NameDto {
    @IsString({ groups: ['global'] }) first!: string;
    @IsString({ groups: ['route'] }) last!: string;
  }
  @Controller()
  class PipesController {
    @Post('name')
    @UsePipes(new ValidationPipe({ groups: ['route'] }))
    name(@Body() name: NameDto) {
      return name;
    }
    @Get('bool') bool(@Query('b', ParseBoolPipe) b: boolean) {
      return { b };
    }
    @Get('int') int(@Query('n', ParseIntPipe) n: number) {
      return { n };
    }
    @Get('page') page(@Query('page', new DefaultValuePipe(1), ParseIntPipe) page: number) {
      return { page };
    }
    @Get('level') level(@Query('level', new ParseEnumPipe(Level)) level: Level) {
      return { level };
    }
  }

  test('a route pipe runs after the global one; it never replaces it', async () => {
    const globalPipes = [new ValidationPipe({ groups: ['global'] })];
    const app = await FactsApp.start(PipesController, globalPipes);
    const plan = planOf(PipesController, 'name', {
      globalPipes: [...globalPipes, new ValidationPipe({ groups: ['route'] })],
    });
    try {
      for (const [body, isTaken] of [
        [{ first: 'a', last: 'b' }, true],
        [{ first: 'a' }, false],
        [{ last: 'b' }, false],
      ] as const) {
        expect(await app.post('/name', JSON.stringify(body))).toBe(isTaken ? 201 : 400);
        expect(plan.prepare(body).problems === undefined).toBe(isTaken);
      }
      expect(plan.inputSchema.required).toEqual(['first', 'last']);
    } finally {
      await app.close();
    }
  });

  test('a global transform coerces primitives before the pipes of the parameter run', async () => {
    const globalPipes = [new ValidationPipe({ transform: true })];
    const calls = [
      ['bool', '/bool?b=yes', { b: 'yes' }, '{"b":false}'],
      ['int', '/int?n=', { n: '' }, '{"n":0}'],
      ['page', '/page?page=x', { page: 'x' }, '{"page":1}'],
    ] as const;
    const coercing = await FactsApp.start(PipesController, globalPipes);
    const plain = await FactsApp.start(PipesController);
    try {
      for (const [method, path, args, text] of calls) {
        expect(await coercing.get(path)).toEqual({ status: 200, text });
        expect(planOf(PipesController, method, { globalPipes }).prepare(args).problems).toBeUndefined();
        expect((await plain.get(path)).status).toBe(400);
      }
    } finally {
      await coercing.close();
      await plain.close();
    }
  });

  test('ParseEnumPipe takes "5" for a numeric member and no names, @IsEnum() the names and no "5"', async () => {
    class LevelDto {
      @IsEnum(Level) level!: Level;
    }
    const app = await FactsApp.start(PipesController);
    const plan = planOf(PipesController, 'level');
    try {
      expect([(await app.get('/level?level=5')).status, (await app.get('/level?level=Mid')).status]).toEqual([
        200, 400,
      ]);
    } finally {
      await app.close();
    }
    expect(plan.prepare({ level: 5 }).problems ?? plan.prepare({ level: '5' }).problems).toBeUndefined();
    expect(plan.prepare({ level: 'Mid' }).problems).toHaveLength(1);
    // A model is shown the values alone; the names pass nevertheless.
    expect(await verdicts(LevelDto, {}, { level: 5 }, { level: 'Mid' }, { level: '5' })).toEqual([
      TAKEN,
      [true, false, true],
      REFUSED,
    ]);
  });

  test('one undecorated class field and forbidNonWhitelisted make every request 400', async () => {
    class FieldDto {
      @IsString() name!: string;
      note?: string;
    }
    const options = { whitelist: true, forbidNonWhitelisted: true };
    expect(await verdicts(FieldDto, options, { name: 'a' })).toEqual([LEFT_TO_THE_ROUTE]);
    expect(propertyOf(FieldDto, 'note', options)).toBeUndefined();
  });

  test('with groups, rules of no group do not run; without, all rules run', async () => {
    class GroupsDto {
      @IsString({ groups: ['create'] }) name!: string;
      @IsString() note!: string;
      @IsString({ always: true }) id!: string;
    }
    expect(await verdicts(GroupsDto, { groups: ['create'] }, { name: 'a', id: 'b' })).toEqual([TAKEN]);
    expect(requiredOf(GroupsDto, { groups: ['create'] })).toEqual(['name', 'id']);
    expect(await verdicts(GroupsDto, {}, { name: 'a', id: 'b' })).toEqual([REFUSED]);
    expect(requiredOf(GroupsDto)).toEqual(['name', 'note', 'id']);
  });
});

describe('presence', () => {
  test('@IsNotIn(), @NotEquals(), @IsEmpty() and @ValidateNested() do not require the property', async () => {
    class LooseDto {
      @IsNotIn(['a']) a!: string;
      @NotEquals('a') b!: string;
      @IsEmpty() c!: string;
      @ValidateNested() @Type(() => StreetDto) d!: StreetDto;
      @ValidateNested({ each: true }) @Type(() => StreetDto) e!: StreetDto[];
      @ValidateNested() @Type(() => StreetDto) f!: Map<string, StreetDto>;
    }
    expect(await verdicts(LooseDto, {}, {})).toEqual([TAKEN]);
    expect(requiredOf(LooseDto)).toEqual([]);
  });

  test('@ArrayNotContains() does require it in class-validator 0.15, other than the notes say', async () => {
    class TagsDto {
      @ArrayNotContains(['a']) tags!: string[];
    }
    expect(await verdicts(TagsDto, {}, {})).toEqual([REFUSED]);
    expect(requiredOf(TagsDto)).toEqual(['tags']);
  });

  test('a default makes a property optional without @IsOptional(), and does not take null', async () => {
    class PageDto {
      @IsInt() page = 1;
      @IsOptional() @IsInt() size?: number;
    }
    expect(await verdicts(PageDto, {}, {}, { page: null }, { size: null })).toEqual([TAKEN, REFUSED, TAKEN]);
    expect(requiredOf(PageDto)).toEqual([]);
  });

  test('PartialType() takes null; with skipNullProperties: false it does not', async () => {
    const Partial = PartialType(StreetDto);
    const NotNull = PartialType(StreetDto, { skipNullProperties: false });
    expect(await verdicts(Partial, {}, {}, { street: null })).toEqual([TAKEN, TAKEN]);
    expect(await verdicts(NotNull, {}, {}, { street: null })).toEqual([TAKEN, REFUSED]);
    expect(propertyOf(NotNull, 'street')).toEqual({ type: 'string' });
  });

  test('@Transform() is not called for an absent key', async () => {
    class TagsDto {
      @Transform(({ value }: { value: unknown }) => value ?? []) @IsArray() tags!: string[];
    }
    const [absent, isNull] = await verdicts(TagsDto, {}, {}, { tags: null });
    expect(absent).toEqual(REFUSED);
    expect(isNull?.[0]).toBe(true);
    expect(requiredOf(TagsDto)).toEqual(['tags']);
  });

  test('a class that only swagger knows requires nothing, and its limits never bind', async () => {
    class DocumentedDto {
      @ApiProperty({ minLength: 5, required: true }) name!: string;
    }
    expect(await verdicts(DocumentedDto, {}, {}, { name: 'a' })).toEqual([TAKEN, [true, false, true]]);
    expect(requiredOf(DocumentedDto)).toEqual([]);
  });
});

describe('inheritance', () => {
  test("a redeclared property loses the parent's rules of that kind; @IsOptional() survives", async () => {
    class ParentDto {
      @IsString() @MinLength(5) name!: string;
      @IsOptional() @IsString() note?: string;
    }
    class ChildDto extends ParentDto {
      @MaxLength(8) declare name: string;
      @MaxLength(8) declare note?: string;
    }
    expect(propertyOf(ChildDto, 'name')).toEqual({ type: 'string', maxLength: 8 });
    expect(
      await verdicts(ChildDto, {}, { name: 'a' }, { name: 'abcdefghi' }, { name: 'a', note: null }),
    ).toEqual([TAKEN, REFUSED, TAKEN]);
  });
});

describe('types', () => {
  test('each: true without @IsArray() takes a single value', async () => {
    class TagsDto {
      @IsString({ each: true }) tags!: string[];
    }
    expect(await verdicts(TagsDto, {}, { tags: 'a' }, { tags: ['a'] }, { tags: [1] })).toEqual([
      TAKEN,
      TAKEN,
      REFUSED,
    ]);
  });

  test('@ValidateNested() takes a list for an object, and an object for a list', async () => {
    class NestedDto {
      @ValidateNested() @Type(() => StreetDto) one!: StreetDto;
      @ValidateNested({ each: true }) @Type(() => StreetDto) many!: StreetDto[];
    }
    const street = { street: 'a' };
    expect(await verdicts(NestedDto, {}, { one: [street] }, { many: street }, { one: {} })).toEqual([
      TAKEN,
      TAKEN,
      REFUSED,
    ]);
  });

  test('without @Type() the inner rules never run', async () => {
    class NestedDto {
      @ValidateNested() one!: StreetDto;
    }
    expect(await verdicts(NestedDto, {}, { one: {} }, { one: { other: 1 } })).toEqual([TAKEN, TAKEN]);
    expect(propertyOf(NestedDto, 'one')?.anyOf?.[0]?.required).toBeUndefined();
  });

  test('@IsDate() without @Type() takes no JSON value; with it "2024", "2024-05-06" and 0', async () => {
    class TypedDto {
      @Type(() => Date) @IsDate() at!: Date;
    }
    class UntypedDto {
      @IsDate() at!: Date;
    }
    const values = ['2024', '2024-05-06', 0].map((at) => ({ at }));
    expect(await verdicts(TypedDto, {}, ...values)).toEqual([TAKEN, TAKEN, TAKEN]);
    expect((await verdicts(UntypedDto, {}, ...values)).map(([isTaken]) => isTaken)).toEqual([
      false,
      false,
      false,
    ]);
  });

  test('an unknown discriminator falls back to the base class', async () => {
    class CatDto extends StreetDto {
      @IsInt() lives!: number;
    }
    class PetDto {
      @ValidateNested()
      @Type(() => StreetDto, {
        discriminator: { property: 'kind', subTypes: [{ name: 'cat', value: CatDto }] },
      })
      pet!: StreetDto;
    }
    const pets = [{ kind: 'fish', street: 'a' }, { kind: 'cat', street: 'a' }, { street: 'a' }];
    expect(await verdicts(PetDto, {}, ...pets.map((pet) => ({ pet })))).toEqual([TAKEN, REFUSED, TAKEN]);
  });

  test('@IsLatitude() takes a number or a text', async () => {
    class PlaceDto {
      @IsLatitude() latitude!: number;
    }
    expect(
      await verdicts(
        PlaceDto,
        {},
        { latitude: 52.5 },
        { latitude: '52.5' },
        { latitude: 91 },
        { latitude: '91' },
      ),
    ).toEqual([TAKEN, TAKEN, REFUSED, LEFT_TO_THE_ROUTE]);
  });
});

describe('formats', () => {
  test('email, uri and date-time of JSON Schema refuse what the validators take, so that they are descriptions', async () => {
    class FormatsDto {
      @IsOptional() @IsEmail() email?: string;
      @IsOptional() @IsUrl() url?: string;
      @IsOptional() @IsDateString() date?: string;
    }
    const bodies = [
      { email: 'ü@exämple.de' },
      { url: 'example.com' },
      { date: '2024' },
      { date: '2024-W19' },
    ];
    expect(await verdicts(FormatsDto, {}, ...bodies)).toEqual([TAKEN, TAKEN, TAKEN, TAKEN]);
    expect(propertyOf(FormatsDto, 'email')?.description).toBe('An email address');
  });

  test('uuid of JSON Schema takes urn:uuid: and version 0, which the route refuses, and so does the schema', async () => {
    class IdDto {
      @IsUUID() id!: string;
    }
    const uuid = (version: number) => `f47ac10b-58cc-${version}372-a567-0e02b2c3d479`;
    expect(
      await verdicts(IdDto, {}, { id: uuid(4) }, { id: uuid(0) }, { id: `urn:uuid:${uuid(4)}` }),
    ).toEqual([TAKEN, REFUSED, REFUSED]);
  });
});

describe('JSON Schema traps', () => {
  test('multipleOf: 0.01 would refuse 0.07 and 1.15', async () => {
    class PriceDto {
      @IsOptional() @IsNumber({ maxDecimalPlaces: 2 }) price?: number;
      @IsOptional() @IsDivisibleBy(5) amount?: number;
    }
    const bodies = [{ price: 0.07 }, { price: 1.15 }, { amount: 10 }, { amount: 7 }];
    expect(await verdicts(PriceDto, {}, ...bodies)).toEqual([TAKEN, TAKEN, TAKEN, [false, false, true]]);
  });

  test('uniqueItems would refuse equal objects, which @ArrayUnique() takes', async () => {
    class RowsDto {
      @IsOptional() @ArrayUnique() rows?: object[];
      @IsOptional() @ArrayUnique() @IsString({ each: true }) names?: string[];
    }
    const bodies = [{ rows: [{ a: 1 }, { a: 1 }] }, { names: ['a', 'b'] }, { names: ['a', 'a'] }];
    expect(await verdicts(RowsDto, {}, ...bodies)).toEqual([TAKEN, TAKEN, [false, false, true]]);
  });

  test('flags, and patterns that are invalid with the flag u, stay in the pipe', async () => {
    class CodeDto {
      @IsOptional() @Matches(/^[a-z]+$/i) code?: string;
      @IsOptional() @Matches(/^[\w-.]+$/) file?: string;
      @IsOptional() @Matches(/^a\_b$/) snake?: string;
      @IsOptional() @Matches(/^.{2}$/) units?: string;
      @IsOptional() @Matches(/^[a-z]+$/) plain?: string;
    }
    const bodies = [{ code: 'ABC' }, { file: 'a-b.c' }, { snake: 'a_b' }, { units: '😀' }, { plain: 'A' }];
    expect(await verdicts(CodeDto, {}, ...bodies)).toEqual([TAKEN, TAKEN, TAKEN, TAKEN, REFUSED]);
    expect(propertyOf(CodeDto, 'code')?.description).toBe('Matches /^[a-z]+$/i');
  });

  test("lengths count characters less variation selectors, which the schema's maxLength does not know", async () => {
    class NameDto {
      @MaxLength(2) name!: string;
    }
    expect(await verdicts(NameDto, {}, { name: '😀😀' }, { name: '❤️❤️' }, { name: 'abc' })).toEqual([
      TAKEN,
      [true, false, true],
      REFUSED,
    ]);
  });
});

describe('names and platforms', () => {
  @Controller()
  class PlatformController {
    @Get('bytes') bytes() {
      return Buffer.from('tea');
    }
    @Get('null') nothing() {
      return null;
    }
    @Get('files/:name') file(@Param('name') name: string) {
      return { name };
    }
    @Post('text') text(@Body() text: string) {
      return { text };
    }
  }

  test('with @Expose({ name }) the argument has the exposed name', async () => {
    class PersonDto {
      @Expose({ name: 'first_name' }) @IsString() firstName!: string;
    }
    expect(await verdicts(PersonDto, {}, { first_name: 'a' })).toEqual([TAKEN]);
    expect(requiredOf(PersonDto)).toEqual(['first_name']);
  });

  test('a raw Buffer is bytes on Fastify and JSON on Express; null is "null" and empty', async () => {
    const seen = await Promise.all(
      (['fastify', 'express'] as const).map(async (platform) => {
        const app = await FactsApp.start(PlatformController, [], platform);
        const texts = [(await app.get('/bytes')).text, (await app.get('/null')).text];
        await app.close();
        return texts;
      }),
    );
    expect(seen).toEqual([
      ['tea', 'null'],
      ['{"type":"Buffer","data":[116,101,97]}', ''],
    ]);
  });

  test.each(['fastify', 'express'] as const)('. and .. are path values on %s', async (platform) => {
    const app = await FactsApp.start(PlatformController, [], platform);
    try {
      expect(await rawGet(app.url, '/files/..')).toBe('{"name":".."}');
      expect(await rawGet(app.url, '/files/.')).toBe('{"name":"."}');
    } finally {
      await app.close();
    }
    const plan = planOf(PlatformController, 'file', { pathParameters: ['name'] });
    expect(plan.prepare({ name: '..' }).problems).toBeUndefined();
  });

  test("Express's parser refuses primitive JSON bodies, Fastify's takes them", async () => {
    const statuses = await Promise.all(
      (['fastify', 'express'] as const).map(async (platform) => {
        const app = await FactsApp.start(PlatformController, [], platform);
        const status = await app.post('/text', '"tea"');
        await app.close();
        return status;
      }),
    );
    expect(statuses).toEqual([201, 400]);
    const plan = planOf(PlatformController, 'text');
    expect(plan.inputSchema.properties).toEqual({ body: { type: 'string' } });
  });
});

/** Unlike fetch(), it sends a path as it is. */
function rawGet(base: string, path: string): Promise<string> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    request({ hostname, port, path, agent: false }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () => resolve(text));
    })
      .on('error', reject)
      .end();
  });
}
