import { beforeEach, describe, expect, it } from '@jest/globals';
import { exampleServer } from './exchange.js';

let example: ReturnType<typeof exampleServer>;
beforeEach(() => {
  example = exampleServer();
});

const encoded = (text: string) => `=?base64?${Buffer.from(text).toString('base64')}?=`;

/** Node hands header bytes over as Latin-1. */
const rawUtf8 = (text: string) => Buffer.from(text).toString('latin1');

const call = async (args: unknown, headers: Record<string, string | string[]> = {}) => {
  const { status, message } = await example.modern(
    'tools/call',
    { name: 'query', arguments: args },
    { 'mcp-name': 'query', ...headers },
  );
  return status === 200 ? 'accepted' : `${status} ${message.error?.code}`;
};

const REJECTED = '400 -32020';

describe('Mcp-Name', () => {
  const read = async (uri: unknown, name: string | string[] | undefined) => {
    const { status, message } = await example.modern('resources/read', { uri }, { 'mcp-name': name });
    return status === 200 ? 'accepted' : `${status} ${message.error?.code}`;
  };

  it.each([
    ['a plain URI', 'file:///a?b=c, d', 'file:///a?b=c, d'],
    ['an encoded one', 'file:///é', encoded('file:///é')],
    ['an encoded plain one', 'file:///a', encoded('file:///a')],
    ['encoded whitespace', ' a ', encoded(' a ')],
    ['an encoded line break', 'a\r\nb', encoded('a\r\nb')],
    ['an encoded sentinel', '=?base64?YQ==?=', encoded('=?base64?YQ==?=')],
    ['an encoded empty name', '', '=?base64??='],
    ['an empty name', '', ''],
  ])('%s is accepted', async (_, uri, header) => {
    expect(await read(uri, header)).toBe('accepted');
  });

  it.each([
    ['raw UTF-8', 'file:///é', rawUtf8('file:///é')],
    ['raw Latin-1', 'é', 'é'],
    ['a control character', 'a\u0001', 'a\u0001'],
    ['DEL', 'a\u007f', 'a\u007f'],
    ['whitespace that must be encoded', ' a', ' a'],
    ['a non-breaking space is no header whitespace', 'a', 'a\u00a0'],
    ['a sentinel that was not encoded', '=?base64?YQ==?=', '=?base64?YQ==?='],
    ['another case of the sentinel', 'a', '=?BASE64?YQ==?='],
    ['URL-safe Base64', '~~~', '=?base64?fn5-?='],
    ['whitespace in Base64', 'a', '=?base64?YQ= =?='],
    ['stray bits in Base64', 'a', '=?base64?YR==?='],
    ['bytes that are no UTF-8', '\ufffd', '=?base64?/w==?='],
    ['a lone surrogate', '\ud800', encoded('\ufffd')],
    ['the header sent twice', 'a', ['a', 'a']],
    ['a longer header', 'a', 'ab'],
    ['a header of another normal form', 'é', encoded('e\u0301')],
  ])('%s is rejected', async (_, uri, header) => {
    expect(await read(uri, header)).toBe(REJECTED);
  });

  it.each([[undefined], [null], [1], [['a']], [{}]])('params.uri %p is 400 / -32602', async (uri) => {
    expect(await read(uri, 'a')).toBe('400 -32602');
  });

  it('is ignored where it mirrors nothing', async () => {
    expect((await example.modern('tools/list', {}, { 'mcp-name': 'anything' })).status).toBe(200);
  });

  it('a very long name does not fill the error message', async () => {
    const { message } = await example.modern(
      'tools/call',
      { name: 'x'.repeat(100_000) },
      { 'mcp-name': 'y' },
    );
    expect(message.error?.message.length).toBeLessThan(300);
  });
});

