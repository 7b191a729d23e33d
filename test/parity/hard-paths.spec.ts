import { Controller, Get, Param, ParseIntPipe, VersioningType } from '@nestjs/common';
import { McpTool } from 'nestjs-mcp';
import { HARD_VALUES, LINE_BREAK, LONE_SURROGATE } from './hard-values.js';
import { describeParity } from './parity-table.js';
import type { ParityRow } from './parity-table.js';

@Controller('hard')
@McpTool()
class HardController {
  @Get('plain/:value')
  plain(@Param('value') value: string) {
    return { value };
  }

  @Get('inside/:value/end')
  inside(@Param('value') value: string) {
    return { value };
  }

  @Get('number/:value')
  number(@Param('value', ParseIntPipe) value: number) {
    return { value };
  }

  @Get('pair/:first-:second')
  pair(@Param('first') first: string, @Param('second') second: string) {
    return { first, second };
  }

  @Get('dotted/:first.:second')
  dotted(@Param('first') first: string, @Param('second') second: string) {
    return { first, second };
  }

  @Get('three/:first-:second.:third/:last')
  three(@Param() values: Record<string, string>) {
    return { ...values };
  }

  @Get('suffix/:value.json')
  suffix(@Param('value') value: string) {
    return { value };
  }

  @Get('numbers/:first-:second')
  numbers(@Param('first', ParseIntPipe) first: number, @Param('second', ParseIntPipe) second: number) {
    return { first, second };
  }
}

/** A URL can carry whole characters only. */
const encode = (text: string) => encodeURIComponent(text.toWellFormed());

interface Place {
  readonly name: string;
  readonly tool: string;
  readonly args: (value: string) => Record<string, unknown>;
  readonly path: (encoded: string) => string;
}

const PLACES: readonly Place[] = [
  {
    name: 'a segment',
    tool: 'hard_plain',
    args: (value) => ({ value }),
    path: (encoded) => `/hard/plain/${encoded}`,
  },
  {
    name: 'a segment in the middle',
    tool: 'hard_inside',
    args: (value) => ({ value }),
    path: (encoded) => `/hard/inside/${encoded}/end`,
  },
  {
    name: 'a segment with a suffix',
    tool: 'hard_suffix',
    args: (value) => ({ value }),
    path: (encoded) => `/hard/suffix/${encoded}.json`,
  },
  {
    name: 'the first half of a segment',
    tool: 'hard_pair',
    args: (first) => ({ first, second: 'z' }),
    path: (encoded) => `/hard/pair/${encoded}-z`,
  },
  {
    name: 'the second half of a segment',
    tool: 'hard_pair',
    args: (second) => ({ first: 'z', second }),
    path: (encoded) => `/hard/pair/z-${encoded}`,
  },
  {
    name: 'both halves of a segment',
    tool: 'hard_dotted',
    args: (value) => ({ first: value, second: value }),
    path: (encoded) => `/hard/dotted/${encoded}.${encoded}`,
  },
  {
    name: 'every part of a path',
    tool: 'hard_three',
    args: (value) => ({ first: value, second: value, third: value, last: value }),
    path: (encoded) => `/hard/three/${encoded}-${encoded}.${encoded}/${encoded}`,
  },
];

const row = ({ name, tool, args, path }: Place, title: string, value: string): ParityRow => ({
  title: `${title}, in ${name}`,
  tool,
  args: args(value),
  http: `GET ${path(encode(value))}`,
  status: 200,
});

/** What the routers find no value for: they do not look for another place to divide a segment at. */
const UNDIVIDED: Readonly<Record<string, readonly string[]>> = {
  'the second half of a segment': ['several hyphens'],
  'every part of a path': ['several hyphens'],
};
const UNDIVIDED_ON_FASTIFY: Readonly<Record<string, readonly string[]>> = {
  'every part of a path': ['one dot', 'two dots'],
};

function statusOf({ name }: Place, title: string): ParityRow['status'] {
  if (UNDIVIDED[name]?.includes(title)) {
    return 404;
  }
  return UNDIVIDED_ON_FASTIFY[name]?.includes(title) ? { fastify: 404, express: 200 } : 200;
}

const isWhole = ({ name }: Place) => /^a segment( in the middle)?$/.test(name);

describeParity(
  'hard values',
  { controllers: [HardController] },
  PLACES.flatMap((place) => [
    ...HARD_VALUES.map(([title, value]) => ({ ...row(place, title, value), status: statusOf(place, title) })),
    // Fastify's expressions for parts of a segment do not take line breaks.
    {
      ...row(place, 'a line break and a header', LINE_BREAK),
      status: { fastify: isWhole(place) ? 200 : 404, express: 200 },
    },
    row(place, 'half a character', LONE_SURROGATE),
  ]),
);

