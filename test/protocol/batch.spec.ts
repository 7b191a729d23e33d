import { beforeEach, describe, expect, it } from '@jest/globals';
import { MAXIMUM_BATCH_LENGTH } from '../../lib/protocol/index.js';
import { CAPABILITIES, exampleServer, VERSION } from './exchange.js';

let example: ReturnType<typeof exampleServer>;
beforeEach(() => {
  example = exampleServer();
});

const request = (id: unknown, method = 'tools/list', params?: unknown) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
});
const notification = { jsonrpc: '2.0', method: 'notifications/cancelled' };
const response = { jsonrpc: '2.0', id: 9, result: {} };

describe('batches of 2025-03-26', () => {
  it.each([{}, { 'mcp-protocol-version': '2025-03-26' }])('are served with headers %p', async (headers) => {
    const { status, message } = await example.send({
      headers,
      body: [request(1), notification, request('b', 'ping'), response],
    });
    expect(status).toBe(200);
    expect(message).toEqual([
      { jsonrpc: '2.0', id: 1, result: { served: 'tools/list' } },
      { jsonrpc: '2.0', id: 'b', result: {} },
    ]);
    expect(example.seen.every(({ version }) => version === '2025-03-26')).toBe(true);
  });

  it('of one request are answered with an array', async () => {
    expect((await example.send({ body: [request(1)] })).message).toHaveLength(1);
  });

  it('of notifications and responses only are 202 with an empty body', async () => {
    for (const body of [[notification], [response, response], [notification, response]]) {
      const { status, text } = await example.send({ body });
      expect([status, text]).toEqual([202, undefined]);
    }
  });

  it('report what is wrong with one message beside the answers to the others', async () => {
    const { status, message } = await example.send({
      body: [1, null, [request(2)], { id: 3 }, request(4, 'no/such'), request(5), request(null)],
    });
    expect(status).toBe(200);
    expect(message.map(({ id, error }) => [id, error?.code])).toEqual([
      [undefined, -32600],
      [undefined, -32600],
      [undefined, -32600],
      [3, -32600],
      [4, -32601],
      [5, undefined],
      [undefined, -32600],
    ]);
  });

  it('run one after the other, in order', async () => {
    const events: string[] = [];
    example = exampleServer({
      'tools/call': ({ id }) => {
        events.push(`start ${id}`);
        return new Promise((resolve) =>
          setTimeout(() => {
            events.push(`end ${id}`);
            resolve({});
          }, 5),
        ) as unknown as Record<string, unknown>;
      },
    });
    await example.send({ body: [request(1, 'tools/call'), request(2, 'tools/call')] });
    expect(events).toEqual(['start 1', 'end 1', 'start 2', 'end 2']);
  });

  it('come as one event for a client that only takes event streams', async () => {
    const { text } = await example.send({
      headers: { accept: 'text/event-stream' },
      body: [request(1, 'ping')],
    });
    expect(text).toBe('event: message\ndata: [{"jsonrpc":"2.0","id":1,"result":{}}]\n\n');
  });

  it('refuse initialize, and serve the rest', async () => {
    const { message } = await example.send({
      body: [request(1, 'initialize', { protocolVersion: '2025-03-26' }), request(2)],
    });
    expect(message.map(({ id, error }) => [id, error?.code])).toEqual([
      [1, -32600],
      [2, undefined],
    ]);
    expect(example.seen.map(({ method }) => method)).toEqual(['tools/list']);
  });

  it.each([
    ['a modern envelope', { _meta: { [VERSION]: '2026-07-28', [CAPABILITIES]: {} } }, 'tools/list'],
    ['server/discover', {}, 'server/discover'],
    ['another legacy version in _meta', { _meta: { [VERSION]: '2025-11-25' } }, 'tools/list'],
  ])('refuse %s inside', async (_, params, method) => {
    const { message } = await example.send({ body: [request(1, method, params)] });
    expect(message[0]?.error?.code).toBe(-32600);
    expect(example.seen).toHaveLength(0);
  });
});

describe('other batches', () => {
  it.each([
    [{ 'mcp-protocol-version': '2025-06-18' }, -32600],
    [{ 'mcp-protocol-version': '2025-11-25' }, -32600],
    [{ 'mcp-protocol-version': '2026-07-28' }, -32600],
    [{ 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' }, -32600],
    [{ 'mcp-method': 'tools/list' }, -32600],
    [{ 'mcp-name': 'x' }, -32600],
    [{ 'mcp-protocol-version': 'v999' }, -32022],
  ])('headers %p: 400, one error without id, nothing runs', async (headers, code) => {
    const { status, message } = await example.send({ headers, body: [request(1), request(2)] });
    expect([status, message.error?.code]).toEqual([400, code]);
    expect(message).not.toHaveProperty('id');
    expect(example.seen).toHaveLength(0);
  });

  it('an empty batch is 400 / -32600', async () => {
    const { status, message } = await example.send({ body: [] });
    expect([status, message.error?.code]).toEqual([400, -32600]);
  });

  it(`a batch of more than ${MAXIMUM_BATCH_LENGTH} is refused as a whole`, async () => {
    const batch = Array.from({ length: MAXIMUM_BATCH_LENGTH + 1 }, (_, id) => request(id));
    const { status, message } = await example.send({ body: batch });
    expect([status, message.error?.code]).toEqual([400, -32600]);
    expect(example.seen).toHaveLength(0);
    expect((await example.send({ body: batch.slice(1) })).message).toHaveLength(MAXIMUM_BATCH_LENGTH);
  });
});
