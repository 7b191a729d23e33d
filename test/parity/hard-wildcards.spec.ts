import { Controller, Get, Param } from '@nestjs/common';
import { McpTool } from 'nestjs-mcp';
import { HARD_VALUES, LINE_BREAK, LONE_SURROGATE } from './hard-values.js';
import { describeParity } from './parity-table.js';
import type { ParityRow, Platform } from './parity-table.js';

@Controller('syntax')
@McpTool()
class FastifySyntaxController {
  @Get('rest/*')
  rest(@Param('*') rest: string) {
    return { rest };
  }

  @Get('page/:n?')
  page(@Param('n') n?: string) {
    return { n: n ?? null };
  }

  @Get('coded/:n(^\\d+$)-:name')
  coded(@Param('n') n: string, @Param('name') name: string) {
    return { n, name };
  }
}

@Controller('syntax')
@McpTool()
class ExpressSyntaxController {
  @Get('rest/*rest')
  rest(@Param('rest') rest: string[]) {
    return { rest };
  }

  @Get('middle/*rest/end')
  middle(@Param('rest') rest: string[]) {
    return { rest };
  }

  @Get('page{/:n}')
  page(@Param('n') n?: string) {
    return { n: n ?? null };
  }
}

/** Slashes stay as they are: a wildcard takes them. */
const encode = (text: string) => text.toWellFormed().split('/').map(encodeURIComponent).join('/');

const VALUES = [
  ...HARD_VALUES,
  ['a line break and a header', LINE_BREAK] as const,
  ['half a character', LONE_SURROGATE] as const,
];

function rows(on: Platform, wildcard: string): ParityRow[] {
  return VALUES.flatMap(([title, value]) => [
    {
      title: `${title}, for a wildcard`,
      on,
      tool: `${on}_syntax_rest`,
      args: { [wildcard]: value },
      http: `GET /syntax/rest/${encode(value)}`,
      status: 200,
    },
    {
      title: `${title}, for an optional parameter`,
      on,
      tool: `${on}_syntax_page`,
      args: { n: value },
      http: `GET /syntax/page/${encodeURIComponent(value.toWellFormed())}`,
      status: 200,
    },
  ]);
}

describeParity('hard values in the syntax of Fastify', { controllers: [FastifySyntaxController] }, [
  ...rows('fastify', '*'),
  ...['a', '-a', 'a-b', '2-3', '..'].map((name): ParityRow => ({
    title: `${name} beside a parameter with an expression`,
    on: 'fastify',
    tool: 'fastify_syntax_coded',
    args: { n: '1', name },
    http: `GET /syntax/coded/1-${name}`,
    status: 200,
  })),
  {
    title: 'an empty wildcard',
    on: 'fastify',
    tool: 'fastify_syntax_rest',
    args: { '*': '' },
    http: 'GET /syntax/rest/',
    status: 200,
    answeredBy: ['arguments', 'route'],
  },
]);

describeParity('hard values in the syntax of Express', { controllers: [ExpressSyntaxController] }, [
  ...rows('express', 'rest'),
  ...VALUES.map(([title, value]): ParityRow => ({
    title: `${title}, for a wildcard in the middle`,
    on: 'express',
    tool: 'express_syntax_middle',
    args: { rest: value },
    http: `GET /syntax/middle/${encode(value)}/end`,
    status: 200,
  })),
  {
    title: 'an empty wildcard',
    on: 'express',
    tool: 'express_syntax_rest',
    args: { rest: '' },
    http: 'GET /syntax/rest/',
    status: 404,
    answeredBy: ['arguments', 'route'],
  },
]);
