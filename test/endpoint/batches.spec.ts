import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { EndpointClient } from '../support/endpoint-client.js';
import { PLATFORMS, startApp } from '../support/running-app.js';
import type { RunningApp } from '../support/running-app.js';
import { itemsModule } from './items.fixture.js';

const CALLS = [
  { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'find_item', arguments: { id: 1 } } },
  { jsonrpc: '2.0', method: 'notifications/progress' },
  { jsonrpc: '2.0', id: 'b', method: 'tools/call', params: { name: 'find_item', arguments: { id: 2 } } },
  { jsonrpc: '2.0', id: 3, method: 'nothing/like/it' },
];

describe.each(PLATFORMS)('a batch on %s', (platform) => {
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

  it.each([undefined, '2025-03-26'])('of 2025-03-26 is answered as a batch (header: %s)', async (version) => {
    const answer = await client.post(CALLS, { 'mcp-protocol-version': version });
    expect(answer.status).toBe(200);
    expect(answer.message).toMatchObject([
      { id: 1, result: { content: [{ text: '{"id":1}' }] } },
      { id: 'b', result: { content: [{ text: '{"id":2}' }] } },
      { id: 3, error: { code: -32601 } },
    ]);
  });

  it('of notifications only is 202 and nothing else', async () => {
    const answer = await client.post([CALLS[1]!, CALLS[1]!]);
    expect([answer.status, answer.text]).toEqual([202, '']);
  });

  it.each(['2025-06-18', '2025-11-25', '2026-07-28'])('of %s is refused', async (version) => {
    const answer = await client.post(CALLS, { 'mcp-protocol-version': version });
    expect(answer.status).toBe(400);
    expect(answer.message).toMatchObject({ error: { code: -32600 } });
  });

  it.each([
    [[]],
    [[CALLS[0], { method: 'initialize', jsonrpc: '2.0', id: 1 }]],
    [new Array(101).fill(CALLS[0])],
  ])('that makes no sense is refused, whole or in part', async (batch) => {
    const { text, status } = await client.post(batch);
    expect([200, 400]).toContain(status);
    expect(text).toContain('-32600');
  });
});
