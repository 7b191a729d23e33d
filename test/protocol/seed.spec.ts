import { beforeEach, describe, expect, it } from '@jest/globals';
import { CAPABILITIES, exampleServer, INFO, VERSION } from './exchange.js';

let example: ReturnType<typeof exampleServer>;
beforeEach(() => {
  example = exampleServer();
});

describe('the seed document: stateless 2026-07-28', () => {
  it('the curl example of server/discover is answered', async () => {
    const { status, message } = await example.send({
      headers: {
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'server/discover',
      },
      body: {
        jsonrpc: '2.0',
        id: 1,
        method: 'server/discover',
        params: {
          _meta: {
            [VERSION]: '2026-07-28',
            [CAPABILITIES]: {},
            [INFO]: { name: 'curl', version: '1.0' },
          },
        },
      },
    });
    expect(status).toBe(200);
    expect(message).toEqual({
      jsonrpc: '2.0',
      id: 1,
      result: { resultType: 'complete', served: 'server/discover' },
    });
  });

  it.each([
    ['calling server/discover', { method: 'server/discover' }, {}],
    ['sending MCP-Protocol-Version: 2026-07-28', {}, { 'mcp-protocol-version': '2026-07-28' }],
    ['sending Mcp-Method', {}, { 'mcp-method': 'tools/list' }],
    ['sending Mcp-Name', {}, { 'mcp-name': 'x' }],
    [
      'an io.modelcontextprotocol/* key in params._meta',
      { params: { _meta: { 'io.modelcontextprotocol/logLevel': 'info' } } },
      {},
    ],
  ])('the stateless contract is enforced on %s', async (_, body, headers) => {
    const { status, message } = await example.send({
      headers,
      body: { jsonrpc: '2.0', id: 1, method: 'tools/list', ...body },
    });
    expect(status).toBe(400);
    expect(message.error?.code).toBe(-32602);
    expect(example.seen).toHaveLength(0);
  });

  it('1. mandatory params._meta envelope: protocolVersion', async () => {
    const { status, message } = await example.modern('tools/list', {}, {}, { [VERSION]: undefined });
    expect([status, message.error?.code]).toEqual([400, -32602]);
    expect(message.error?.message).toContain(VERSION);
  });

  it('1. mandatory params._meta envelope: protocolVersion matches the header', async () => {
    const { status, message } = await example.modern('tools/list', {}, {}, { [VERSION]: '2025-11-25' });
    expect([status, message.error?.code]).toEqual([400, -32020]);
  });

  it('1. mandatory params._meta envelope: clientCapabilities is a JSON object', async () => {
    for (const capabilities of [undefined, null, [], 'all', 1]) {
      const { status, message } = await example.modern(
        'tools/list',
        {},
        {},
        { [CAPABILITIES]: capabilities },
      );
      expect([status, message.error?.code]).toEqual([400, -32602]);
      expect(message.error?.message).toContain(CAPABILITIES);
    }
  });

  it('2. Mcp-Method header must exactly match the method', async () => {
    for (const sent of ['tools/call', 'TOOLS/LIST', 'tools/list/', '', undefined]) {
      const { status, message } = await example.modern('tools/list', {}, { 'mcp-method': sent });
      expect([status, message.error?.code]).toEqual([400, -32020]);
    }
    expect((await example.modern('tools/list')).status).toBe(200);
  });

  it.each([
    ['4. tools/call -> params.name', 'tools/call', { name: 'a' }, 'a'],
    ['5. resources/read -> params.uri', 'resources/read', { uri: 'file:///a b' }, 'file:///a b'],
    ['6. prompts/get -> params.name', 'prompts/get', { name: 'a' }, 'a'],
    ['7. tasks/get -> params.taskId', 'tasks/get', { taskId: 't1' }, 't1'],
    ['7. tasks/update -> params.taskId', 'tasks/update', { taskId: 't1' }, 't1'],
    ['7. tasks/cancel -> params.taskId', 'tasks/cancel', { taskId: 't1' }, 't1'],
  ])('3. Mcp-Name header: %s', async (_, method, params, name) => {
    expect((await example.modern(method, params, { 'mcp-name': name })).status).toBe(200);
    for (const sent of [undefined, '', `${name}x`, name.toUpperCase()]) {
      const { status, message } = await example.modern(method, params, { 'mcp-name': sent });
      expect([status, message.error?.code]).toEqual([400, -32020]);
    }
  });

  it.each(['skills/get', 'resources/directory/read'])(
    '8. %s -> params.uri, checked when the header is sent',
    async (method) => {
      const params = { uri: 'skill://x/SKILL.md' };
      expect((await example.modern(method, params)).status).toBe(200);
      expect((await example.modern(method, params, { 'mcp-name': params.uri })).status).toBe(200);
      const { status, message } = await example.modern(method, params, { 'mcp-name': 'skill://y' });
      expect([status, message.error?.code]).toEqual([400, -32020]);
    },
  );

  it('9. Mcp-Param-<Custom-Name> mirrors the argument, and may use the Base64 sentinel', async () => {
    const call = (region: string, header: string | undefined) =>
      example.modern(
        'tools/call',
        { name: 'query', arguments: { region } },
        { 'mcp-name': 'query', 'mcp-param-region': header },
      );
    expect((await call('eu-1', 'eu-1')).status).toBe(200);
    expect((await call('Hello, 世界', '=?base64?SGVsbG8sIOS4lueVjA==?=')).status).toBe(200);
    expect((await call('eu-1', 'us-1')).message.error?.code).toBe(-32020);
    expect((await call('eu-1', undefined)).message.error?.code).toBe(-32020);
  });

  it.each(['initialize', 'ping'])(
    '10. %s with a 2026-07-28 header or _meta is 404 / -32601',
    async (method) => {
      const body = { jsonrpc: '2.0', id: 7, method };
      const meta = { _meta: { [VERSION]: '2026-07-28', [CAPABILITIES]: {} } };
      const header = { 'mcp-protocol-version': '2026-07-28' };
      for (const request of [
        { headers: header, body },
        { body: { ...body, params: meta } },
        { headers: { ...header, 'mcp-method': method }, body: { ...body, params: meta } },
      ]) {
        const { status, message } = await example.send(request);
        expect([status, message.id, message.error?.code]).toEqual([404, 7, -32601]);
      }
      expect(example.seen).toHaveLength(0);
    },
  );
});

