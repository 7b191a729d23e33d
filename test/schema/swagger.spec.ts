import 'reflect-metadata';
import { Body, Controller, Get, Headers, Param, Post, Query } from '@nestjs/common';
import {
  ApiBody,
  ApiExtraModels,
  ApiHeader,
  ApiHideProperty,
  ApiParam,
  ApiProperty,
  ApiPropertyOptional,
  ApiQuery,
  getSchemaPath,
} from '@nestjs/swagger';
import { IsInt, IsOptional, IsString, Max } from 'class-validator';
import { McpParam } from '../../lib/decorators/index.js';
import { readDocumentation } from '../../lib/schema/index.js';
import { ValidatedBody } from './class-schema.fixture.js';
import { planOf } from './route-input.fixture.js';
import { Color, Level } from './validator-rules.fixture.js';

class CatDto {
  @ApiProperty() lives!: number;
}
class DogDto {
  @ApiProperty() barks!: boolean;
}

@ApiExtraModels(CatDto, DogDto)
class DocumentedDto {
  @ApiProperty({ description: 'Name', example: 'Ada', minLength: 2, maxLength: 9, pattern: '^A' })
  name!: string;
  @ApiProperty({ type: 'integer', minimum: 1, maximum: 5, default: 3, deprecated: true }) size!: number;
  @ApiProperty({ minimum: 0, exclusiveMinimum: true, multipleOf: 5 }) price!: number;
  @ApiProperty({ enum: Color, enumName: 'Color' }) color!: Color;
  @ApiProperty({ enum: Level, isArray: true }) levels!: Level[];
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) at!: string | null;
  @ApiProperty({ type: [CatDto], minItems: 1 }) cats!: CatDto[];
  @ApiProperty({ type: 'array', items: { type: 'string', maxLength: 3 } }) codes!: string[];
  @ApiProperty({ oneOf: [{ $ref: getSchemaPath(CatDto) }, { $ref: getSchemaPath(DogDto) }] }) pet!: object;
  @ApiProperty({ anyOf: [{ type: 'string' }, { type: 'number' }] }) either!: string | number;
  @ApiProperty({ type: 'object', additionalProperties: { type: 'integer' } }) counts!: object;
  @ApiPropertyOptional({ examples: { first: { value: 'x' } } }) note?: string;
}

describe('@ApiProperty()', () => {
  const body = new ValidatedBody(DocumentedDto);

  test('describes what no rule describes', () => {
    expect(body.properties).toEqual({
      name: {
        type: 'string',
        description: 'Name',
        examples: ['Ada'],
        minLength: 2,
        maxLength: 9,
        pattern: '^A',
      },
      size: { type: 'integer', minimum: 1, maximum: 5, default: 3, deprecated: true },
      price: { type: 'number', exclusiveMinimum: 0, multipleOf: 5 },
      color: { type: 'string', enum: ['red', 'blue'], title: 'Color' },
      levels: { type: 'array', items: { type: 'integer', enum: [0, 5] } },
      at: { anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }] },
      cats: {
        type: 'array',
        items: { type: 'object', properties: { lives: { type: 'number' } } },
        minItems: 1,
      },
      codes: { type: 'array', items: { type: 'string', maxLength: 3 } },
      pet: {
        anyOf: [
          { type: 'object', properties: { lives: { type: 'number' } } },
          { type: 'object', properties: { barks: { type: 'boolean' } } },
        ],
      },
      either: { anyOf: [{ type: 'string' }, { type: 'number' }] },
      counts: { type: 'object', additionalProperties: { type: 'integer' } },
      note: { type: 'string', examples: ['x'] },
    });
    expect(body.required).toEqual([]);
  });

  test('binds nothing: what it says is not enforced, and calls are not refused for it', () => {
    expect(body.prepares({ name: 'x', size: 99, color: 'green', cats: [] })).toBe(true);
  });

  test('gives way to what the pipe enforces, and is told in words where it says more', () => {
    class RuledDto {
      @ApiProperty({ minimum: 1, maximum: 5, nullable: true }) @IsInt() @Max(5) size!: number;
      @ApiProperty({ enum: ['a', 'b'], required: true }) @IsOptional() @IsString() kind?: string;
    }
    expect(new ValidatedBody(RuledDto).properties).toEqual({
      size: { type: 'integer', maximum: 5, description: 'Documented as minimum 1' },
      kind: {
        anyOf: [{ type: 'string' }, { type: 'null' }],
        description: 'Documented as one of "a", "b"',
      },
    });
    expect(new ValidatedBody(RuledDto).required).toEqual(['size']);
  });
});

test('@ApiHideProperty() leaves no trace at run time: a property with rules stays, or calls could not pass them', () => {
  class HiddenDto {
    @ApiHideProperty() @IsString() secret!: string;
  }
  expect(new ValidatedBody(HiddenDto).required).toEqual(['secret']);
});

test('the compiler plugin is read, with its lazy types and enums, and below @ApiProperty()', () => {
  class PluginDto {
    @ApiProperty({ description: 'From the decorator' }) name!: string;
    color!: Color;
    cats!: CatDto[];
    static _OPENAPI_METADATA_FACTORY() {
      return {
        name: { required: true, type: () => String, description: 'From the comment', maxLength: 5 },
        color: { required: true, enum: Color },
        cats: { required: true, type: () => [CatDto] },
      };
    }
  }
  expect(new ValidatedBody(PluginDto).properties).toEqual({
    name: { type: 'string', description: 'From the decorator', maxLength: 5 },
    color: { type: 'string', enum: ['red', 'blue'] },
    cats: { type: 'array', items: { type: 'object', properties: { lives: { type: 'number' } } } },
  });
});

describe('of a handler', () => {
  @ApiHeader({ name: 'X-Shop', description: 'The shop' })
  @Controller()
  class DocumentedController {
    @ApiParam({ name: 'id', description: 'Which one', example: '7' })
    @ApiQuery({ name: 'color', enum: Color, description: 'Its color', required: true })
    @Get()
    find(
      @Param('id') id: string,
      @Query('color') color: string,
      @Headers('x-shop') @McpParam({ expose: true }) shop: string,
    ) {
      return [id, color, shop];
    }
    @ApiBody({ type: CatDto }) @Post() create(@Body() cat: Record<string, unknown>) {
      return cat;
    }
  }
  const plan = (method: 'find' | 'create', pathParameters: string[] = []) =>
    planOf(DocumentedController, method, {
      pathParameters,
      documentation: readDocumentation(handlerOf(method), DocumentedController),
    });

  const handlerOf = (method: string) => Reflect.get(DocumentedController.prototype, method) as object;

  test('@ApiParam(), @ApiQuery() and @ApiHeader() describe arguments, and require nothing', () => {
    const { properties, required } = plan('find', ['id']).inputSchema;
    expect(properties).toEqual({
      id: { type: 'string', description: 'Which one', examples: ['7'] },
      color: { type: 'string', description: 'Its color (documented as one of "red", "blue")' },
      'x-shop': { type: 'string', description: 'The shop' },
    });
    expect(required).toEqual(['id']);
  });

  test('@ApiBody({ type }) shows the properties of a body that takes anything', () => {
    const create = plan('create');
    expect(create.inputSchema).toMatchObject({
      properties: { lives: { type: 'number' } },
      additionalProperties: true,
    });
    expect(create.prepare({ lives: 'nine', more: 1 })).toEqual({ arguments: { lives: 'nine', more: 1 } });
  });
});
