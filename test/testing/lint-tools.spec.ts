import { afterEach, describe, expect, it } from '@jest/globals';
import { Body, Controller, Delete, Get, Module, Post, Query } from '@nestjs/common';
import type { INestApplication, ModuleMetadata, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Type as TypeOf } from 'class-transformer';
import { IsEnum, IsString, ValidateNested } from 'class-validator';
import { McpAnnotations, McpModule, McpParam, McpTool } from '../../lib/index.js';
import type { JsonSchema, McpRootOptions, McpToolOptions } from '../../lib/index.js';
import { LINT_RULES, lintServer } from '../../lib/lint/index.js';
import { lintTools } from '../../lib/testing/index.js';
import type { LintFinding } from '../../lib/testing/index.js';
import { recorder } from '../output/output-app.js';

const running: INestApplication[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((app) => app.close()));
});

/** Initialized, and not listening: nothing is asked over HTTP. */
async function initialize(metadata: ModuleMetadata, mcp?: McpRootOptions, lines: string[] = []) {
  @Module({ ...metadata, imports: [McpModule.forRoot(mcp)] })
  class AppModule {}
  const app = await NestFactory.create(AppModule, new FastifyAdapter(), {
    logger: recorder(lines),
    abortOnError: false,
  });
  running.push(app);
  await app.init();
  return app;
}

function toolWith(options: McpToolOptions, path = 'x'): Type {
  @Controller(path)
  class ToolController {
    @Get()
    @McpAnnotations({ openWorldHint: false })
    @McpTool({ name: 'tool', ...options })
    run() {}
  }
  return ToolController;
}

async function lint(options: McpToolOptions, mcp?: McpRootOptions): Promise<LintFinding[]> {
  return lintTools(await initialize({ controllers: [toolWith(options)] }, mcp));
}

function argument(schema: JsonSchema): McpToolOptions {
  return { inputSchema: { type: 'object', properties: { argument: schema } } };
}

function nested(levels: number): JsonSchema {
  return levels === 0
    ? { type: 'string' }
    : { type: 'object', properties: { inner: nested(levels - 1) }, additionalProperties: false };
}

function many(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `p${index}`);
}

