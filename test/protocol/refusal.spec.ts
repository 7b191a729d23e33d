import { describe, expect, it } from '@jest/globals';
import { answerToRefusal } from '../../lib/protocol/index.js';

describe('a request that a guard refuses', () => {
  it('gets its status and message in JSON-RPC, with its id', () => {
    const answer = answerToRefusal(403, 'Forbidden resource', {
      jsonrpc: '2.0',
      id: 7,
      method: 'tools/list',
    });
    expect(answer).toEqual({
      status: 403,
      headers: { 'content-type': 'application/json' },
      body: '{"jsonrpc":"2.0","id":7,"error":{"code":-32600,"message":"Forbidden resource"}}',
    });
  });

  it.each([
    [undefined],
    [null],
    ['text'],
    [[{ jsonrpc: '2.0', id: 1, method: 'tools/list' }]],
    [{ jsonrpc: '2.0', id: null, method: 'tools/list' }],
    [{ jsonrpc: '2.0', method: 'notifications/initialized' }],
    [{ jsonrpc: '2.0', id: 1, result: {} }],
  ])('%p has no request id to echo', (body) => {
    expect(JSON.parse(String(answerToRefusal(401, 'Unauthorized', body).body))).toEqual({
      jsonrpc: '2.0',
      error: { code: -32600, message: 'Unauthorized' },
    });
  });
});