describeParity(
  'hard values for ParseIntPipe',
  { controllers: [HardController] },
  [
    ...HARD_VALUES,
    ...['0x10', '1e3', ' 7', '7 ', '7\n', '+7', '7.0', '\u0667', '--7', 'NaN', '7,0'].map(
      (value) => [JSON.stringify(value), value] as const,
    ),
  ].map(([title, value]): ParityRow => ({
    title,
    tool: 'hard_number',
    args: { value },
    http: `GET /hard/number/${encode(value)}`,
    status: 400,
    answeredBy: ['arguments', 'route'],
  })),
);

describeParity('a segment that can be divided in several ways', { controllers: [HardController] }, [
  {
    title: 'is divided at the last hyphen, whatever made it',
    tool: 'hard_pair',
    args: { first: 'a', second: 'b-c' },
    http: 'GET /hard/pair/a-b-c',
    status: 200,
    body: { first: 'a-b', second: 'c' },
  },
]);

describeParity('whole numbers', { controllers: [HardController] }, [
  ...[7, -7, 0, 900719925474099].map((value): ParityRow => ({
    title: `${value} in a segment`,
    tool: 'hard_number',
    args: { value },
    http: `GET /hard/number/${value}`,
    status: 200,
    body: { value },
  })),
  {
    title: 'a hyphen between two is no sign',
    tool: 'hard_numbers',
    args: { first: 1, second: 2 },
    http: 'GET /hard/numbers/1-2',
    status: 200,
    body: { first: 1, second: 2 },
  },
  {
    title: 'a sign after a hyphen is read as over HTTP',
    tool: 'hard_numbers',
    args: { first: 1, second: -2 },
    http: 'GET /hard/numbers/1--2',
    status: 400,
  },
]);

const empty = (
  title: string,
  tool: string,
  args: Record<string, unknown>,
  path: string,
  status: ParityRow['status'],
) => ({
  title,
  tool,
  args,
  http: `GET ${path}`,
  status,
  answeredBy: ['arguments', 'route'] as const,
});

describeParity('empty values', { controllers: [HardController] }, [
  empty('a segment', 'hard_plain', { value: '' }, '/hard/plain/', 404),
  empty('a segment in the middle', 'hard_inside', { value: '' }, '/hard/inside//end', 404),
  empty('a segment with a suffix', 'hard_suffix', { value: '' }, '/hard/suffix/.json', 404),
  empty('the first half', 'hard_pair', { first: '', second: 'z' }, '/hard/pair/-z', 404),
  empty('the second half', 'hard_pair', { first: 'z', second: '' }, '/hard/pair/z-', 404),
]);

const long = (length: number, status: ParityRow['status']): ParityRow => ({
  title: `${length} characters`,
  tool: 'hard_plain',
  args: { value: 'x'.repeat(length) },
  http: `GET /hard/plain/${'x'.repeat(length)}`,
  status,
});

describeParity('long values', { controllers: [HardController] }, [
  long(100, 200),
  long(101, { fastify: 414, express: 200 }),
  long(10_000, { fastify: 414, express: 200 }),
  {
    title: '101 characters, in half a segment',
    tool: 'hard_pair',
    args: { first: 'x'.repeat(101), second: 'z' },
    http: `GET /hard/pair/${'x'.repeat(101)}-z`,
    status: { fastify: 414, express: 200 },
  },
  {
    title: '60 and 60 characters, in one segment',
    tool: 'hard_pair',
    args: { first: 'x'.repeat(60), second: 'y'.repeat(60) },
    http: `GET /hard/pair/${'x'.repeat(60)}-${'y'.repeat(60)}`,
    status: 200,
  },
]);

describeParity(
  'hard values under a global prefix and a version',
  {
    controllers: [HardController],
    configure: (app) => {
      app.setGlobalPrefix('api/:tenant');
      app.enableVersioning({ type: VersioningType.URI, defaultVersion: '1' });
    },
  },
  HARD_VALUES.flatMap(([title, value]): ParityRow[] => [
    {
      title,
      tool: 'hard_plain',
      args: { tenant: value, value },
      http: `GET /api/${encode(value)}/v1/hard/plain/${encode(value)}`,
      status: 200,
      body: { value },
    },
    {
      title: `${title}, in half a segment`,
      tool: 'hard_pair',
      args: { tenant: value, first: 'z', second: value },
      http: `GET /api/${encode(value)}/v1/hard/pair/z-${encode(value)}`,
      status: title === 'several hyphens' ? 404 : 200,
    },
  ]),
);
