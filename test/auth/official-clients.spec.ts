import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import {
  Client as CurrentClient,
  ClientCredentialsProvider as CurrentProvider,
  StreamableHTTPClientTransport as CurrentTransport,
} from '@modelcontextprotocol/client';
import { ClientCredentialsProvider as SdkProvider } from '@modelcontextprotocol/sdk/client/auth-extensions.js';
import { Client as SdkClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as SdkTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterEach, describe, expect, it } from '@jest/globals';
import { PLATFORMS } from '../support/running-app.js';
import type { RunningApp } from '../support/running-app.js';
import { recordingFetch } from '../support/wire/index.js';
import { AuthorizationServer } from './authorization-server.js';
import { startSecuredApp } from './secured-app.js';

interface ToolClient {
  callTool(call: { name: string; arguments: object }): Promise<object>;
  close(): Promise<void>;
}

const INFO = { name: 'test-client', version: '1.0.0' };
const CREDENTIALS = { clientId: 'shop-agent', clientSecret: 'a secret' };

type Connect = (
  url: URL,
  issuer: string,
  fetch: typeof globalThis.fetch,
  scope?: string,
) => Promise<ToolClient>;

const CLIENTS: [string, Connect][] = [
  [
    '@modelcontextprotocol/client in 2026-07-28',
    async (url, issuer, fetch) => {
      const client = new CurrentClient(INFO, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
      const authProvider = new CurrentProvider({ ...CREDENTIALS, expectedIssuer: issuer });
      await client.connect(new CurrentTransport(url, { authProvider, fetch }));
      return client as unknown as ToolClient;
    },
  ],
  [
    '@modelcontextprotocol/sdk 1.x in 2025-11-25',
    async (url, issuer, fetch, scope) => {
      const client = new SdkClient(INFO);
      const authProvider = new SdkProvider({ ...CREDENTIALS, scope, expectedIssuer: issuer });
      await client.connect(new SdkTransport(url, { authProvider, fetch }));
      return client as unknown as ToolClient;
    },
  ],
];

describe.each(PLATFORMS)('on %s', (platform) => {
  let server: RunningApp | undefined;
  let issuer: AuthorizationServer | undefined;
  afterEach(async () => {
    await server?.close();
    await issuer?.close();
  });

  async function start(connect: Connect, scope?: string) {
    issuer = await AuthorizationServer.start();
    const port = await freePort();
    const resource = `http://127.0.0.1:${port}/mcp`;
    server = await startSecuredApp(
      platform,
      {
        auth: {
          resource,
          authorizationServers: [issuer.issuer],
          requiredScopes: ['mcp'],
          enforceScopes: true,
        },
      },
      { port },
    );
    const client = await connect(server.mcp, issuer.issuer, recordingFetch(), scope);
    const call = async (name: string) => {
      const { content } = (await client.callTool({ name, arguments: {} })) as { content: { text: string }[] };
      return JSON.parse(content[0]!.text) as object;
    };
    return { client, call, tokens: () => issuer!.requests.filter((path) => path === '/token').length };
  }

  it.each(CLIENTS)('%s gets a token by what the server says of itself', async (_name, connect) => {
    const { client, call, tokens } = await start(connect, 'mcp orders:read orders:write');
    expect(await call('me')).toMatchObject({ user: 'ada', subject: 'ada' });
    expect(tokens()).toBe(1);
    await client.close();
  });

  it('asks for more scopes when a tool needs them', async () => {
    // The 1.x client has no way to: its tokens of client credentials have the scopes that it was made with.
    const { client, call, tokens } = await start(CLIENTS[0]![1]);
    expect(await call('me')).toEqual({ user: 'ada', subject: 'ada', scopes: ['mcp'] });
    expect(await call('order')).toEqual({ ordered: true });
    const { scopes } = (await call('me')) as { scopes: string[] };
    expect(scopes.sort()).toEqual(['mcp', 'orders:read', 'orders:write']);
    expect(tokens()).toBe(2);
    await client.close();
  });
});

/** The address of the resource has to be known before the application listens. */
async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
