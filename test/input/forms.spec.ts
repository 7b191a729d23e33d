import { describe, expect, it } from '@jest/globals';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsEnum,
  IsIn,
  IsInt,
  IsNumber,
  IsObject,
  IsOptional,
  IsString,
  Length,
  Matches,
  Max,
  Min,
} from 'class-validator';
import { McpInput, McpInputRequired, McpParam } from 'nestjs-mcp';
import type { McpFormSource } from 'nestjs-mcp';
import { z } from 'zod';
import { MessageValidator } from '../support/wire/index.js';

enum Size {
  Small = 'S',
  Large = 'L',
}

enum Level {
  Low,
  High,
}

class Order {
  @IsString()
  @Length(2, 20)
  @McpParam({ description: 'As it is on the card' })
  drink!: string;

  @IsEnum(Size)
  size!: Size;

  @IsInt()
  @Min(1)
  @Max(5)
  shots = 1;

  @IsNumber()
  tip!: number;

  @IsBoolean()
  toGo!: boolean;

  @IsOptional()
  @IsArray()
  @ArrayMaxSize(2)
  @IsIn(['milk', 'sugar'], { each: true })
  extras?: string[];

  @IsOptional()
  @Matches(/^[A-Z]+$/)
  code?: string;
}

class WithObject {
  @IsObject()
  address!: object;
}

class WithNumbers {
  @IsEnum(Level)
  level!: Level;
}

class WithList {
  @IsString({ each: true })
  @IsArray()
  tags!: string[];
}

class Undecorated {
  name!: string;
}

function requested(source: McpFormSource) {
  const { params } = McpInput.form('?', source);
  const request = { resultType: 'input_required', inputRequests: { a: McpInput.form('?', source) } };
  const problems = MessageValidator.of('2026-07-28').problems(
    { jsonrpc: '2.0', id: 1, result: request },
    'tools/call',
  );
  expect(problems).toEqual([]);
  return params.requestedSchema;
}

describe('McpInput.form()', () => {
  it('takes the fields of a DTO class', () => {
    expect(requested(Order)).toEqual({
      type: 'object',
      properties: {
        drink: { type: 'string', minLength: 2, maxLength: 20, description: 'As it is on the card' },
        size: { type: 'string', enum: ['S', 'L'] },
        shots: { type: 'integer', minimum: 1, maximum: 5, default: 1 },
        tip: { type: 'number' },
        toGo: { type: 'boolean' },
        extras: { type: 'array', items: { type: 'string', enum: ['milk', 'sugar'] }, maxItems: 2 },
        code: { type: 'string' },
      },
      required: ['drink', 'size', 'tip', 'toGo'],
    });
  });

  it('takes the fields of a zod schema', () => {
    const schema = z.object({ email: z.email(), age: z.number().int().min(18).optional() });
    expect(requested(schema)).toMatchObject({
      properties: { email: { type: 'string', format: 'email' }, age: { type: 'integer', minimum: 18 } },
      required: ['email'],
    });
  });

  it.each([
    ['untitled, single', { type: 'string', enum: ['a', 'b'], default: 'a' }],
    ['titled, single', { type: 'string', oneOf: [{ const: 'a', title: 'A' }] }],
    ['legacy', { type: 'string', enum: ['a'], enumNames: ['A'] }],
    [
      'untitled, several',
      { type: 'array', items: { type: 'string', enum: ['a'] }, minItems: 1, default: ['a'] },
    ],
    ['titled, several', { type: 'array', items: { anyOf: [{ const: 'a', title: 'A' }] } }],
    ['text', { type: 'string', title: 'T', format: 'date', default: '2024-05-06' }],
    ['number', { type: 'number', minimum: 0.5, default: 95.5 }],
    ['boolean', { type: 'boolean', default: true }],
  ])('keeps every form of field that there is: %s', (_, field) => {
    expect(requested({ type: 'object', properties: { field } })).toEqual({
      type: 'object',
      properties: { field },
    });
  });

  it('leaves out what clients do not know', () => {
    const schema = {
      type: 'object' as const,
      properties: {
        a: { type: 'string', pattern: '^x', format: 'uuid', examples: ['x'] },
        b: { anyOf: [{ type: 'integer' }, { type: 'null' }], description: 'B' },
      },
    };
    expect(requested(schema).properties).toEqual({
      a: { type: 'string' },
      b: { type: 'integer', description: 'B' },
    });
  });

  it('needs no fields: then the user accepts or declines', () => {
    expect(McpInput.form('Go on?').params).toEqual({
      message: 'Go on?',
      requestedSchema: { type: 'object', properties: {} },
    });
  });

  it.each<[string, McpFormSource, string]>([
    ['an object', WithObject, '"address"'],
    ['a choice of numbers', WithNumbers, '"level"'],
    ['a list of anything', WithList, '"tags"'],
    ['a nested schema', { type: 'object', properties: { a: { type: 'object' } } }, '"a"'],
    ['no rules at all', Undecorated, 'decorated properties'],
  ])('names what no form can have: %s', (_, source, named) => {
    expect(() => McpInput.form('?', source)).toThrow(TypeError);
    expect(() => McpInput.form('?', source)).toThrow(named);
  });
});

it('McpInput.url() takes an absolute URL', () => {
  expect(McpInput.url('Pay', new URL('https://example.com/pay')).params.url).toBe('https://example.com/pay');
  expect(() => McpInput.url('Pay', '/pay')).toThrow('Invalid URL');
});

describe('McpInputRequired', () => {
  it('asks or remembers something', () => {
    expect(() => new McpInputRequired({})).toThrow('inputRequests, requestState, or both');
    expect(() => new McpInputRequired({ inputRequests: {} })).toThrow(TypeError);
    expect(new McpInputRequired({ requestState: null }).inputRequests).toEqual({});
  });

  it('asks what there is to ask', () => {
    const wrong = { name: { method: 'ping' } } as never;
    expect(() => new McpInputRequired({ inputRequests: wrong })).toThrow('inputRequests["name"]');
  });
});
