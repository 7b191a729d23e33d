import { Logger } from '@nestjs/common';
import { jest } from '@jest/globals';
import { renderToolResult, serializeToolResult, toToolResult } from '../../lib/results/index.js';
import { call, captured, optionsFor, textOf, VERSIONS } from './render.js';

describe('What a model reads for a JSON answer', () => {
  it.each(VERSIONS)('is one text block with the JSON of the body (%s)', async (version) => {
    const { resultType, ...result } = await call(captured({ id: 1, name: 'Lamp' }), { version });
    expect(result).toEqual({ content: [{ type: 'text', text: '{"id":1,"name":"Lamp"}' }] });
    expect(resultType).toBe(version === '2026-07-28' ? 'complete' : undefined);
  });

  it('is made without waiting', () => {
    expect(typeof renderToolResult(captured({ id: 1 }), optionsFor())).toBe('string');
  });

  it.each<[string, unknown, string]>([
    ['an array', [1, 2], '[1,2]'],
    ['a string, without quotes', 'hello "you"\n', 'hello "you"\n'],
    ['a number', 5, '5'],
    ['an invalid number', NaN, 'null'],
    ['a boolean', false, 'false'],
    ['an explicit null', null, 'null'],
    ['a big integer', 9007199254740993n, '9007199254740993'],
    ['dates', { at: new Date(0) }, '{"at":"1970-01-01T00:00:00.000Z"}'],
    ['undefined and functions, dropped', { a: undefined, b: () => 1, c: 1 }, '{"c":1}'],
    ['maps and sets', { map: new Map([[1, 2]]), set: new Set([1]) }, '{"map":{},"set":{}}'],
    ['big integers inside', { id: 12n, all: [1n] }, '{"id":"12","all":["1"]}'],
    ['a lone surrogate', { s: '\ud800' }, '{"s":"\\ud800"}'],
  ])('keeps %s', async (_, body, text) => {
    expect(await textOf(captured(body))).toBe(text);
  });

  it('names cycles instead of failing', async () => {
    const parent: Record<string, unknown> = { id: 1, again: { n: 1n } };
    parent.children = [{ parent, sibling: parent.again }];
    expect(await textOf(captured(parent))).toBe(
      '{"id":1,"again":{"n":"1"},"children":[{"parent":"[Circular]","sibling":{"n":"1"}}]}',
    );
  });

  it('names cycles behind toJSON() too', async () => {
    class Node {
      next?: Node;
      toJSON() {
        return { next: this.next };
      }
    }
    const node = new Node();
    node.next = node;
    expect(await textOf(captured(node))).toBe('{"next":"[Circular]"}');
  });

  it.each([200, 201, 202, 204])('says that it is done when %i has no body', async (status) => {
    const text = await textOf(captured(undefined, status));
    expect(text).toMatch(new RegExp(`^Done \\(HTTP ${status} \\w.*\\)\\.$`));
    expect((await call(captured(undefined, status))).isError).toBeUndefined();
  });

  it('says that it is done for an empty string and for what JSON can not say', async () => {
    expect(await textOf(captured(''))).toBe('Done (HTTP 200 OK).');
    expect(await textOf(captured(() => 1))).toBe('Done (HTTP 200 OK).');
  });

  it('leaves out a body that HTTP would not send', async () => {
    expect(await textOf(captured({ secret: 1 }, 204))).toBe('Done (HTTP 204 No Content).');
  });

  it('tells statuses other than 200 in _meta', async () => {
    expect((await call(captured({}, 201)))._meta).toEqual({ 'nestjs-mcp/status': 201 });
    expect((await call(captured({})))._meta).toBeUndefined();
  });

  it('adds what the server says of itself to _meta', async () => {
    const meta = { 'io.modelcontextprotocol/serverInfo': { name: 'shop', version: '1.0.0' } };
    expect((await call(captured({}), { meta }))._meta).toEqual(meta);
    const returned = { content: [{ type: 'text', text: 'a' }], _meta: { 'example.com/a': 1 } };
    expect((await call(captured(returned, 201), { meta }))._meta).toEqual({
      'example.com/a': 1,
      ...meta,
      'nestjs-mcp/status': 201,
    });
  });

  it('tells where a redirect leads, which is no error', async () => {
    const result = await call(captured('Found.', 302, { location: 'https://example.com/a' }));
    expect(result.content).toEqual([{ type: 'text', text: 'Redirect (302) to https://example.com/a' }]);
    expect(result.isError).toBeUndefined();
    expect(await textOf(captured(undefined, 304))).toBe('HTTP 304 Not Modified');
  });
});

