import { Controller, Get, Param, ParseIntPipe, VersioningType } from '@nestjs/common';
import { McpTool } from 'nestjs-mcp';
import { describeParity } from './parity-table.js';

/** Values that mean something in a URL, a path of files, a header or JavaScript. */
export const VALUES: readonly (readonly [title: string, value: string])[] = [
  ['a slash', 'a/b'],
  ['slashes around', '/a/'],
  ['two slashes', '//'],
  ['one dot', '.'],
  ['two dots', '..'],
  ['dots that climb', '../../etc/passwd'],
  ['dots and backslashes', '..\\..\\windows'],
  ['an encoded slash', 'a%2Fb'],
  ['the same in small letters', 'a%2fb'],
  ['encoded dots', '%2e%2e%2f'],
  ['an encoded zero', '%00'],
  ['a zero', 'a\0b'],
  ['a percent sign', '%'],
  ['a percent sign and half a number', '100%2'],
  ['bytes that are no UTF-8', '%ff'],
  ['a question mark', 'a?b=c'],
  ['a hash', 'a#b'],
  ['a semicolon', 'a;b=c'],
  ['a backslash', 'a\\b'],
  ['a space', ' a b '],
  ['a plus', 'a+b'],
  ['a line break and a header', 'a\r\nx-injected: 1'],
  ['composed unicode', 'caf\u00e9'],
  ['decomposed unicode', 'cafe\u0301'],
  ['a symbol of two units', '\u{1F600}'],
  ['a mark that turns text around', 'a\u202eb'],
  ['a colon', 'a:b'],
  ['a hyphen', 'a-b'],
  ['a name of a prototype property', '__proto__'],
  ['another one', 'constructor'],
];

@Controller('hard')
@McpTool()
class HardController {
  @Get('plain/:value')
  plain(@Param('value') value: string) {
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

  @Get('between/:value/end')
  between(@Param('value') value: string) {
    return { value };
  }
}

const encode = encodeURIComponent;
describeParity('plain', { controllers: [HardController] }, VALUES.flatMap(([title, value]) => [
  { title: `plain ${title}`, tool: 'hard_plain', args: { value }, http: `GET /hard/plain/${encode(value)}`, status: 200, body: { value } },
  { title: `between ${title}`, tool: 'hard_between', args: { value }, http: `GET /hard/between/${encode(value)}/end`, status: 200, body: { value } },
  { title: `number ${title}`, tool: 'hard_number', args: { value }, http: `GET /hard/number/${encode(value)}`, status: 400, answeredBy: ['arguments', 'route'] as const },
  { title: `pair first ${title}`, tool: 'hard_pair', args: { first: value, second: 'z' }, http: `GET /hard/pair/${encode(value)}-z`, status: 200 },
  { title: `pair second ${title}`, tool: 'hard_pair', args: { first: 'z', second: value }, http: `GET /hard/pair/z-${encode(value)}`, status: 200 },
  { title: `dotted first ${title}`, tool: 'hard_dotted', args: { first: value, second: 'z' }, http: `GET /hard/dotted/${encode(value)}.z`, status: 200 },
  { title: `dotted second ${title}`, tool: 'hard_dotted', args: { first: 'z', second: value }, http: `GET /hard/dotted/z.${encode(value)}`, status: 200 },
]));
