import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { EndpointClient } from '../support/endpoint-client.js';
import { PLATFORMS, startApp } from '../support/running-app.js';
import type { RunningApp } from '../support/running-app.js';
import { itemsModule } from './items.fixture.js';

describe.each(PLATFORMS)('the endpoint on %s', (platform) => {
  let server: RunningApp;
  let client: EndpointClient;
  beforeAll(async () => {
    server = await startApp({ platform, module: itemsModule() });
  });
  afterAll(() => server.close());
  beforeEach(() => {
    client = new EndpointClient(server.mcp);
  });
  afterEach(() => client.wire.assertValidMessages());

  it('answers POST with 200, never 201', async () => {
    for (const answer of [
      await client.legacy('ping'),
      await client.legacy('tools/list'),
      await client.callTool('add_item', { name: 'Tea' }),
      await client.modern('server/discover'),
      await client.modern('tools/call', { name: 'add_item', arguments: { name: 'Tea' } }),
    ]) {
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toMatch(/^application\/json\b/);
      expect(answer.message.error).toBeUndefined();
    }
  });

  it('answers notifications with 202 and nothing else', async () => {
    for (const headers of [{}, { 'mcp-protocol-version': '2025-11-25' }, { accept: 'text/event-stream' }]) {
      const answer = await client.post({ jsonrpc: '2.0', method: 'notifications/initialized' }, headers);
      expect([answer.status, answer.text]).toEqual([202, '']);
      expect(answer.headers.get('content-type')).toBeNull();
    }
  });

  it('answers responses of a client with 202 and nothing else', async () => {
    const answer = await client.post({ jsonrpc: '2.0', id: 5, result: {} });
    expect([answer.status, answer.text]).toEqual([202, '']);
  });

  it.each([{ accept: 'text/event-stream' }, { accept: 'text/html' }, {}])(
    'answers GET at once with 405 and what is allowed: %j',
    async (headers) => {
      const answer = await client.send('GET', headers);
      expect(answer.status).toBe(405);
      expect(answer.headers.get('allow')).toBe('POST, DELETE');
      expect(answer.message).toMatchObject({ jsonrpc: '2.0', error: { code: -32600 } });
    },
  );

  it.each(['PUT', 'PATCH', 'OPTIONS'])('answers %s with 405 and what is allowed', async (method) => {
    const body = method === 'OPTIONS' ? undefined : '{"jsonrpc":"2.0","id":1,"method":"ping"}';
    const answer = await client.send(method, body ? { 'content-type': 'application/json' } : {}, body);
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('POST, DELETE');
    expect(answer.message).toMatchObject({ error: { code: -32600 } });
  });

  it('answers HEAD with 405 and no body', async () => {
    const answer = await client.send('HEAD');
    expect([answer.status, answer.text]).toEqual([405, '']);
    expect(answer.headers.get('allow')).toBe('POST, DELETE');
  });

  it('answers DELETE with 204 and nothing else', async () => {
    for (const headers of [{}, { 'mcp-session-id': 'x', 'mcp-protocol-version': '2025-11-25' }]) {
      const answer = await client.send('DELETE', headers);
      expect([answer.status, answer.text]).toEqual([204, '']);
      expect(answer.headers.get('mcp-protocol-version')).toBe('2026-07-28');
    }
  });

  it('answers DELETE that carries a body, even a broken one, without a framework page', async () => {
    const answer = await client.send('DELETE', { 'content-type': 'application/json' }, '{oops');
    expect([204, 400]).toContain(answer.status);
  });

  it('leaves the paths around it to the application', async () => {
    for (const path of ['/mcp/other', '/mcpx', '/']) {
      const response = await fetch(new URL(path, server.origin), { method: 'POST', body: '{}' });
      expect(response.status).toBeGreaterThanOrEqual(404);
      expect(await response.text()).not.toContain('jsonrpc');
    }
    await client.legacy('ping');
  });

  if (platform === 'express') {
    it.each(['/mcp/', '/MCP', '/mcp?x=1'])('is found at %s, as any route of Express', async (path) => {
      const other = new EndpointClient(new URL(path, server.origin));
      expect((await other.legacy('ping')).status).toBe(200);
      expect((await other.post('{oops')).message).toMatchObject({ error: { code: -32700 } });
      await other.wire.assertValidMessages();
      await client.legacy('ping');
    });
  }

  it('goes on when a client goes away in the middle of a request', async () => {
    const controller = new AbortController();
    const gone = fetch(server.mcp, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: new ReadableStream({
        start(stream) {
          stream.enqueue(new TextEncoder().encode('{"jsonrpc":"2.0",'));
          setImmediate(() => controller.abort());
        },
      }),
      signal: controller.signal,
      duplex: 'half',
    });
    await expect(gone).rejects.toThrow();
    expect((await client.legacy('ping')).status).toBe(200);
  });

  it('is found with a query string', async () => {
    const withQuery = new EndpointClient(new URL('/mcp?token=1&a[b]=2', server.origin));
    const answer = await withQuery.legacy('ping');
    expect(answer.status).toBe(200);
    await client.legacy('ping');
  });
});
