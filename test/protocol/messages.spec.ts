import { beforeEach, describe, expect, it } from '@jest/globals';
import {
  invalidParams,
  methodNotFound,
  ProtocolError,
  ProtocolServer,
  SerializedResult,
} from '../../lib/protocol/index.js';
import type { Method } from '../../lib/protocol/index.js';
import { ResponseChannel } from '../../lib/protocol/index.js';
import { CAPABILITIES, exampleServer, INFO, VERSION } from './exchange.js';

let example: ReturnType<typeof exampleServer>;
beforeEach(() => {
  example = exampleServer();
});

describe('a body that is no JSON-RPC message', () => {
  it('an empty body is 400 / -32700', async () => {
    const { status, message } = await example.send({});
    expect([status, message.error?.code]).toEqual([400, -32700]);
    expect(message).not.toHaveProperty('id');
  });

  it.each([[null], ['tools/list'], [42], [true], [Buffer.from('{}').toString()]])(
    '%p is 400 / -32600 without an id',
    async (body) => {
      const { status, message } = await example.send({ body });
      expect([status, message.error?.code]).toEqual([400, -32600]);
      expect(message).not.toHaveProperty('id');
    },
  );

  it.each([
    ['jsonrpc missing', { id: 1, method: 'tools/list' }],
    ['jsonrpc 1.0', { jsonrpc: '1.0', id: 1, method: 'tools/list' }],
    ['jsonrpc as a number', { jsonrpc: 2.0, id: 1, method: 'tools/list' }],
    ['method missing', { jsonrpc: '2.0', id: 1 }],
    ['method null', { jsonrpc: '2.0', id: 1, method: null }],
    ['method a number', { jsonrpc: '2.0', id: 1, method: 1 }],
    ['method empty', { jsonrpc: '2.0', id: 1, method: '' }],
    ['params an array', { jsonrpc: '2.0', id: 1, method: 'tools/list', params: [] }],
    ['params null', { jsonrpc: '2.0', id: 1, method: 'tools/list', params: null }],
    ['params a string', { jsonrpc: '2.0', id: 1, method: 'tools/list', params: 'x' }],
  ])('%s is 400 / -32600 and echoes the id', async (_, body) => {
    const { status, message } = await example.send({ body });
    expect([status, message.error?.code, message.id]).toEqual([400, -32600, 1]);
    expect(example.seen).toHaveLength(0);
  });

  it.each([[null], [1.5], [true], [{}], [[]], [2 ** 53], [-1e300]])(
    'id %p is 400 / -32600, and never answered with a null id',
    async (id) => {
      const { status, message } = await example.send({ body: { jsonrpc: '2.0', id, method: 'tools/list' } });
      expect([status, message.error?.code]).toEqual([400, -32600]);
      expect(message).not.toHaveProperty('id');
    },
  );

  it.each([[0], [-7], [''], ['a"b\\\n'], ['__proto__'], [Number.MAX_SAFE_INTEGER]])(
    'id %p is echoed as it is',
    async (id) => {
      const { message } = await example.send({ body: { jsonrpc: '2.0', id, method: 'tools/list' } });
      expect(message.id).toBe(id);
    },
  );

  it.each([[null], ['x'], [[]]])('_meta %p is 400 / -32602', async (meta) => {
    const { status, message } = await example.legacy('tools/list', { _meta: meta });
    expect([status, message.error?.code, message.id]).toEqual([400, -32602, 1]);
  });
});