const CASES: [rule: string, options: McpToolOptions, clients: string[], path: string][] = [
  [
    'root-union',
    { inputSchema: { type: 'object', anyOf: [{ required: ['a'] }, { required: ['b'] }] } },
    ['Claude', 'ChatGPT/OpenAI'],
    'inputSchema.anyOf',
  ],
  [
    'schema-reference',
    {
      inputSchema: {
        type: 'object',
        properties: { a: { $ref: '#/$defs/A' } },
        $defs: { A: { type: 'string' } },
      },
    },
    ['Claude', 'VS Code/Copilot', 'Gemini', 'n8n'],
    'inputSchema.properties.a',
  ],
  [
    'schema-reference',
    {
      outputSchema: {
        type: 'object',
        properties: { a: { $ref: '#/$defs/A' } },
        $defs: { A: { type: 'string' } },
      },
    },
    ['Claude', 'VS Code/Copilot', 'Gemini', 'n8n'],
    'outputSchema.properties.a',
  ],
  [
    'array-without-items',
    argument({ anyOf: [{ type: 'array' }, { type: 'null' }] }),
    ['VS Code/Copilot', 'ChatGPT/OpenAI', 'Gemini', 'n8n'],
    'inputSchema.properties.argument.anyOf[0]',
  ],
  ['type-array', argument({ type: ['string', 'null'] }), ['Gemini'], 'inputSchema.properties.argument'],
  ['enum-not-of-strings', argument({ enum: [0, 1] }), ['Gemini'], 'inputSchema.properties.argument'],
  ['const-keyword', argument({ const: 'a' }), ['Gemini'], 'inputSchema.properties.argument'],
  [
    'nested-composition',
    argument({ oneOf: [{ type: 'string' }, { type: 'integer' }] }),
    ['ChatGPT/OpenAI'],
    'inputSchema.properties.argument',
  ],
  [
    'conditional-schema',
    argument({ if: { type: 'string' }, then: { minLength: 1 } }),
    ['Gemini'],
    'inputSchema.properties.argument',
  ],
  [
    'unsafe-pattern',
    argument({ type: 'string', pattern: '^(?!x)' }),
    ['ChatGPT/OpenAI', 'VS Code/Copilot'],
    'inputSchema.properties.argument',
  ],
  [
    'unsafe-pattern',
    argument({ type: 'string', pattern: '^\\p{L}+$' }),
    ['ChatGPT/OpenAI', 'VS Code/Copilot'],
    'inputSchema.properties.argument',
  ],
  [
    'property-name',
    { inputSchema: { type: 'object', properties: { 'filter[x]': { type: 'string' } } } },
    ['Claude', 'VS Code/Copilot'],
    'inputSchema.properties.filter[x]',
  ],
  ['tool-name-length', { name: 'x'.repeat(65) }, ['Claude', 'ChatGPT/OpenAI', 'VS Code/Copilot'], 'name'],
  ['tool-name-with-server', { name: 'x'.repeat(52) }, ['Cursor'], 'name'],
  ['tool-name-dot', { name: 'shop.items' }, ['VS Code/Copilot', 'ChatGPT/OpenAI'], 'name'],
  ['tool-name-start', { name: '2fa' }, ['Gemini'], 'name'],
  ['missing-description', { description: ' ' }, ['Claude', 'ChatGPT/OpenAI'], 'description'],
  ['nesting-depth', argument(nested(11)), ['ChatGPT/OpenAI'], 'inputSchema'],
  [
    'property-count',
    {
      inputSchema: {
        type: 'object',
        properties: Object.fromEntries(many(5001).map((name) => [name, { type: 'string' }])),
      },
    },
    ['ChatGPT/OpenAI'],
    'inputSchema',
  ],
  ['enum-count', argument({ type: 'string', enum: many(1001) }), ['ChatGPT/OpenAI'], 'inputSchema'],
];

