import { request } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { EndpointClient } from '../support/endpoint-client.js';
import { PLATFORMS, startApp } from '../support/running-app.js';
import type { RunningApp } from '../support/running-app.js';
import { itemsModule } from './items.fixture.js';

const PONG = '{"jsonrpc":"2.0","id":1,"result":{}}';
const PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}';

describe.each(PLATFORMS)('Accept on %s', (platform) => {
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
    'application/json, text/event-stream',
    'text/event-stream, application/json',
    'application/json',
    '*/*',
    'application/*',
    'Application/JSON;q=0.5',
    'text/html, */*;q=0.1',
  ])('%s is answered with JSON', async (accept) => {
    const answer = await client.legacy('ping', undefined, { accept });
    expect([answer.status, answer.text]).toEqual([200, PONG]);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json\b/);
  });

  it.each(['text/event-stream', 'text/*', 'text/event-stream, application/json;q=0'])(
    '%s is answered with one event on one line, and the end of the stream',
    async (accept) => {
      const answer = await client.legacy('tools/list', undefined, { accept });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toMatch(/^text\/event-stream\b/);
      expect(answer.headers.get('cache-control')).toContain('no-transform');
      expect(answer.text).toMatch(/^event: message\ndata: \{.*\}\n\n$/);
    },
  );

  it('a call by event stream gets the result in it', async () => {
    const headers = { accept: 'text/event-stream' };
    const answer = await client.callTool('find_item', { id: 4 }, headers);
    expect(answer.text).toContain('{\\"id\\":4}');
    const modern = await client.modern('tools/list', {}, headers);
    expect(modern.text).toMatch(/^event: message\ndata: /);
  });

  it('an error is JSON whatever is accepted', async () => {
    const answer = await client.post('{oops', { accept: 'text/event-stream' });
    expect(answer.status).toBe(400);
    expect(answer.message).toMatchObject({ error: { code: -32700 } });
  });

  it.each(['text/html', 'image/png, application/xml'])('%s is 406 in JSON-RPC', async (accept) => {
    const answer = await client.legacy('ping', undefined, { accept });
    expect(answer.status).toBe(406);
    expect(answer.message).toMatchObject({ id: 1, error: { code: -32600 } });
  });

  it('no Accept at all is answered with JSON', async () => {
    expect(await postWithoutAccept(server.mcp)).toBe(PONG);
    await client.legacy('ping');
  });
});

/** `fetch` always sends one. */
function postWithoutAccept(url: URL): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' };
    request(url, { method: 'POST', headers, agent: false }, (response) => {
      let text = '';
      response.on('data', (chunk) => (text += String(chunk)));
      response.on('end', () => resolve(text));
    })
      .on('error', reject)
      .end(PING);
  });
}
