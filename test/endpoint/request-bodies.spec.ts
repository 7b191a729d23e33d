import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { EndpointClient } from '../support/endpoint-client.js';
import { PLATFORMS, startApp } from '../support/running-app.js';
import type { RunningApp } from '../support/running-app.js';
import { itemsModule } from './items.fixture.js';

/** Fastify adds the charset. */
const JSON_TYPE = /^application\/json(; charset=utf-8)?$/;
const PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}';

describe.each(PLATFORMS)('a request body on %s', (platform) => {
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

  it.each([
    ['is cut off', '{"jsonrpc":"2.0",'],
    ['is no JSON', 'hello'],
    ['has a trailing comma', '{"jsonrpc":"2.0","id":1,"method":"ping",}'],
    ['is empty', ''],
    ['is white space', '  \n'],
  ])('that %s is a parse error', async (_, body) => {
    const answer = await client.post(body);
    expect(answer.status).toBe(400);
    expect(answer.headers.get('content-type')).toMatch(JSON_TYPE);
    expect(answer.message).toMatchObject({ jsonrpc: '2.0', error: { code: -32700 } });
    expect(answer.message).not.toHaveProperty('id');
  });

  it.each(['null', 'true', '7', '"ping"', '{}', '{"id":1,"method":"ping"}', '{"jsonrpc":"2.0","id":1}'])(
    'that is JSON but no message is an invalid request: %s',
    async (body) => {
      const answer = await client.post(body);
      expect(answer.status).toBe(400);
      expect([-32600, -32700]).toContain(answer.message.error?.code);
    },
  );

  it('that is too large is 413', async () => {
    const answer = await client.post({
      jsonrpc: '2.0',
      id: 1,
      method: 'ping',
      params: { x: 'x'.repeat(2 ** 21) },
    });
    expect(answer.status).toBe(413);
    expect(answer.message).toMatchObject({ error: { code: -32600 } });
    expect(answer.message.error?.message).toContain('larger');
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/json; charset=iso-8859-1',
    'application/json; charset=koi8-r',
    'application/jsonp',
    'json',
  ])('of the type %s is refused in JSON-RPC', async (type) => {
    const answer = await client.post(PING, { 'content-type': type });
    expect(answer.status).toBe(415);
    expect(answer.headers.get('content-type')).toMatch(JSON_TYPE);
    expect(answer.message).toMatchObject({ jsonrpc: '2.0', error: { code: -32600 } });
  });

  it('in UTF-16 is refused in JSON-RPC', async () => {
    const type = 'application/json; charset=utf-16le';
    const answer = await client.post(Buffer.from(PING, 'utf16le'), { 'content-type': type });
    expect([400, 415]).toContain(answer.status);
    expect(answer.message).toMatchObject({ jsonrpc: '2.0', error: {} });
  });

  it('without a type is refused in JSON-RPC', async () => {
    const answer = await client.send('POST', {}, Buffer.from(PING));
    expect(answer.status).toBe(415);
    expect(answer.message).toMatchObject({ error: { code: -32600 } });
  });

  it('that is missing altogether is refused in JSON-RPC', async () => {
    const answer = await client.send('POST');
    expect([400, 415]).toContain(answer.status);
    expect(answer.message).toMatchObject({ jsonrpc: '2.0', error: {} });
  });

  it.each([
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'Application/JSON',
    'application/json; charset="utf-8"',
  ])('of the type %s is read', async (type) => {
    const answer = await client.post(PING, { 'content-type': type });
    expect([answer.status, answer.text]).toEqual([200, '{"jsonrpc":"2.0","id":1,"result":{}}']);
  });

  it('that is gzipped is read or refused, in JSON-RPC', async () => {
    const answer = await client.post(gzipSync(PING), { 'content-encoding': 'gzip' });
    if (platform === 'express') {
      expect([answer.status, answer.text]).toEqual([200, '{"jsonrpc":"2.0","id":1,"result":{}}']);
    } else {
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.message).toMatchObject({ jsonrpc: '2.0', error: {} });
    }
  });

  it('in an unknown encoding is refused in JSON-RPC where the platform looks at it', async () => {
    const answer = await client.post(PING, { 'content-encoding': 'zip' });
    expect(answer.status).toBe(platform === 'express' ? 415 : 200);
    expect(answer.message.jsonrpc).toBe('2.0');
  });

  it('that says it is gzip and is not is refused in JSON-RPC', async () => {
    const answer = await client.post('not gzip', { 'content-encoding': 'gzip' });
    expect(answer.status).toBe(400);
    expect(answer.message).toMatchObject({ jsonrpc: '2.0', error: {} });
  });

  it('with __proto__ never reaches an object of the application', async () => {
    const body =
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add_item","arguments":{"name":"Tea","__proto__":{"admin":true}}}}';
    const answer = await client.post(body);
    expect(answer.message.result?.['isError'] === true || answer.status === 400).toBe(true);
    expect(answer.text).not.toContain('added');
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });

  it('in UTF-8 keeps every character', async () => {
    const answer = await client.callTool('add_item', { name: 'Café 世界 👋 \u2028' });
    expect(JSON.parse(answer.said)).toEqual({ added: 'Café 世界 👋 \u2028' });
  });

  it('with a byte order mark is answered in JSON-RPC', async () => {
    const answer = await client.post(`\uFEFF${PING}`);
    expect([200, 400]).toContain(answer.status);
    expect(answer.message.jsonrpc).toBe('2.0');
  });
});