describe('lintTools()', () => {
  it.each(CASES)('%s of %j breaks %j at %s', async (rule, options, clients, path) => {
    const findings = (await lint(options)).filter((finding) => finding.rule === rule);
    expect(findings.map(({ client }) => client)).toEqual(clients);
    for (const finding of findings) {
      expect(finding).toMatchObject({ tool: options.name ?? 'tool', path });
      expect(finding.message).toContain(`: ${finding.client} `);
      expect(finding.source).toMatch(/^([\w.-]+\/[\w.-]+#\d+|https:\/\/\S+)$/);
    }
  });

  it('says where hints are missing, without which a tool counts as destructive', async () => {
    const findings = await lint({ annotations: {} }, { inferHttpMethodAnnotations: false });
    expect(findings).toEqual([
      expect.objectContaining({ rule: 'missing-hints', client: 'ChatGPT/OpenAI', path: 'annotations' }),
      expect.objectContaining({ rule: 'missing-hints', client: 'Claude' }),
    ]);
    expect(findings[0]!.message).toContain('readOnlyHint and destructiveHint');
  });

  it('says which hint the directory of ChatGPT wants beside those of the HTTP method', async () => {
    @Controller('x')
    class PlainController {
      @Get()
      @McpTool('tool')
      run() {}
    }
    expect(lintTools(await initialize({ controllers: [PlainController] }))).toEqual([
      expect.objectContaining({ rule: 'missing-open-world-hint', client: 'ChatGPT/OpenAI' }),
    ]);
  });

  it('finds nothing in ordinary routes', async () => {
    class LineDto {
      @IsString()
      item!: string;
    }
    class OrderDto {
      @IsString({ each: true })
      tags!: string[];

      @ValidateNested()
      @TypeOf(() => LineDto)
      line!: LineDto;
    }
    @Controller('orders')
    @McpTool()
    @McpAnnotations({ openWorldHint: false })
    class OrdersController {
      @Get()
      list(@Query('page') page?: number) {
        return page;
      }

      @Post()
      create(@Body() order: OrderDto) {
        return order;
      }

      @Delete()
      clear() {}
    }
    expect(lintTools(await initialize({ controllers: [OrdersController] }))).toEqual([]);
  });

  it('counts the tools, as Cursor and others do', async () => {
    const controllers = many(129).map((name) => toolWith({ name }, name));
    const findings = lintTools(await initialize({ controllers }, { lint: 'off' }));
    expect(findings.map(({ tool, client, rule }) => [tool, client, rule])).toEqual([
      ['*', 'Cursor', 'tool-count-cursor'],
      ['*', 'VS Code/Copilot', 'tool-count'],
      ['*', 'ChatGPT/OpenAI', 'tool-count'],
    ]);
  });

  it('knows of schemas that this package never lists, too', () => {
    const tool = {
      name: 'a',
      description: 'A',
      annotations: {},
      inputSchema: {},
      outputSchema: { type: 'array' },
    };
    const rules = lintServer({ name: 's', tools: [tool] }).map(({ rule, client }) => `${rule}: ${client}`);
    expect(rules).toEqual(
      expect.arrayContaining([
        'root-not-object: Claude',
        'root-not-object: ChatGPT/OpenAI',
        'output-not-object: Claude',
        'output-not-object: Cursor',
      ]),
    );
  });

  it('has a source for every effect of every rule', () => {
    for (const { rule, effects } of LINT_RULES) {
      expect(effects.length).toBeGreaterThan(0);
      for (const { source } of effects) {
        expect(`${rule} ${source}`).toMatch(/ ([\w.-]+\/[\w.-]+#\d+|https:\/\/\S+)$/);
      }
    }
  });

  it('says what to do when the application is not initialized', async () => {
    @Module({ imports: [McpModule.forRoot()] })
    class AppModule {}
    const app = await NestFactory.create(AppModule, new FastifyAdapter(), { logger: false });
    running.push(app);
    expect(() => lintTools(app)).toThrow('call "await app.init()" before');
  });
});

describe('the boot', () => {
  enum Level {
    Low,
    High,
  }

  @Controller('levels')
  @McpTool()
  class LevelsController {
    @Get()
    find(
      @Query('a') @McpParam({ schema: { type: 'integer', enum: [0, 1] } }) a: Level,
      @Query('b') @McpParam({ schema: { type: 'integer', enum: [0, 1] } }) b: Level,
    ) {
      return [a, b];
    }
  }

  class LevelDto {
    @IsEnum(Level)
    level!: Level;
  }

  it('warns in one line for a tool and a rule', async () => {
    const lines: string[] = [];
    await initialize({ controllers: [LevelsController] }, undefined, lines);
    expect(lines).toEqual([
      'The tool "levels_find" may not work everywhere: "enum" has values that are no strings at ' +
        'inputSchema.properties.a and 1 more [enum-not-of-strings]. Affected: Gemini (google-gemini/gemini-cli#4415).',
    ]);
  });

  it('warns of DTOs as of schemas that were written by hand', async () => {
    @Controller('dto')
    class DtoController {
      @Post()
      @McpTool()
      set(@Body() level: LevelDto) {
        return level;
      }
    }
    const lines: string[] = [];
    await initialize({ controllers: [DtoController] }, undefined, lines);
    expect(lines).toEqual([expect.stringContaining('inputSchema.properties.level [enum-not-of-strings]')]);
  });

  it("says nothing with lint: 'off'", async () => {
    const lines: string[] = [];
    await initialize({ controllers: [LevelsController] }, { lint: 'off' }, lines);
    expect(lines).toEqual([]);
  });
});
