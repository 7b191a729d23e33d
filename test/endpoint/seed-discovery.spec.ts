import { Controller, Get, Query } from '@nestjs/common';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { McpHeader, McpTool } from 'nestjs-mcp';
import {
  CAPABILITIES_KEY,
  CLIENT_INFO_KEY,
  EndpointClient,
  VERSION_KEY,
} from '../support/endpoint-client.js';
import type { EndpointAnswer } from '../support/endpoint-client.js';
import { PLATFORMS, startApp } from '../support/running-app.js';
import type { RunningApp } from '../support/running-app.js';
import { itemsModule } from './items.fixture.js';

@Controller('orders')
class OrdersController {
  @Get()
  @McpTool('find_orders')
  find(@Query('tenant') @McpHeader('Tenant-Id') tenant: string) {
    return { tenant };
  }
}

const VERSIONS = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'];

/** Every row of the seed document about discovery and transport that can be seen over HTTP. */
describe.each(PLATFORMS)('the seed document on %s', (platform) => {
  let server: RunningApp;
  let client: EndpointClient;
  beforeAll(async () => {
    const options = { name: 'shop', version: '1.0.0', instructions: 'Ask first.' };
    server = await startApp({ platform, module: itemsModule(options, { controllers: [OrdersController] }) });
  });
  afterAll(() => server.close());
  beforeEach(() => {
    client = new EndpointClient(server.mcp);
  });
  afterEach(() => client.wire.assertValidMessages());

  it('one configurable endpoint, /mcp by default, negotiates all versions', async () => {
    const discovered = await client.modern('server/discover');
    expect(discovered.message.result?.['supportedVersions']).toEqual(VERSIONS);
    expect((await client.modern('tools/list')).status).toBe(200);
    for (const version of VERSIONS.slice(1)) {
      const answer = await client.legacy('tools/list', {}, { 'mcp-protocol-version': version });
      expect(answer.status).toBe(200);
    }
  });

  it('discovery is served at POST /mcp (server/discover): the curl example', async () => {
    const answer = await client.post(
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'server/discover',
        params: {
          _meta: {
            [VERSION_KEY]: '2026-07-28',
            [CAPABILITIES_KEY]: {},
            [CLIENT_INFO_KEY]: { name: 'curl', version: '1.0' },
          },
        },
      },
      {
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'server/discover',
      },
    );
    expect(answer.status).toBe(200);
    expect(answer.message).toMatchObject({
      id: 1,
      result: {
        resultType: 'complete',
        supportedVersions: VERSIONS,
        capabilities: { tools: {} },
        instructions: 'Ask first.',
        _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'shop', version: '1.0.0' } },
      },
    });
  });

  it.each<[string, string, object, Record<string, string>]>([
    ['calling server/discover', 'server/discover', {}, {}],
    ['sending MCP-Protocol-Version: 2026-07-28', 'tools/list', {}, { 'mcp-protocol-version': '2026-07-28' }],
    ['sending Mcp-Method', 'tools/list', {}, { 'mcp-method': 'tools/list' }],
    ['sending Mcp-Name', 'tools/list', {}, { 'mcp-name': 'find_item' }],
    [
      'an io.modelcontextprotocol/* key in params._meta',
      'tools/list',
      { _meta: { [CAPABILITIES_KEY]: {} } },
      {},
    ],
  ])('the stateless contract is enforced on %s', async (_, method, params, headers) => {
    const answer = await client.post({ jsonrpc: '2.0', id: 1, method, params }, headers);
    expectError(answer, 400, -32602);
    expect(answer.message.error?.message).toContain(VERSION_KEY);
  });

  it('1. params._meta must carry protocolVersion, matching the MCP-Protocol-Version header', async () => {
    expectError(await client.modern('tools/list', {}, {}, { [VERSION_KEY]: undefined }), 400, -32602);
    expectError(await client.modern('tools/list', {}, {}, { [VERSION_KEY]: '2025-11-25' }), 400, -32020);
    expectError(await client.modern('tools/list', {}, { 'mcp-protocol-version': undefined }), 400, -32020);
  });

  it.each([undefined, null, [], 'all'])(
    '1. params._meta must carry clientCapabilities, an object: not %j',
    async (value) => {
      expectError(await client.modern('tools/list', {}, {}, { [CAPABILITIES_KEY]: value }), 400, -32602);
    },
  );

  it('2. Mcp-Method must exactly match the method', async () => {
    for (const sent of ['tools/call', 'TOOLS/LIST', undefined]) {
      expectError(await client.modern('tools/list', {}, { 'mcp-method': sent }), 400, -32020);
    }
    expect((await client.modern('tools/list', {}, { 'mcp-method': '  tools/list ' })).status).toBe(200);
  });

  it('3. and 4. Mcp-Name is required on tools/call and must match params.name', async () => {
    const params = { name: 'find_item', arguments: { id: 1 } };
    for (const sent of [undefined, 'add_item', 'FIND_ITEM', '']) {
      expectError(await client.modern('tools/call', params, { 'mcp-name': sent }), 400, -32020);
    }
    expect((await client.modern('tools/call', params)).said).toBe('{"id":1}');
    const encoded = `=?base64?${Buffer.from('find_item').toString('base64')}?=`;
    expect((await client.modern('tools/call', params, { 'mcp-name': encoded })).said).toBe('{"id":1}');
  });

  it.each<[string, string, string]>([
    ['Hello', 'Hello', 'accepted'],
    ['Hello', '=?base64?SGVsbG8=?=', 'accepted'],
    ['Hello, 世界', '=?base64?SGVsbG8sIOS4lueVjA==?=', 'accepted'],
    ['SGVsbG8=', 'SGVsbG8=', 'accepted'],
    ['=?base64?SGVsbG8=', '=?base64?SGVsbG8=', 'accepted'],
    ['Hello', 'Hullo', 'refused'],
    ['Hello', '=?base64?SGVsbG8?=', 'refused'],
    ['Hello', '=?base64?SGVs!!!bG8=?=', 'refused'],
    ['Hello', '', 'refused'],
  ])('9. Mcp-Param-Tenant-Id mirrors the argument: %s as %s is %s', async (tenant, header, verdict) => {
    const params = { name: 'find_orders', arguments: { tenant } };
    const answer = await client.modern('tools/call', params, { 'mcp-param-tenant-id': header });
    if (verdict === 'accepted') {
      expect(JSON.parse(answer.said)).toEqual({ tenant });
    } else {
      expectError(answer, 400, -32020);
    }
  });

  it('9. Mcp-Param-Tenant-Id must be sent, by modern clients only, and is announced', async () => {
    const params = { name: 'find_orders', arguments: { tenant: 'acme' } };
    expectError(await client.modern('tools/call', params), 400, -32020);
    expect((await client.legacy('tools/call', params)).said).toBe('{"tenant":"acme"}');
    const { message } = await client.modern('tools/list');
    expect(message.result?.['tools']).toContainEqual(
      expect.objectContaining({
        name: 'find_orders',
        inputSchema: expect.objectContaining({
          properties: { tenant: expect.objectContaining({ 'x-mcp-header': 'Tenant-Id' }) },
        }),
      }),
    );
  });

  it.each(['initialize', 'ping', 'logging/setLevel', 'resources/subscribe', 'unknown/method'])(
    '10. %s with 2026-07-28 headers and _meta is 404 / -32601',
    async (method) => {
      expectError(await client.modern(method), 404, -32601);
    },
  );

  it.each(['initialize', 'ping'])(
    '10. %s with the 2026-07-28 header alone is 404 / -32601',
    async (method) => {
      const answer = await client.legacy(method, {}, { 'mcp-protocol-version': '2026-07-28' });
      expectError(answer, 404, -32601);
    },
  );

  it('an unsupported version is 400 / -32022 with the versions of server/discover', async () => {
    const headers = { 'mcp-protocol-version': 'v999.0.0' };
    const modern = await client.modern('tools/list', {}, headers, { [VERSION_KEY]: 'v999.0.0' });
    const legacy = await client.legacy('tools/list', {}, headers);
    for (const answer of [modern, legacy]) {
      expectError(answer, 400, -32022);
      expect(answer.message.error?.data).toEqual({ supported: VERSIONS, requested: 'v999.0.0' });
    }
  });

  it('clients of 2025 need no SEP-2575 headers: the curl example of initialize', async () => {
    const answer = await client.post({
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: {
        protocolVersion: '2025-06-18',
        capabilities: {},
        clientInfo: { name: 'inspector', version: '1.0' },
      },
    });
    expect(answer.status).toBe(200);
    expect(answer.message.result).toEqual({
      protocolVersion: '2025-06-18',
      capabilities: { tools: {} },
      serverInfo: { name: 'shop', version: '1.0.0' },
      instructions: 'Ask first.',
    });
  });

  it.each([
    ['2025-11-25', '2025-11-25'],
    ['2025-06-18', '2025-06-18'],
    ['2025-03-26', '2025-03-26'],
    ['2024-11-05', '2025-06-18'],
    ['2027-01-01', '2025-11-25'],
  ])('1. initialize with %s agrees on %s', async (protocolVersion, agreed) => {
    const { message } = await client.post({
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion, capabilities: {}, clientInfo: { name: 'x', version: '1' } },
    });
    expect(message.result?.['protocolVersion']).toBe(agreed);
  });

  it.each(['notifications/initialized', 'notifications/cancelled', 'notifications/anything'])(
    '2. %s without an id is 202 with an empty body',
    async (method) => {
      const answer = await client.post({ jsonrpc: '2.0', method, params: { requestId: 1 } });
      expect([answer.status, answer.text]).toEqual([202, '']);
    },
  );

  it('2. notifications/initialized with an id returns {}', async () => {
    const answer = await client.legacy('notifications/initialized');
    expect([answer.status, answer.message.result]).toEqual([200, {}]);
  });

  it('3. ping returns {}', async () => {
    const answer = await client.legacy('ping');
    expect(answer.text).toBe('{"jsonrpc":"2.0","id":1,"result":{}}');
  });

  it('4. DELETE is 204 with MCP-Protocol-Version: 2026-07-28', async () => {
    const answer = await client.send('DELETE', { 'mcp-session-id': 'any' });
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(answer.headers.get('mcp-protocol-version')).toBe('2026-07-28');
  });

  it('no session is kept or announced', async () => {
    const answer = await client.legacy('initialize', { protocolVersion: '2025-11-25' });
    expect(answer.headers.get('mcp-session-id')).toBeNull();
    const stranger = await client.callTool('find_item', { id: 1 }, { 'mcp-session-id': 'never-seen' });
    expect(stranger.said).toBe('{"id":1}');
  });

  it('there is no /.well-known/mcp-server.json', async () => {
    const response = await fetch(new URL('/.well-known/mcp-server.json', server.origin));
    expect(response.status).toBe(404);
    await client.legacy('ping');
  });
});

function expectError({ status, message }: EndpointAnswer, httpStatus: number, code: number): void {
  expect([status, message.error?.code, message.id]).toEqual([httpStatus, code, 1]);
}
