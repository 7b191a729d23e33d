import { beforeEach, describe, expect, it } from '@jest/globals';
import { SerializedResult } from '../../lib/protocol/index.js';
import { exampleServer } from './exchange.js';

let example: ReturnType<typeof exampleServer>;
beforeEach(() => {
  example = exampleServer();
});

const LIST = { jsonrpc: '2.0', id: 'a', method: 'tools/list' };

describe('HTTP methods', () => {
  it.each(['GET', 'HEAD', 'PUT', 'PATCH', 'OPTIONS', 'TRACE', 'post'])(
    '%s is 405, names what is served, and says so in JSON-RPC',
    async (httpMethod) => {
      const { status, headers, message } = await example.send({ httpMethod });
      expect(status).toBe(405);
      expect(headers).toEqual({ 'content-type': 'application/json', allow: 'POST, DELETE' });
      expect(message).toEqual({ jsonrpc: '2.0', error: { code: -32600, message: expect.any(String) } });
    },
  );

  it('DELETE with a modern header or an unknown version is still 204', async () => {
    for (const version of ['2026-07-28', '2020-01-01']) {
      const answer = await example.send({
        httpMethod: 'DELETE',
        headers: { 'mcp-protocol-version': version },
      });
      expect(answer.status).toBe(204);
    }
  });
});

describe('Content-Type', () => {
  it.each([
    'application/json',
    'Application/JSON',
    'application/json;charset=utf-8',
    'application/json; charset="UTF-8"',
    'application/json ; profile=x',
  ])('%s is taken', async (type) => {
    expect((await example.send({ headers: { 'content-type': type }, body: LIST })).status).toBe(200);
  });

  it.each([
    undefined,
    '',
    'text/plain',
    'text/json',
    'application/jsonx',
    'application/json-rpc',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=application/json',
    'application/json; charset=utf-16',
    'application/json; charset=iso-8859-1',
  ])('%s is 415 in JSON-RPC, with the id', async (type) => {
    const { status, message } = await example.send({ headers: { 'content-type': type }, body: LIST });
    expect([status, message.error?.code, message.id]).toEqual([415, -32600, 'a']);
    expect(message.error?.message).toContain('application/json');
    expect(example.seen).toHaveLength(0);
  });
});

describe('Accept', () => {
  it.each([
    undefined,
    '',
    'application/json',
    'application/json, text/event-stream',
    'text/event-stream, application/json',
    'text/event-stream;q=1, application/json;q=0.1',
    '*/*',
    'application/*',
    'APPLICATION/JSON',
    'application/json;charset=utf-8',
    'text/html, */*;q=0.8',
    'text/event-stream;q=0, */*',
    'application/json;q=nonsense',
  ])('%s is answered with JSON', async (accept) => {
    const { status, headers, message } = await example.send({ headers: { accept }, body: LIST });
    expect([status, headers['content-type']]).toEqual([200, 'application/json']);
    expect(message.id).toBe('a');
  });

  it.each([
    'text/event-stream',
    'text/*',
    'Text/Event-Stream',
    'text/event-stream, application/json;q=0',
    'application/json;q=0.000, */*',
    'text/html, text/event-stream;q=0.1',
  ])('%s is answered with one event', async (accept) => {
    const { status, headers, text } = await example.send({ headers: { accept }, body: LIST });
    expect(status).toBe(200);
    expect(headers).toEqual({
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    });
    expect(text).toBe(
      'event: message\ndata: {"jsonrpc":"2.0","id":"a","result":{"served":"tools/list"}}\n\n',
    );
  });

  it.each([
    'text/html',
    'application/xml, image/*',
    'application/json;q=0',
    'application/json; Q=0 , text/event-stream;q=0.0',
    '*/*;q=0',
    'application/*;q=0, text/html',
    'application/jsonx',
    'nonsense',
  ])('%s is 406 in JSON-RPC, with the id', async (accept) => {
    const { status, message } = await example.send({ headers: { accept }, body: LIST });
    expect([status, message.error?.code, message.id]).toEqual([406, -32600, 'a']);
    expect(example.seen).toHaveLength(0);
  });

  it('an event stays on one line even when a prepared result is pretty-printed', async () => {
    example = exampleServer({
      'tools/list': () => new SerializedResult('{\r\n  "text": "line\\nline"\n}'),
    });
    const { text } = await example.send({ headers: { accept: 'text/event-stream' }, body: LIST });
    const data = text?.split('\n').filter((line) => line.startsWith('data: ')) ?? [];
    expect(data).toHaveLength(1);
    expect(text).not.toContain('\r');
    expect(JSON.parse(data[0]!.slice(6))).toEqual({
      jsonrpc: '2.0',
      id: 'a',
      result: { text: 'line\nline' },
    });
  });

  it('a JSON-RPC error that travels with 200 is answered in kind too', async () => {
    const { status, headers } = await example.send({
      headers: { accept: 'text/event-stream' },
      body: { ...LIST, method: 'no/such' },
    });
    expect([status, headers['content-type']]).toEqual([200, 'text/event-stream']);
  });
});