describe('notifications', () => {
  it.each([
    ['a legacy one', { 'mcp-protocol-version': '2025-06-18' }, {}],
    ['one without headers', {}, {}],
    ['a modern one without Mcp-Method', { 'mcp-protocol-version': '2026-07-28' }, {}],
    [
      'a modern one with everything',
      { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'notifications/cancelled' },
      { _meta: { [VERSION]: '2026-07-28' } },
    ],
    ['one with a future version in _meta of no known shape', {}, { _meta: { [VERSION]: 1 } }],
  ])('%s is 202 with an empty body', async (_, headers, params) => {
    const {
      status,
      text,
      headers: answered,
    } = await example.send({
      headers,
      body: { jsonrpc: '2.0', method: 'notifications/cancelled', params },
    });
    expect([status, text, answered]).toEqual([202, undefined, {}]);
  });

  it.each([
    ['an unknown version in the header', { 'mcp-protocol-version': '1999-01-01' }, {}, -32022],
    ['an unknown version in _meta', {}, { _meta: { [VERSION]: '1999-01-01' } }, -32022],
    [
      'header and _meta naming different versions',
      { 'mcp-protocol-version': '2025-11-25' },
      { _meta: { [VERSION]: '2026-07-28' } },
      -32020,
    ],
    [
      'a modern Mcp-Method that is not its method',
      { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'notifications/progress' },
      {},
      -32020,
    ],
  ])('%s is refused with 400 and no id', async (_, headers, params, code) => {
    const { status, message } = await example.send({
      headers,
      body: { jsonrpc: '2.0', method: 'notifications/cancelled', params },
    });
    expect([status, message.error?.code]).toEqual([400, code]);
    expect(message).not.toHaveProperty('id');
  });

  it('a tools/call without an id runs nothing', async () => {
    const { status } = await example.send({ body: { jsonrpc: '2.0', method: 'tools/call' } });
    expect(status).toBe(202);
    expect(example.seen).toHaveLength(0);
  });
});

describe('responses that a client posts', () => {
  it.each([
    { jsonrpc: '2.0', id: 1, result: {} },
    { jsonrpc: '2.0', id: 1, error: { code: 1, message: 'x' } },
  ])('are 202 in the legacy era', async (body) => {
    const { status, text } = await example.send({ body });
    expect([status, text]).toEqual([202, undefined]);
  });

  it('are 400 under 2026-07-28, which forbids them', async () => {
    const { status, message } = await example.send({
      headers: { 'mcp-protocol-version': '2026-07-28' },
      body: { jsonrpc: '2.0', id: 1, result: {} },
    });
    expect([status, message.error?.code]).toEqual([400, -32600]);
    expect(message).not.toHaveProperty('id');
  });
});

