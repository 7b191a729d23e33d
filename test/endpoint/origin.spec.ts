import { request } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { afterEach, describe, expect, it } from '@jest/globals';
import { APP_GUARD } from '@nestjs/core';
import type { McpRootOptions } from 'nestjs-mcp';
import { PLATFORMS, startApp } from '../support/running-app.js';
import type { RunningApp } from '../support/running-app.js';
import { itemsModule } from './items.fixture.js';

const PUBLIC = 'shop.example.com';
const JSON_TYPE = { 'content-type': 'application/json' };

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

describe.each(PLATFORMS)('Origin and Host on %s', (platform) => {
  let server: RunningApp;
  afterEach(() => server.close());

  const start = async (options: McpRootOptions = {}, guard?: { canActivate(): boolean }) => {
    const providers = guard ? [{ provide: APP_GUARD, useValue: guard }] : [];
    server = await startApp({ platform, module: itemsModule(options, { providers }) });
  };

  /** A request as a browser or a proxy sends it: `fetch` would not let these headers through. */
  const send = (headers: Record<string, string>, method = 'POST') =>
    new Promise<Answer>((resolve, reject) => {
      const outgoing = request(
        server.mcp,
        { method, agent: false, headers: { ...(method === 'POST' && JSON_TYPE), ...headers } },
        (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
          response.on('end', () =>
            resolve({ status: response.statusCode!, headers: response.headers, text }),
          );
        },
      );
      outgoing.on('error', reject);
      outgoing.end(method === 'POST' ? '{"jsonrpc":"2.0","id":7,"method":"ping"}' : undefined);
    });

  const status = async (headers: Record<string, string>, method?: string) =>
    (await send(headers, method)).status;

  it('refuses foreign pages with a JSON-RPC error without an id, whatever the method', async () => {
    await start();
    const answer = await send({ origin: 'https://evil.example.com' });
    expect(answer.status).toBe(403);
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
    expect(JSON.parse(answer.text)).toEqual({
      jsonrpc: '2.0',
      error: { code: -32600, message: 'Pages of this origin may not call this server' },
    });
    for (const method of ['GET', 'DELETE', 'PUT', 'OPTIONS']) {
      expect([method, await status({ origin: 'https://evil.example.com' }, method)]).toEqual([method, 403]);
    }
  });

  it('refuses before any guard runs', async () => {
    let runs = 0;
    await start(
      {},
      {
        canActivate: () => {
          runs++;
          return true;
        },
      },
    );
    expect(await status({ origin: 'https://evil.example.com' })).toBe(403);
    expect(runs).toBe(0);
    expect(await status({})).toBe(200);
    expect(runs).toBe(1);
  });

  it.each([
    'null',
    '',
    'evil',
    'http://',
    'http://localhost.evil.example.com',
    'http://127.0.0.1.evil.example.com',
    'http://evil.example.com#localhost',
    'vscode-webview://localhost',
    'file://',
  ])('refuses the origin "%s"', async (origin) => {
    await start();
    expect(await status({ origin })).toBe(403);
  });

  it('lets pages of this machine in, at any port', async () => {
    await start();
    for (const origin of ['http://localhost:6274', 'http://127.0.0.1', 'http://[::1]:8080', server.origin]) {
      expect([origin, await status({ origin })]).toEqual([origin, 200]);
    }
    expect(await status({ origin: 'http://localhost:6274', host: PUBLIC })).toBe(403);
  });

  it('refuses a page that has brought its own name to this machine', async () => {
    await start();
    const answer = await send({ origin: 'http://evil.example.com:3000', host: 'evil.example.com:3000' });
    expect(answer.status).toBe(403);
    expect(answer.text).toContain('This host is not served here');
  });

  it('does not stand in the way of a proxy on this machine', async () => {
    await start();
    expect(await status({ host: PUBLIC })).toBe(200);
    expect(await status({ host: PUBLIC, origin: `https://${PUBLIC}` })).toBe(200);
    expect(await status({ host: `${PUBLIC}:443`, origin: `https://${PUBLIC}` })).toBe(200);
    expect(await status({ host: PUBLIC, origin: `https://${PUBLIC}:8443` })).toBe(403);
    expect(await status({ host: PUBLIC, origin: 'https://evil.example.com' })).toBe(403);
  });

  it('lets in the origins of the option', async () => {
    await start({ allowedOrigins: ['https://App.example.com:443/', 'vscode-webview://panel', 'null'] });
    for (const origin of ['https://app.example.com', 'vscode-webview://panel', 'null', server.origin]) {
      expect([origin, await status({ origin })]).toEqual([origin, 200]);
    }
    for (const origin of [
      'http://app.example.com',
      'https://app.example.com.evil.com',
      'vscode-webview://x',
    ]) {
      expect([origin, await status({ origin })]).toEqual([origin, 403]);
    }
    // An origin that is named may come by any name of this machine.
    expect(await status({ origin: 'https://app.example.com', host: PUBLIC })).toBe(200);
  });

  it('lets in all pages when the option says so', async () => {
    await start({ allowedOrigins: '*' });
    expect(await status({ origin: 'https://anywhere.example.com' })).toBe(200);
    expect(await status({ origin: 'null' })).toBe(200);
  });

  it('takes the hosts of the option and no others, with or without an origin', async () => {
    await start({ allowedHosts: [PUBLIC, 'localhost:3000'] });
    expect(await status({ host: PUBLIC })).toBe(200);
    expect(await status({ host: `${PUBLIC}:8080` })).toBe(200);
    expect(await status({ host: 'LOCALHOST:3000' })).toBe(200);
    expect(await status({ host: PUBLIC, origin: `http://${PUBLIC}` })).toBe(200);
    for (const host of ['localhost:3001', 'evil.example.com', `${PUBLIC}.evil.com`, `evil@${PUBLIC}`, '']) {
      expect([host, await status({ host })]).toEqual([host, 403]);
    }
    expect(await status({})).toBe(403);
  });

  describe('with cors', () => {
    const closed = { canActivate: () => false };
    const preflight = {
      origin: 'https://app.example.com',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type, mcp-param-region, x-other',
    };

    it('answers what browsers ask first, before any guard', async () => {
      await start({ cors: true, allowedOrigins: ['https://app.example.com'] }, closed);
      const answer = await send(preflight, 'OPTIONS');
      expect([answer.status, answer.text]).toEqual([204, '']);
      expect(answer.headers).toMatchObject({
        'access-control-allow-origin': 'https://app.example.com',
        'access-control-allow-methods': 'POST, GET, DELETE',
        'access-control-max-age': '86400',
        vary: 'Origin',
      });
      const allowed = String(answer.headers['access-control-allow-headers']).split(', ');
      expect(allowed).toEqual(
        expect.arrayContaining([
          'authorization',
          'content-type',
          'mcp-method',
          'mcp-name',
          'mcp-protocol-version',
          'mcp-session-id',
          'mcp-param-region',
          'last-event-id',
        ]),
      );
      expect(allowed).not.toContain('x-other');
      expect(await status({ origin: 'https://app.example.com' })).toBe(403);
    });

    it('refuses what foreign browsers ask first', async () => {
      await start({ cors: true, allowedOrigins: ['https://app.example.com'] });
      const answer = await send({ ...preflight, origin: 'https://evil.example.com' }, 'OPTIONS');
      expect(answer.status).toBe(403);
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    });

    it('sends the headers with every answer to a page, refusals of guards included', async () => {
      await start({ cors: true, allowedOrigins: ['https://app.example.com'] }, closed);
      const { status: code, headers } = await send({ origin: 'https://app.example.com' });
      expect(code).toBe(403);
      expect(headers).toMatchObject({
        'access-control-allow-origin': 'https://app.example.com',
        'access-control-expose-headers': 'mcp-session-id, mcp-protocol-version, www-authenticate',
      });
    });

    it('sends nothing of it to others', async () => {
      await start({ cors: true });
      expect((await send({})).headers['access-control-allow-origin']).toBeUndefined();
    });

    it('takes further headers, and for how long browsers remember', async () => {
      await start({ cors: { allowedHeaders: ['x-tenant'], maxAge: 60 }, allowedOrigins: '*' });
      const { headers } = await send(preflight, 'OPTIONS');
      expect(headers['access-control-allow-origin']).toBe('*');
      expect(headers['access-control-max-age']).toBe('60');
      expect(headers['access-control-allow-headers']).toContain('x-tenant');
    });

    it('leaves other OPTIONS requests to the endpoint', async () => {
      await start({ cors: true });
      expect(await status({}, 'OPTIONS')).toBe(405);
    });
  });

  it('leaves OPTIONS alone without cors', async () => {
    await start();
    const { status: code, headers } = await send({ origin: server.origin }, 'OPTIONS');
    expect(code).toBe(405);
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });
});
