import { gzipSync } from 'node:zlib';
import compress from '@fastify/compress';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { McpModule } from 'nestjs-mcp';
import { EndpointClient } from '../support/endpoint-client.js';
import { PLATFORMS, startApp } from '../support/running-app.js';
import type { RunningApp } from '../support/running-app.js';
import { Seen, takingModule } from './taking.fixture.js';

const LIMIT = 4_096;

/** A call that is so many bytes long. */
function callOf(bytes: number): string {
  const body = (text: string) =>
    JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'body', arguments: { text } },
    });
  return body('x'.repeat(bytes - body('').length));
}

describe.each(PLATFORMS)('the size of a request on %s', (platform) => {
  let server: RunningApp;
  let seen: Seen;

  /** On Fastify a plugin has to inflate bodies. */
  async function start(inflates = true): Promise<EndpointClient> {
    seen = new Seen();
    server = await startApp({
      platform,
      module: { imports: [McpModule.forRoot()], ...takingModule(seen) },
      fastify: { bodyLimit: LIMIT },
      configure: async (app) => {
        if (platform === 'fastify' && inflates) {
          await (app as NestFastifyApplication).register(compress);
        }
        if (platform === 'express') {
          (app as NestExpressApplication).useBodyParser('json', { limit: LIMIT });
        }
      },
    });
    return new EndpointClient(server.mcp);
  }
  afterEach(() => server.close());

  it("is what the application's body parser takes", async () => {
    const client = await start();
    expect((await client.post(callOf(LIMIT))).said).toBe('seen');
    for (const bytes of [LIMIT + 1, LIMIT * 500]) {
      const { status, message } = await client.post(callOf(bytes));
      expect(status).toBe(413);
      expect(message).toEqual({
        jsonrpc: '2.0',
        error: { code: -32600, message: 'The request body is larger than this server takes' },
      });
    }
    expect(seen.values).toHaveLength(1);
  });

  it('counts after it was inflated, and a bomb is not inflated to its end', async () => {
    const client = await start();
    const bomb = gzipSync(callOf(64 * 1024 * 1024));
    expect(bomb.length).toBeLessThan(100_000);
    const { status, message } = await client.post(bomb, { 'content-encoding': 'gzip' });
    expect(status).toBe(413);
    expect(message).toMatchObject({ jsonrpc: '2.0', error: { code: -32600 } });
    const { status: ofSmall } = await client.post(gzipSync(callOf(LIMIT + 1)), {
      'content-encoding': 'gzip',
    });
    expect(ofSmall).toBe(413);
    expect(seen.values).toEqual([]);
    expect((await client.post(gzipSync(callOf(LIMIT)), { 'content-encoding': 'gzip' })).said).toBe('seen');
  });

  if (platform === 'fastify') {
    it('counts before anything is inflated where nothing inflates', async () => {
      const client = await start(false);
      const bomb = gzipSync(callOf(64 * 1024 * 1024));
      expect((await client.post(bomb, { 'content-encoding': 'gzip' })).status).toBe(413);
    });
  }
});
