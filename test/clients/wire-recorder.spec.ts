import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { recordingFetch } from '../support/wire/index.js';

interface Answer {
  readonly status?: number;
  readonly type?: string;
  readonly body: string;
}

let answer: Answer;
let server: Server;
let url: string;
beforeAll(async () => {
  server = createServer((_request, response) => {
    response.writeHead(answer.status ?? 200, { 'content-type': answer.type ?? 'application/json' });
    response.end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const result = (value: object) => JSON.stringify({ jsonrpc: '2.0', id: 1, result: value });
const failure = (code: number, data?: object) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code, message: 'no', data } });

/** What the recorder says of an answer to `method`. */
async function verdict(version: string, method: string, given: Answer): Promise<string> {
  answer = given;
  const wire = recordingFetch(version);
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method });
  await (await wire(url, { method: 'POST', body })).text();
  return wire.assertValidMessages().then(
    () => 'valid',
    (error: Error) => error.message,
  );
}

describe('the recorder that watches over the other tests', () => {
  it('accepts what is right', async () => {
    const modern = result({ resultType: 'complete', tools: [], ttlMs: 0, cacheScope: 'private' });
    expect(await verdict('2026-07-28', 'tools/list', { body: modern })).toBe('valid');
    expect(await verdict('2025-11-25', 'ping', { body: result({}) })).toBe('valid');
    expect(await verdict('2025-03-26', 'tools/list', { body: `[${result({ tools: [] })}]` })).toBe('valid');
    expect(await verdict('2025-06-18', 'x', { status: 202, type: 'text/plain', body: '' })).toBe('valid');
    const event = { type: 'text/event-stream', body: `: hello\n\nevent: message\ndata: ${modern}\n\n` };
    expect(await verdict('2026-07-28', 'tools/list', event)).toBe('valid');
  });

  it.each([
    ['a result without what its version demands', '2026-07-28', 'tools/list', result({ tools: [] }), 200],
    ['a tool without a schema', '2025-11-25', 'tools/list', result({ tools: [{ name: 'a' }] }), 200],
    ['a block of an unknown type', '2025-03-26', 'tools/call', result({ content: [{ type: 'x' }] }), 200],
    ['an error without its data', '2026-07-28', 'tools/list', failure(-32022), 400],
    ['an error with the wrong status', '2026-07-28', 'tools/list', failure(-32020), 200],
    ['a batch in a version without batches', '2025-06-18', 'ping', `[${result({})}]`, 200],
    ['a status other than 200', '2025-06-18', 'ping', result({}), 201],
    ['a body with 202', '2025-06-18', 'ping', result({}), 202],
    ['an id that nobody sent', '2025-06-18', 'ping', '{"jsonrpc":"2.0","id":2,"result":{}}', 200],
    [
      'an id of null',
      '2025-11-25',
      'ping',
      '{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":""}}',
      400,
    ],
    ['no JSON', '2025-06-18', 'ping', 'oops', 200],
  ])('finds %s', async (_, version, method, body, status) => {
    expect(await verdict(version, method, { body, status })).toContain('The server sent invalid messages');
  });

  it('finds a page of the framework', async () => {
    const page = { status: 500, type: 'text/html', body: '<h1>Oops</h1>' };
    expect(await verdict('2025-06-18', 'ping', page)).toContain('text/html');
  });

  it('finds a wrong message in an event stream', async () => {
    const event = { type: 'text/event-stream', body: `data: ${result({ content: 1 })}\n\n` };
    expect(await verdict('2025-06-18', 'tools/call', event)).toContain('CallToolResult');
  });

  it('complains when there was nothing to check', async () => {
    await expect(recordingFetch().assertValidMessages()).rejects.toThrow('nothing was recorded');
  });
});