describe('what a method is given', () => {
  it('a modern request with its envelope, headers and the exchange', async () => {
    const exchange = { raw: true };
    const headers = {
      'content-type': 'application/json',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/list',
      authorization: 'x',
    };
    const meta = { [VERSION]: '2026-07-28', [CAPABILITIES]: { sampling: {} }, [INFO]: { name: 'c' } };
    await example.send({
      headers,
      exchange,
      body: { jsonrpc: '2.0', id: 'q', method: 'tools/list', params: { cursor: 'c', _meta: meta } },
    });
    expect(example.seen[0]).toEqual({
      era: 'modern',
      version: '2026-07-28',
      id: 'q',
      method: 'tools/list',
      params: { cursor: 'c', _meta: meta },
      meta,
      clientInfo: { name: 'c' },
      clientCapabilities: { sampling: {} },
      headers,
      channel: expect.any(ResponseChannel),
      exchange,
    });
    expect(example.seen[0]?.exchange).toBe(exchange);
  });

  it('a legacy request with empty params, meta and capabilities when it had none', async () => {
    await example.legacy('tools/list');
    expect(example.seen[0]).toMatchObject({
      era: 'legacy',
      version: '2025-11-25',
      params: {},
      meta: {},
      clientCapabilities: {},
    });
    expect(example.seen[0]?.clientInfo).toBeUndefined();
  });

  it('the client of initialize', async () => {
    await example.legacy('initialize', {
      protocolVersion: '2025-06-18',
      capabilities: { roots: {} },
      clientInfo: { name: 'c', version: '1' },
    });
    expect(example.seen[0]).toMatchObject({
      version: '2025-06-18',
      clientCapabilities: { roots: {} },
      clientInfo: { name: 'c', version: '1' },
    });
  });

  it('keys named __proto__ or constructor change nothing', async () => {
    const body: unknown = JSON.parse(
      '{"jsonrpc":"2.0","id":1,"method":"tools/list","__proto__":{"method":"tools/call"},' +
        '"params":{"__proto__":{"polluted":true},"_meta":{"__proto__":{"polluted":true},"constructor":1}}}',
    );
    const { status } = await example.send({ body });
    expect(status).toBe(200);
    expect(example.seen[0]?.method).toBe('tools/list');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect(example.seen[0]?.params['polluted']).toBeUndefined();
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    'method %s is not found',
    async (method) => {
      expect((await example.legacy(method)).message.error?.code).toBe(-32601);
      expect((await example.modern(method)).message.error?.code).toBe(-32601);
    },
  );
});

describe('the envelope', () => {
  it.each([['curl'], [null], [[]]])('clientInfo %p is 400 / -32602', async (info) => {
    const { status, message } = await example.modern('tools/list', {}, {}, { [INFO]: info });
    expect([status, message.error?.code]).toEqual([400, -32602]);
    expect(message.error?.message).toContain(INFO);
  });

  it.each([[null], [20260728], [['2026-07-28']]])('protocolVersion %p is 400 / -32602', async (version) => {
    const { status, message } = await example.modern('tools/list', {}, {}, { [VERSION]: version });
    expect([status, message.error?.code]).toEqual([400, -32602]);
  });

  it('an extension key alone asks for the modern era when no version header says otherwise', async () => {
    const meta = { _meta: { 'io.modelcontextprotocol/some-extension': {} } };
    expect((await example.legacy('tools/list', meta, {})).message.error?.code).toBe(-32602);
    expect((await example.legacy('tools/list', meta)).status).toBe(200);
  });
});

describe('what a method answers', () => {
  const answering = (handle: Method['handle'], eras: Method['eras'] = ['modern', 'legacy']) => {
    const errors: unknown[] = [];
    const server = new ProtocolServer([{ name: 'm', eras, handle }], { onError: (e) => errors.push(e) });
    const ask = async (era: 'modern' | 'legacy') => {
      const modern = era === 'modern';
      const answer = await server.handle({
        httpMethod: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(modern && { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'm' }),
        },
        body: {
          jsonrpc: '2.0',
          id: 1,
          method: 'm',
          params: modern ? { _meta: { [VERSION]: '2026-07-28', [CAPABILITIES]: {} } } : {},
        },
        exchange: undefined,
      });
      return { status: answer.status, body: answer.body };
    };
    return { ask, errors };
  };

  it('resultType is added for modern clients only, and only when absent', async () => {
    const { ask } = answering(() => ({ tools: [] }));
    expect((await ask('modern')).body).toBe(
      '{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","tools":[]}}',
    );
    expect((await ask('legacy')).body).toBe('{"jsonrpc":"2.0","id":1,"result":{"tools":[]}}');

    const empty = answering(() => ({}));
    expect((await empty.ask('modern')).body).toContain('"result":{"resultType":"complete"}}');

    const own = answering(() => ({ resultType: 'input_required' }));
    expect((await own.ask('modern')).body).toContain('"result":{"resultType":"input_required"}}');

    const left = answering(() => ({ resultType: undefined, a: 1 }));
    expect((await left.ask('modern')).body).toContain('"result":{"resultType":"complete","a":1}}');
  });

  it('a SerializedResult is spliced in as it is', async () => {
    const { ask } = answering(() => Promise.resolve(new SerializedResult('{"a":1.50}')));
    expect((await ask('modern')).body).toBe('{"jsonrpc":"2.0","id":1,"result":{"a":1.50}}');
  });

  it('a ProtocolError is sent with its code, message and data', async () => {
    const { ask, errors } = answering(() => {
      throw new ProtocolError(-32002, 'Resource not found', { data: { uri: 'x' } });
    });
    expect(await ask('legacy')).toEqual({
      status: 200,
      body: '{"jsonrpc":"2.0","id":1,"error":{"code":-32002,"message":"Resource not found","data":{"uri":"x"}}}',
    });
    expect(errors).toEqual([]);
  });

  it('an unknown tool (-32602 from the method) travels with 200 in both eras', async () => {
    const { ask } = answering(() => {
      throw invalidParams('Unknown tool: x');
    });
    expect((await ask('legacy')).status).toBe(200);
    expect((await ask('modern')).status).toBe(200);
  });

  it('-32601 is 404 for modern clients and 200 for legacy ones', async () => {
    const { ask } = answering(() => {
      throw methodNotFound('not here');
    });
    expect((await ask('modern')).status).toBe(404);
    expect((await ask('legacy')).status).toBe(200);
  });

  it('a ProtocolError may name its own HTTP status', async () => {
    const { ask } = answering(() => {
      throw new ProtocolError(-32602, 'x', { httpStatus: 403 });
    });
    expect((await ask('modern')).status).toBe(403);
  });

  it.each([
    ['an Error', new Error('password is hunter2')],
    ['a string', 'password is hunter2'],
    ['undefined', undefined],
    ['an object that looks like a JSON-RPC error', { code: -1, message: 'hunter2', httpStatus: 418 }],
  ])('%s thrown is "Internal error", reported and not leaked', async (_, thrown) => {
    for (const handle of [() => Promise.resolve().then(() => raise(thrown)), () => raise(thrown)]) {
      const { ask, errors } = answering(handle);
      for (const era of ['modern', 'legacy'] as const) {
        expect(await ask(era)).toEqual({
          status: 200,
          body: '{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"Internal error"}}',
        });
      }
      expect(errors).toEqual([thrown, thrown]);
    }
  });

  it.each([
    ['a cycle', cyclic()],
    ['a bigint', { n: 1n }],
    ['undefined', undefined],
    ['an array', []],
    ['null', null],
    ['a string', 'x'],
  ])('%s as a result is an internal error', async (_, result) => {
    const { ask, errors } = answering(() => result as Record<string, unknown>);
    expect((await ask('modern')).body).toContain('-32603');
    expect(errors).toHaveLength(1);
  });

  it('error data that cannot be serialized is an internal error', async () => {
    const { ask, errors } = answering(() => {
      throw new ProtocolError(-32602, 'x', { data: cyclic() });
    });
    expect((await ask('legacy')).body).toBe(
      '{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"Internal error"}}',
    );
    expect(errors).toHaveLength(1);
  });

  it('an onError that throws does not spoil the answer', async () => {
    const server = new ProtocolServer(
      [{ name: 'm', eras: ['legacy'], handle: () => raise(new Error('x')) }],
      {
        onError: () => raise(new Error('logger')),
      },
    );
    const answer = await server.handle({
      httpMethod: 'POST',
      headers: { 'content-type': 'application/json' },
      body: { jsonrpc: '2.0', id: 1, method: 'm' },
      exchange: undefined,
    });
    expect(answer.body).toContain('-32603');
  });
});