describe('the seed document: the handshake lifecycle', () => {
  it('the curl example of initialize is answered, without routing headers', async () => {
    const { status, message } = await example.send({
      body: {
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: {
          protocolVersion: '2025-06-18',
          capabilities: {},
          clientInfo: { name: 'inspector', version: '1.0' },
        },
      },
    });
    expect(status).toBe(200);
    expect(message.result).toEqual({ protocolVersion: '2025-06-18' });
  });

  it('1. initialize echoes a version it knows and offers 2025-06-18 to an older client, 2025-11-25 otherwise', async () => {
    const negotiated = async (protocolVersion: unknown) =>
      (await example.legacy('initialize', { protocolVersion }, {})).message.result?.['protocolVersion'];
    expect(await negotiated('2025-11-25')).toBe('2025-11-25');
    expect(await negotiated('2025-06-18')).toBe('2025-06-18');
    expect(await negotiated('2025-03-26')).toBe('2025-03-26');
    expect(await negotiated('2024-11-05')).toBe('2025-06-18');
    expect(await negotiated('2027-01-01')).toBe('2025-11-25');
    expect(await negotiated('2026-07-28')).toBe('2025-11-25');
    expect(await negotiated(undefined)).toBe('2025-11-25');
  });

  it('2. a notification is 202 with an empty body', async () => {
    for (const method of ['notifications/initialized', 'notifications/anything']) {
      const answer = await example.send({ body: { jsonrpc: '2.0', method } });
      expect([answer.status, answer.text]).toEqual([202, undefined]);
    }
  });

  it('2. notifications/initialized with an id returns {}', async () => {
    const { status, text } = await example.legacy('notifications/initialized');
    expect([status, text]).toEqual([200, '{"jsonrpc":"2.0","id":1,"result":{}}']);
  });

  it('3. ping returns {}', async () => {
    const { status, text } = await example.legacy('ping');
    expect([status, text]).toEqual([200, '{"jsonrpc":"2.0","id":1,"result":{}}']);
  });

  it('4. DELETE is 204 with MCP-Protocol-Version: 2026-07-28', async () => {
    const answer = await example.send({ httpMethod: 'DELETE', headers: { 'mcp-session-id': 'x' } });
    expect([answer.status, answer.text]).toEqual([204, undefined]);
    expect(answer.headers).toEqual({ 'mcp-protocol-version': '2026-07-28' });
  });
});
