import 'reflect-metadata';
import { Body, Controller, Get, Post, Query, ValidationPipe } from '@nestjs/common';
import { Type } from 'class-transformer';
import { IsArray, IsInt, IsOptional, IsString, ValidateNested } from 'class-validator';
import { McpParam } from '../../lib/decorators/index.js';
import type { JsonSchema } from '../../lib/interfaces/index.js';
import { planOf, problemsOf } from './route-input.fixture.js';
import { ValidatedBody } from './class-schema.fixture.js';

class FilterDto {
  @IsOptional() @IsString() 'filter[x]'?: string;
  @IsOptional() @IsString() filter_x?: string;
  @IsOptional() @McpParam({ description: 'Most results' }) @Type(() => Number) @IsInt() $top?: number;
  @IsOptional()
  @IsString()
  'a name of many words that is far longer than what clients take for the name of an argument'?: string;
}
const NODE: JsonSchema = {
  type: 'object',
  properties: { next: { $ref: '#/$defs/Node' } },
  $defs: { Node: { type: 'object', properties: { next: { $ref: '#/$defs/Node' } } } },
};
const OTHER_NODE: JsonSchema = { ...NODE, $defs: { Node: { type: 'string' } } };
class NodesDto {
  @McpParam({ schema: NODE }) @IsOptional() first?: object;
  @McpParam({ schema: OTHER_NODE }) @IsOptional() second?: object;
}
class CategoryDto {
  @IsString() name!: string;
  @IsOptional() @IsArray() @ValidateNested({ each: true }) @Type(() => CategoryDto) children?: CategoryDto[];
}

@Controller()
class PortableController {
  @Get() find(@Query() filter: FilterDto) {
    return filter;
  }
  @Post() create(@Body() filter: FilterDto) {
    return filter;
  }
  @Post() nodes(@Body() nodes: NodesDto) {
    return nodes;
  }
}

const globalPipes = [new ValidationPipe({ transform: true })];

describe('a name that clients refuse', () => {
  const plan = planOf(PortableController, 'find', { globalPipes });
  const names = Object.keys(plan.inputSchema.properties ?? {});

  test('is replaced by one that all take and no other argument has', () => {
    expect(names.every((name) => /^[a-zA-Z0-9_.-]{1,64}$/.test(name))).toBe(true);
    expect(new Set(names).size).toBe(4);
    expect(names.slice(0, 3)).toEqual(['filter_x_2', 'filter_x', 'top']);
  });

  test('stays what is written into the request', () => {
    expect(plan.bindings.slice(0, 3)).toEqual([
      { argument: 'filter_x_2', source: 'query', target: 'filter[x]' },
      { argument: 'filter_x', source: 'query', target: 'filter_x' },
      { argument: 'top', source: 'query', target: '$top' },
    ]);
  });

  test('is shown in the description', () => {
    expect(plan.inputSchema.properties?.filter_x_2?.description).toBe('Sent as "filter[x]"');
    expect(plan.inputSchema.properties?.top?.description).toBe('Most results (sent as "$top")');
  });

  test('is understood in an argument "body"', () => {
    const create = planOf(PortableController, 'create', { globalPipes });
    expect(create.prepare({ body: { 'filter[x]': 'a', filter_x: 'b' } })).toEqual({
      arguments: { filter_x_2: 'a', filter_x: 'b' },
    });
  });

  test('is still taken from a caller who knows it, but not twice', () => {
    expect(plan.prepare({ 'filter[x]': 'a', $top: 3 })).toEqual({ arguments: { filter_x_2: 'a', top: 3 } });
    expect(problemsOf(plan, { 'filter[x]': 'a', filter_x_2: 'b' })).toHaveLength(1);
  });
});

describe('$schema', () => {
  test('names the dialect, unless that is switched off', () => {
    expect(planOf(PortableController, 'find').inputSchema.$schema).toBe(
      'https://json-schema.org/draft/2020-12/schema',
    );
    const policy = { schema: { dialect: false } };
    expect(planOf(PortableController, 'find', {}, policy).inputSchema).not.toHaveProperty('$schema');
  });
});

describe('definitions', () => {
  test('of @McpParam({ schema }) on a property move to the root, under names of their own', () => {
    const plan = planOf(PortableController, 'nodes', { globalPipes });
    const { inputSchema } = plan;
    expect(Object.keys(inputSchema.$defs ?? {})).toEqual(['Node', 'Node_2']);
    expect(inputSchema.properties?.first?.properties?.next).toEqual({ $ref: '#/$defs/Node' });
    expect(inputSchema.properties?.second?.properties?.next).toEqual({ $ref: '#/$defs/Node_2' });
    expect(JSON.stringify(inputSchema.properties)).not.toContain('$defs"');
    expect(plan.prepare({ first: { next: { next: {} } }, second: { next: 'a' } }).problems).toBeUndefined();
    expect(plan.prepare({ first: { next: 'a' } }).problems).toHaveLength(1);
  });

  test('that are missing stop the boot', () => {
    class DanglingDto {
      @McpParam({ schema: { $ref: '#/$defs/Nowhere' } }) @IsOptional() node?: object;
    }
    expect(() => new ValidatedBody(DanglingDto)).toThrow(
      /Test\.DanglingDto: the schema of its arguments cannot be used.*Nowhere/,
    );
  });

  test('of a class that contains itself are one, which its own properties refer to', () => {
    const { inputSchema } = new ValidatedBody(CategoryDto).plan;
    expect(inputSchema.$defs).toEqual({
      CategoryDto: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          children: { anyOf: [{ type: 'array', items: { $ref: '#/$defs/CategoryDto' } }, { type: 'null' }] },
        },
        required: ['name'],
      },
    });
    expect(inputSchema.properties).toEqual(inputSchema.$defs?.CategoryDto?.properties);
  });
});