describe('registering methods', () => {
  const handle = () => ({});

  it('one name may have a method for each era', async () => {
    const server = new ProtocolServer([
      { name: 'm', eras: ['modern'], handle },
      { name: 'm', eras: ['legacy'], handle: () => ({ legacy: true }) },
    ]);
    const { body } = await server.handle({
      httpMethod: 'POST',
      headers: { 'content-type': 'application/json' },
      body: { jsonrpc: '2.0', id: 1, method: 'm' },
      exchange: undefined,
    });
    expect(body).toContain('"legacy":true');
  });

  it('two methods of one name and era are refused', () => {
    const twice = { name: 'm', eras: ['modern'], handle } as const;
    expect(() => new ProtocolServer([twice, twice])).toThrow('Two methods named m for the modern era');
  });

  it('notifications/initialized can be replaced', async () => {
    const server = new ProtocolServer([
      { name: 'notifications/initialized', eras: ['legacy'], handle: () => ({ mine: 1 }) },
    ]);
    const { body } = await server.handle({
      httpMethod: 'POST',
      headers: { 'content-type': 'application/json' },
      body: { jsonrpc: '2.0', id: 1, method: 'notifications/initialized' },
      exchange: undefined,
    });
    expect(body).toContain('"mine":1');
  });
});

function raise(thrown: unknown): never {
  throw thrown;
}

function cyclic(): Record<string, unknown> {
  const value: Record<string, unknown> = {};
  value['self'] = value;
  return value;
}
