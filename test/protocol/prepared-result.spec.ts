import { describe, expect, it } from '@jest/globals';
import { PreparedResult, ProtocolServer } from '../../lib/protocol/index.js';
import type { ProtocolAnswer } from '../../lib/protocol/index.js';

const TEXT = 'Größe: 5 µm, 日本';
const result = new PreparedResult(JSON.stringify({ resultType: 'complete', text: TEXT }));
const server = new ProtocolServer([
  { name: 'shared/read', eras: ['modern', 'legacy'], handle: () => result },
]);

function ask(id: string | number, accept = 'application/json'): ProtocolAnswer | Promise<ProtocolAnswer> {
  return server.handle({
    httpMethod: 'POST',
    headers: { 'content-type': 'application/json', accept, 'mcp-protocol-version': '2025-06-18' },
    body: { jsonrpc: '2.0', id, method: 'shared/read' },
    exchange: undefined,
  });
}

const textOf = async (answer: ProtocolAnswer | Promise<ProtocolAnswer>) =>
  Buffer.from((await answer).body as string).toString();

describe('a result that is prepared once', () => {
  it.each([0, 1, 7, 8, -1, 12_345, Number.MAX_SAFE_INTEGER, 'a', '1', '"\\', 'ü'])(
    'answers each request with its own id: %p',
    async (id) => {
      for (let time = 0; time < 2; time++) {
        expect(JSON.parse(await textOf(ask(id)))).toEqual({
          jsonrpc: '2.0',
          id,
          result: { resultType: 'complete', text: TEXT },
        });
      }
    },
  );

  it('goes to a client that takes only event streams as an event', async () => {
    const text = await textOf(ask(1, 'text/event-stream'));
    expect(text).toMatch(/^event: message\ndata: \{/);
    expect(JSON.parse(text.slice(text.indexOf('{')))).toMatchObject({ id: 1, result: { text: TEXT } });
  });
});
