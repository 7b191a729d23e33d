import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from '@modelcontextprotocol/client';
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as LegacyTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  answerToTransportError,
  invalidParams,
  ProtocolServer,
  SUPPORTED_VERSIONS,
} from '../../lib/protocol/index.js';
import type { MethodRequest } from '../../lib/protocol/index.js';

const requests: MethodRequest[] = [];
const serverInfo = { name: 'example', version: '1.0.0' };
const tools = [{ name: 'greet', description: 'Greets', inputSchema: { type: 'object' } }];

const protocol = new ProtocolServer([
  {
    name: 'initialize',
    eras: ['legacy'],
    handle: ({ version }) => ({ protocolVersion: version, capabilities: { tools: {} }, serverInfo }),
  },
  {
    name: 'server/discover',
    eras: ['modern'],
    handle: () => ({
      supportedVersions: SUPPORTED_VERSIONS,
      capabilities: { tools: {} },
      ttlMs: 0,
      cacheScope: 'public',
      _meta: { 'io.modelcontextprotocol/serverInfo': serverInfo },
    }),
  },
  {
    name: 'tools/list',
    eras: ['modern', 'legacy'],
    handle: () => ({ tools, ttlMs: 0, cacheScope: 'public' }),
  },
  {
    name: 'tools/call',
    eras: ['modern', 'legacy'],
    nameParameter: 'name',
    handle(request) {
      requests.push(request);
      if (request.params['name'] !== 'greet') throw invalidParams('Unknown tool: nobody');
      return { content: [{ type: 'text', text: request.era }] };
    },
  },
]);

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  let answer;
  try {
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    answer = await protocol.handle({
      httpMethod: request.method ?? '',
      headers: request.headers,
      body,
      exchange: undefined,
    });
  } catch (error) {
    answer = answerToTransportError(Object.assign(error as Error, { statusCode: 400 }));
  }
  response.writeHead(answer.status, answer.headers).end(answer.body);
}

let http: Server;
let url: URL;
beforeAll(async () => {
  http = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  url = new URL(`http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`);
});
afterAll(async () => {
  http.closeAllConnections();
  await new Promise((resolve) => http.close(resolve));
});

describe('the official clients over HTTP', () => {
  it('the 2025 client connects, lists, calls, sees protocol errors and disconnects', async () => {
    const client = new LegacyClient({ name: 'test', version: '1' });
    const transport = new LegacyTransport(url);
    await client.connect(transport);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['greet']);
    expect(await client.callTool({ name: 'greet' })).toMatchObject({ content: [{ text: 'legacy' }] });
    await expect(client.callTool({ name: 'nobody' })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('Unknown tool'),
    });
    expect(requests.at(-1)?.version).toBe('2025-11-25');
    await transport.terminateSession();
    await client.close();
  });

  it('the 2026 client connects, lists, calls, and sees protocol errors', async () => {
    const client = new ModernClient(
      { name: 'test', version: '1' },
      { versionNegotiation: { mode: { pin: '2026-07-28' } } },
    );
    await client.connect(new ModernTransport(url));
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['greet']);
    expect(await client.callTool({ name: 'greet' })).toMatchObject({ content: [{ text: 'modern' }] });
    expect(requests.at(-1)).toMatchObject({ version: '2026-07-28', clientInfo: { name: 'test' } });
    await expect(client.callTool({ name: 'nobody' })).rejects.toMatchObject({ code: -32602 });
    await client.close();
  });
});

describe('raw HTTP', () => {
  const post = (headers: [string, string][], body: string) => {
    const all = new Headers({ 'content-type': 'application/json' });
    for (const [name, value] of headers) all.append(name, value);
    return fetch(url, { method: 'POST', headers: all, body });
  };
  const call = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: {
      name: 'greet',
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
  });
  const modern: [string, string][] = [
    ['MCP-Protocol-Version', '2026-07-28'],
    ['MCP-METHOD', 'tools/call'],
  ];

  it('header names have no case, and whitespace around values does not count', async () => {
    const response = await post([...modern, ['mCp-NaMe', '  greet  ']], call);
    expect(response.status).toBe(200);
  });

  it('Mcp-Name sent twice is a mismatch', async () => {
    const response = await post([...modern, ['Mcp-Name', 'greet'], ['Mcp-Name', 'other']], call);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ id: 1, error: { code: -32020 } });
  });

  it('malformed JSON is 400 / -32700', async () => {
    const response = await post([], '{"jsonrpc": "2.0", ');
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: -32700 } });
  });
});