describe('What a model reads for an error answer', () => {
  it.each(VERSIONS)('is the body as over HTTP, marked as an error (%s)', async (version) => {
    const body = { statusCode: 400, message: ['name must be a string'], error: 'Bad Request' };
    const result = await call(captured(body, 400), { version, hasOutputSchema: true });
    expect(result).toMatchObject({
      content: [{ type: 'text', text: JSON.stringify(body) }],
      isError: true,
      _meta: { 'nestjs-mcp/status': 400 },
    });
    expect(result.structuredContent).toBeUndefined();
  });

  it('keeps a text', async () => {
    expect(await textOf(captured('No such item', 404))).toBe('No such item');
  });

  it('is the status line when there is no body', async () => {
    const result = await call(captured(undefined, 403));
    expect(result.content).toEqual([{ type: 'text', text: 'HTTP 403 Forbidden' }]);
    expect(result.isError).toBe(true);
    expect(await textOf(captured('', 499))).toBe('HTTP 499');
  });

  it.each<[string, unknown]>([
    [
      'toJSON()',
      {
        toJSON() {
          throw new Error('secret');
        },
      },
    ],
    [
      'a getter',
      {
        get a(): string {
          throw new TypeError('secret');
        },
      },
    ],
    [
      'a getter of an MCP result',
      {
        content: [{ type: 'text', text: 'x' }],
        _meta: {
          get a(): string {
            throw new Error('secret');
          },
        },
      },
    ],
    ['a too deep object', deep(200_000)],
  ])('says nothing internal when %s throws', async (_, body) => {
    const log = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    const result = await call(captured(body));
    expect(result.isError).toBe(true);
    expect(result._meta).toEqual({
      'nestjs-mcp/status': 500,
      'nestjs-mcp/errorId': expect.any(String) as unknown,
    });
    expect(JSON.stringify(result)).toContain('Internal server error');
    expect(JSON.stringify(result)).not.toContain('secret');
    expect(log).toHaveBeenCalledTimes(1);
    log.mockRestore();
  });
});

describe('Data beside the text', () => {
  it('is sent when the tool has an output schema, from the same JSON', async () => {
    let reads = 0;
    const body = {
      get id() {
        return ++reads;
      },
      at: new Date(0),
    };
    const result = await call(captured(body), { hasOutputSchema: true });
    expect(reads).toBe(1);
    expect(result.structuredContent).toEqual({ id: 1, at: '1970-01-01T00:00:00.000Z' });
    expect(result.content).toEqual([{ type: 'text', text: JSON.stringify(result.structuredContent) }]);
  });

  it.each(['2025-06-18', '2025-11-25', '2026-07-28'] as const)(
    'is an object for arrays, strings and null too (%s)',
    async (version) => {
      const data = async (body: unknown) =>
        (await call(captured(body), { version, hasOutputSchema: true })).structuredContent;
      expect(await data([{ id: 1 }])).toEqual({ result: [{ id: 1 }] });
      expect(await data('hello')).toEqual({ result: 'hello' });
      expect(await data(null)).toEqual({ result: null });
      expect(await data(new Date(0))).toEqual({ result: '1970-01-01T00:00:00.000Z' });
      expect(await data({ a: 1 })).toEqual({ a: 1 });
    },
  );

  it('wraps objects as well when the listed schema is wrapped', async () => {
    const result = await call(captured({ a: 1 }), { hasOutputSchema: true, wrapsOutput: true });
    expect(result.structuredContent).toEqual({ result: { a: 1 } });
  });

  it('is read from text that is declared as JSON', async () => {
    const response = captured('{\n "a": 1 }', 200, { 'content-type': 'application/json; charset=utf-8' });
    const result = await call(response, { hasOutputSchema: true });
    expect(result.structuredContent).toEqual({ a: 1 });
    expect(result.content).toEqual([{ type: 'text', text: '{\n "a": 1 }' }]);
    expect(renderToolResult(response, optionsFor({ hasOutputSchema: true }))).not.toContain('\n');
  });

  it('is not sent without an output schema, without a body, or to a version that does not know it', async () => {
    expect(await call(captured({ a: 1 }))).not.toHaveProperty('structuredContent');
    expect(await call(captured(undefined, 204), { hasOutputSchema: true })).not.toHaveProperty(
      'structuredContent',
    );
    expect(
      await call(captured({ a: 1 }), { hasOutputSchema: true, version: '2025-03-26' }),
    ).not.toHaveProperty('structuredContent');
  });
});

describe('Results as objects', () => {
  it('are the same as rendered', async () => {
    const response = captured([1n], 201);
    const options = optionsFor({ hasOutputSchema: true });
    expect(await toToolResult(response, options)).toEqual(
      JSON.parse(await renderToolResult(response, options)),
    );
  });

  it('can be serialized when they come from elsewhere', () => {
    const result = { content: [{ type: 'text' as const, text: 'name: is required' }], isError: true };
    expect(serializeToolResult(result, { era: 'legacy', version: '2025-11-25' })).toBe(
      '{"content":[{"type":"text","text":"name: is required"}],"isError":true}',
    );
    expect(serializeToolResult(result, { era: 'modern', version: '2026-07-28' })).toBe(
      '{"resultType":"complete","content":[{"type":"text","text":"name: is required"}],"isError":true}',
    );
  });
});

function deep(levels: number): unknown {
  let value: unknown = {};
  for (let level = 0; level < levels; level++) {
    value = { value };
  }
  return value;
}
