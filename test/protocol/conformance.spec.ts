import { beforeEach, describe, expect, it } from '@jest/globals';
import { missingClientCapability, SUPPORTED_VERSIONS } from '../../lib/protocol/index.js';
import { CAPABILITIES, exampleServer, INFO, VERSION } from './exchange.js';

let example: ReturnType<typeof exampleServer>;
beforeEach(() => {
  example = exampleServer();
});

const envelope = (version = '2026-07-28') => ({
  [VERSION]: version,
  [CAPABILITIES]: {},
  [INFO]: { name: 'harness', version: '1' },
});

describe('conformance 2.1 server-stateless', () => {
  const discover = (id: number, params: Record<string, unknown>, version = '2026-07-28') =>
    example.send({
      headers: { 'mcp-protocol-version': version, 'mcp-method': 'server/discover' },
      body: { jsonrpc: '2.0', id, method: 'server/discover', params },
    });

  it('server/discover without _meta: 400, -32602, id echoed', async () => {
    const { status, message } = await discover(101, {});
    expect([status, message.error?.code, message.id]).toEqual([400, -32602, 101]);
  });

  it('_meta without protocolVersion: 400, -32602 (not -32020), id echoed', async () => {
    const { status, message } = await discover(102, { _meta: { [CAPABILITIES]: {} } });
    expect([status, message.error?.code, message.id]).toEqual([400, -32602, 102]);
  });

  it('_meta without clientCapabilities: 400, -32602, id echoed', async () => {
    const { status, message } = await discover(104, { _meta: { [VERSION]: '2026-07-28' } });
    expect([status, message.error?.code, message.id]).toEqual([400, -32602, 104]);
  });

  it('_meta without clientInfo: 200 and a result', async () => {
    const { status, message } = await discover(105, {
      _meta: { [VERSION]: '2026-07-28', [CAPABILITIES]: {} },
    });
    expect(status).toBe(200);
    expect(message.result?.['resultType']).toBe('complete');
  });

  it('an unknown version in header and _meta: 400, -32022 with supported and requested, id echoed', async () => {
    const { status, message } = await discover(301, { _meta: envelope('v999.0.0') }, 'v999.0.0');
    expect([status, message.error?.code, message.id]).toEqual([400, -32022, 301]);
    expect(message.error?.data).toEqual({ supported: [...SUPPORTED_VERSIONS], requested: 'v999.0.0' });
  });

  it('a mismatch is judged before an unknown version: 400, -32020', async () => {
    const { status, message } = await discover(302, { _meta: envelope('v999.0.0') }, '2026-07-28');
    expect([status, message.error?.code]).toEqual([400, -32020]);
  });

  it('a missing client capability that a tool reports: 400, -32021 with requiredCapabilities, id echoed', async () => {
    example = exampleServer({
      'tools/call': () => {
        throw missingClientCapability({ sampling: {} });
      },
    });
    const { status, message } = await example.modern(
      'tools/call',
      { name: 'test_missing_capability' },
      { 'mcp-name': 'test_missing_capability' },
    );
    expect([status, message.error?.code, message.id]).toEqual([400, -32021, 1]);
    expect(message.error?.data).toEqual({ requiredCapabilities: { sampling: {} } });
  });

  it.each(['initialize', 'ping', 'logging/setLevel', 'resources/subscribe', 'resources/unsubscribe'])(
    '%s with a valid envelope: 404, -32601',
    async (method) => {
      const { status, message } = await example.modern(method);
      expect([status, message.error?.code]).toEqual([404, -32601]);
    },
  );

  it('unknown/method: 404, -32601', async () => {
    const { status, message } = await example.modern('unknown/method');
    expect([status, message.error?.code]).toEqual([404, -32601]);
  });

  it('an answer is one line', async () => {
    expect((await example.modern('tools/list')).text).not.toContain('\n');
  });
});

describe('conformance 2.4 http-header-validation', () => {
  it.each([
    ['a different Mcp-Method', { 'mcp-method': 'prompts/list' }],
    ['no Mcp-Method', { 'mcp-method': undefined }],
    ['Mcp-Method in another case', { 'mcp-method': 'TOOLS/LIST' }],
  ])('%s: rejected in plain JSON', async (_, headers) => {
    const { status, message, headers: answered } = await example.modern('tools/list', {}, headers);
    expect([status, message.error?.code]).toEqual([400, -32020]);
    expect(answered['content-type']).toBe('application/json');
  });

  it.each([
    ['a wrong Mcp-Name', 'wrong_tool_name', 400],
    ['no Mcp-Name', undefined, 400],
    ['spaces around Mcp-Name', '  query  ', 200],
    ['tabs around Mcp-Name', '\tquery\t', 200],
  ])('%s: HTTP %s', async (_, sent, expected) => {
    const { status, message } = await example.modern(
      'tools/call',
      { name: 'query', arguments: {} },
      { 'mcp-name': sent },
    );
    expect(status).toBe(expected);
    if (expected === 400) expect(message.error?.code).toBe(-32020);
  });

  it('a rejection stays plain JSON for a client that only takes event streams', async () => {
    const { headers, status } = await example.modern(
      'tools/list',
      {},
      { 'mcp-method': 'tools/call', accept: 'text/event-stream' },
    );
    expect([status, headers['content-type']]).toEqual([400, 'application/json']);
  });
});

describe('conformance 2.4 http-custom-header-server-validation', () => {
  it.each([
    ['Hello', '=?base64?SGVsbG8=?=', 200],
    ['Hello', '=?base64?SGVsbG8?=', 400],
    ['Hello', '=?base64?SGVs!!!bG8=?=', 400],
    ['SGVsbG8=', 'SGVsbG8=', 200],
    ['=?base64?SGVsbG8=', '=?base64?SGVsbG8=', 200],
    ['test-value', undefined, 400],
  ])('body %s, header %s: HTTP %d', async (region, header, expected) => {
    const { status, message } = await example.modern(
      'tools/call',
      { name: 'query', arguments: { region } },
      { 'mcp-name': 'query', 'mcp-param-region': header },
    );
    expect(status).toBe(expected);
    if (expected === 400) expect(message.error?.code).toBe(-32020);
  });
});

describe('conformance 0 and 3: what 2025 clients send', () => {
  it('initialize with Mcp-Method and a 2025-11-25 header is served as legacy', async () => {
    const { status, message } = await example.legacy(
      'initialize',
      { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
      { 'mcp-method': 'initialize', 'mcp-protocol-version': '2025-11-25' },
    );
    expect([status, message.result?.['protocolVersion']]).toEqual([200, '2025-11-25']);
  });

  it('notifications/initialized in the same style is 202', async () => {
    const { status } = await example.send({
      headers: { 'mcp-method': 'notifications/initialized', 'mcp-protocol-version': '2025-11-25' },
      body: { jsonrpc: '2.0', method: 'notifications/initialized' },
    });
    expect(status).toBe(202);
  });

  it('initialize with a version header (server-initialize) is served', async () => {
    const { status } = await example.legacy('initialize', { protocolVersion: '2025-11-25' });
    expect(status).toBe(200);
  });

  it('the GET that SDK clients send after connecting is 405', async () => {
    const answer = await example.send({ httpMethod: 'GET', headers: { accept: 'text/event-stream' } });
    expect([answer.status, answer.headers['allow']]).toEqual([405, 'POST, DELETE']);
  });

  it('ping has no keys at all in its result', async () => {
    expect((await example.legacy('ping')).message.result).toEqual({});
  });
});