describe('Mcp-Param-*', () => {
  it.each([
    ['no arguments, no headers', undefined, {}],
    ['null needs no header', { region: null }, {}],
    ['a string', { region: 'eu' }, { 'mcp-param-region': 'eu' }],
    ['an empty string', { region: '' }, { 'mcp-param-region': '' }],
    ['an encoded string', { region: 'é' }, { 'mcp-param-region': encoded('é') }],
    ['an integer', { limit: 42 }, { 'mcp-param-limit': '42' }],
    ['an integer with zeros', { limit: 42 }, { 'mcp-param-limit': '042.00' }],
    ['a negative integer', { limit: -7 }, { 'mcp-param-limit': '-7' }],
    ['zero', { limit: 0 }, { 'mcp-param-limit': '-0' }],
    ['an encoded integer', { limit: 42 }, { 'mcp-param-limit': encoded('42') }],
    ['the largest integer', { limit: 2 ** 53 - 1 }, { 'mcp-param-limit': '9007199254740991' }],
    ['a number that the tool will refuse as an integer', { limit: 1.5 }, { 'mcp-param-limit': '1.5' }],
    ['a numeric string as it is', { limit: '042' }, { 'mcp-param-limit': '042' }],
    ['a nested boolean', { options: { dryRun: false } }, { 'mcp-param-dry-run': 'false' }],
    ['a header that no tool declares', {}, { 'mcp-param-unknown': '\u00ff' }],
  ])('%s is accepted', async (_, args, headers) => {
    expect(await call(args, headers as Record<string, string>)).toBe('accepted');
  });

  it.each([
    ['a missing header', { region: 'eu' }, {}],
    ['a missing header for an empty string', { region: '' }, {}],
    ['a missing header for false', { options: { dryRun: false } }, {}],
    ['a header without an argument', {}, { 'mcp-param-region': 'eu' }],
    ['an empty header without an argument', {}, { 'mcp-param-region': '' }],
    ['a header for null', { region: null }, { 'mcp-param-region': 'null' }],
    ['a header without arguments', undefined, { 'mcp-param-region': 'eu' }],
    ['arguments that are no object', 'region', { 'mcp-param-region': 'eu' }],
    ['another value', { region: 'eu' }, { 'mcp-param-region': 'us' }],
    ['another case', { region: 'eu' }, { 'mcp-param-region': 'EU' }],
    ['raw UTF-8', { region: 'é' }, { 'mcp-param-region': rawUtf8('é') }],
    ['the header sent twice', { region: 'eu' }, { 'mcp-param-region': ['eu', 'us'] }],
    ['another integer', { limit: 42 }, { 'mcp-param-limit': '43' }],
    ['nothing for zero', { limit: 0 }, { 'mcp-param-limit': '' }],
    ['hexadecimal', { limit: 16 }, { 'mcp-param-limit': '0x10' }],
    ['an exponent', { limit: 10 }, { 'mcp-param-limit': '1e1' }],
    ['a plus sign', { limit: 1 }, { 'mcp-param-limit': '+1' }],
    ['a bare point', { limit: 1 }, { 'mcp-param-limit': '1.' }],
    ['a point only', { limit: 0 }, { 'mcp-param-limit': '.' }],
    ['a minus only', { limit: 0 }, { 'mcp-param-limit': '-' }],
    ['two points', { limit: 1 }, { 'mcp-param-limit': '1.0.0' }],
    ['digits lost in rounding', { limit: 42 }, { 'mcp-param-limit': '42.00000000000000000001' }],
    ['an unsafe integer', { limit: 2 ** 53 }, { 'mcp-param-limit': '9007199254740993' }],
    ['Infinity', { limit: 1 }, { 'mcp-param-limit': 'Infinity' }],
    ['a boolean in another case', { options: { dryRun: true } }, { 'mcp-param-dry-run': 'True' }],
    ['a boolean as a number', { options: { dryRun: true } }, { 'mcp-param-dry-run': '1' }],
    ['an object where a string belongs', { region: {} }, { 'mcp-param-region': '[object Object]' }],
    ['an array where a string belongs', { region: ['eu'] }, { 'mcp-param-region': 'eu' }],
    ['a path through an array', { options: [true] }, { 'mcp-param-dry-run': 'true' }],
  ])('%s is rejected', async (_, args, headers) => {
    expect(await call(args, headers as Record<string, string>)).toBe(REJECTED);
    expect(example.seen).toHaveLength(0);
  });

  it('a value hidden in __proto__ is no argument', async () => {
    const args: unknown = JSON.parse('{"__proto__":{"region":"eu"}}');
    expect(await call(args)).toBe('accepted');
    expect(await call(args, { 'mcp-param-region': 'eu' })).toBe(REJECTED);
  });

  it('an inherited value is no argument', async () => {
    const odd = async (headers: Record<string, string>) =>
      (await example.modern('tools/call', { name: 'odd', arguments: {} }, { 'mcp-name': 'odd', ...headers }))
        .status;
    expect(await odd({})).toBe(200);
    expect(await odd({ 'mcp-param-odd': 'Object' })).toBe(400);
  });

  it('the error names the header, the argument and what to do', async () => {
    const { message } = await example.modern(
      'tools/call',
      { name: 'query', arguments: { options: { dryRun: true } } },
      { 'mcp-name': 'query' },
    );
    expect(message.error?.message).toBe(
      'Header mismatch: Mcp-Param-Dry-Run is missing. The tool mirrors params.arguments.options.dryRun in it (x-mcp-header in its inputSchema)',
    );
  });

  it('legacy calls are not asked for them', async () => {
    const { status } = await example.legacy('tools/call', { name: 'query', arguments: { region: 'eu' } });
    expect(status).toBe(200);
  });
});
