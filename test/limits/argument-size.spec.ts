import { gzipSync } from 'node:zlib';
import { request } from 'node:http';
import { afterEach, describe, expect, it } from '@jest/globals';
import { McpModule } from 'nestjs-mcp';
import type { McpLimitOptions } from 'nestjs-mcp';
import { EndpointClient } from '../support/endpoint-client.js';
import { PLATFORMS, startApp } from '../support/running-app.js';
import type { RunningApp } from '../support/running-app.js';
import { Seen, takingModule } from './taking.fixture.js';

const sized = (bytes: number) => ({ text: 'x'.repeat(bytes - '{"text":""}'.length) });

describe.each(PLATFORMS)('large arguments on %s', (platform) => {
  let server: RunningApp;
  let seen: Seen;

  async function start(limits?: McpLimitOptions): Promise<EndpointClient> {
    seen = new Seen();
    server = await startApp({
      platform,
      module: { imports: [McpModule.forRoot({ limits })], ...takingModule(seen) },
    });
    return new EndpointClient(server.mcp);
  }
  afterEach(() => server.close());

  it('are taken as far as the body parser takes them, without a limit', async () => {
    const client = await start();
    expect((await client.callTool('body', sized(50_000))).said).toBe('seen');
  });

  it.each(['body', 'entry'])('are refused by "%s" with their size and the limit', async (tool) => {
    const client = await start({ argumentBytes: 2_000 });
    expect((await client.callTool(tool, sized(2_000))).said).toBe('seen');
    const { message, said } = await client.callTool(tool, sized(2_001));
    expect(message.result?.['isError']).toBe(true);
    expect(said).toContain('2001 bytes as JSON, and this server takes 2000 (limits.argumentBytes)');
    expect(seen.values).toHaveLength(1);
  });

  it('are refused by prompts and completions', async () => {
    const client = await start({ argumentBytes: 2_000 });
    const prompt = await client.legacy('prompts/get', { name: 'prompt', arguments: sized(2_001) });
    expect(prompt.message.error).toMatchObject({ code: -32602 });
    expect(prompt.message.error?.message).toContain('2001 bytes');
    const completion = await client.legacy('completion/complete', {
      ref: { type: 'ref/prompt', name: 'prompt' },
      argument: { name: 'text', value: 'x'.repeat(3_000) },
    });
    expect(completion.message.error?.message).toContain('limits.argumentBytes');
    expect(seen.values).toEqual([]);
  });

  it('are counted in bytes', async () => {
    const client = await start({ argumentBytes: 2_000 });
    const { said } = await client.callTool('body', { text: '€'.repeat(700) });
    expect(said).toContain('2111 bytes');
  });

  it('are measured when the request does not say how long it is', async () => {
    await start({ argumentBytes: 2_000 });
    const body = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'body', arguments: sized(2_001) },
    };
    const text = await new Promise<string>((resolve, reject) => {
      const outgoing = request(
        server.mcp,
        { method: 'POST', headers: { 'content-type': 'application/json' } },
        (response) => {
          let received = '';
          response.setEncoding('utf8');
          response.on('data', (chunk: string) => (received += chunk));
          response.on('end', () => resolve(received));
        },
      );
      outgoing.on('error', reject);
      outgoing.write('');
      outgoing.write(JSON.stringify(body));
      outgoing.end();
    });
    expect(text).toContain('2001 bytes');
  });

  if (platform === 'express') {
    it('are measured when they came compressed', async () => {
      const client = await start({ argumentBytes: 2_000 });
      const body = {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'body', arguments: sized(9_000) },
      };
      const { said } = await client.post(gzipSync(JSON.stringify(body)), { 'content-encoding': 'gzip' });
      expect(said).toContain('9000 bytes');
    });
  }

  it('of a request that has some other long part are taken', async () => {
    const client = await start({ argumentBytes: 2_000 });
    const params = { name: 'body', arguments: { a: 1 }, _meta: { note: 'x'.repeat(5_000) } };
    expect((await client.legacy('tools/call', params)).said).toBe('seen');
  });
});

describe.each(PLATFORMS)('a batch on %s', (platform) => {
  it('may have as many messages as limits.batchLength says', async () => {
    const server = await startApp({
      platform,
      module: { imports: [McpModule.forRoot({ limits: { batchLength: 3 } })], ...takingModule(new Seen()) },
    });
    try {
      const client = new EndpointClient(server.mcp);
      const batch = [1, 2, 3].map((id) => ({ jsonrpc: '2.0', id, method: 'ping' }));
      expect((await client.post(batch)).message).toHaveLength(3);
      const { status, message } = await client.post([...batch, batch[0]!]);
      expect(status).toBe(400);
      expect(message.error).toMatchObject({ code: -32600 });
      expect(message.error?.message).toContain('has 4 messages, more than the 3 that this server takes');
    } finally {
      await server.close();
    }
  });
});
