import { describe, expect, it } from '@jest/globals';
import { Body, Controller, Get, Next, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { Type } from '@nestjs/common';
import type { NextFunction, Request, Response as ExpressResponse } from 'express';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { McpTool } from '../../lib/index.js';
import { boot, PLATFORMS } from '../support/mcp-app.js';
import type { PlatformName } from '../support/mcp-app.js';

type Properties = Record<string | symbol, unknown>;

/** What an inner handler can do to a request: the objects themselves, and some values that may be replaced. */
const VALUES = [
  'method',
  'url',
  'originalUrl',
  'params',
  'query',
  'body',
  'headers',
  'rawHeaders',
  'user',
  'id',
  'route',
];

function snapshot(request: object): unknown[] {
  const objects = [request, (request as { raw?: object }).raw].filter((object) => object !== undefined);
  return objects.map((object) => ({
    keys: Object.keys(object).sort(),
    values: structuredClone(
      Object.fromEntries(VALUES.map((name) => [name, plain((object as Properties)[name])])),
    ),
    identities: VALUES.map((name) => (object as Properties)[name]),
  }));
}

function plain(value: unknown): unknown {
  return value === undefined ? undefined : (JSON.parse(JSON.stringify(value) ?? 'null') as unknown);
}

describe.each(PLATFORMS)('on %s, after a call', (platform) => {
  @Controller('things')
  class ThingsController {
    @Post(':id')
    @McpTool('change')
    change(
      @Req() request: Properties & { raw?: Properties },
      @Param('id') id: string,
      @Query('q') q: string,
      @Body('note') note: string,
    ) {
      const seen = { url: request.url, method: request.method, id, q, note };
      for (const object of [request, request.raw ?? {}]) {
        for (const name of [...VALUES, 'newProperty', 'session']) {
          object[name] = 'overwritten';
        }
      }
      return seen;
    }
  }

  it('the request that reached the endpoint is what it was', async () => {
    const snapshots: unknown[] = [];
    const app = await boot(
      { controllers: [ThingsController] },
      {
        platform,
        mcp: {
          beforeToolCall: (_name, _args, request) => snapshots.push(snapshot(request)),
          afterToolCall: (_name, _args, request) => snapshots.push(snapshot(request)),
        },
      },
    );
    expect(await app.value('change', { id: '1', q: 'a', note: 'n' })).toEqual({
      url: '/things/1?q=a',
      method: 'POST',
      id: '1',
      q: 'a',
      note: 'n',
    });
    const [before, after] = snapshots;
    expect(snapshots).toHaveLength(2);
    expect(after).toEqual(before);
    expect(after).toMatchObject(
      [{ values: { url: '/mcp', method: 'POST' } }].concat(
        platform === 'fastify' ? [{ values: { url: '/mcp', method: 'POST' } }] : [],
      ),
    );
  });
});

type Act<Incoming, Outgoing> = (request: Incoming, response: Outgoing, next: NextFunction) => unknown;

const ON_EXPRESS: Record<string, Act<Request, ExpressResponse>> = {
  'response.end()': (_request, response) => void response.end('inner'),
  'response.write() and end()': (_request, response) => {
    response.write('inner');
    response.end();
  },
  'response.writeHead() and end()': (_request, response) => {
    response.writeHead(418, { 'x-inner': '1' }).end('inner');
  },
  'response.status().json()': (_request, response) => void response.status(418).json({ inner: true }),
  'response.set(), cookie() and clearCookie()': (_request, response) => {
    response
      .set('x-inner', '1')
      .cookie('inner', '1')
      .clearCookie('other')
      .append('x-inner', '2')
      .vary('x')
      .send('inner');
  },
  'response.redirect()': (_request, response) => response.redirect('/elsewhere'),
  'response.sendStatus()': (_request, response) => void response.sendStatus(418),
  'response.attachment() and links()': (_request, response) => {
    response.attachment('inner.txt').links({ next: '/inner' }).send('inner');
  },
  'response.flushHeaders() and end()': (_request, response) => {
    response.flushHeaders();
    response.end('inner');
  },
  'response.destroy()': (_request, response) => void response.destroy(),
  'response.socket.destroy()': (_request, response) => {
    response.socket?.destroy();
    response.end('inner');
  },
  'response.socket.end()': (_request, response) => {
    response.socket?.end('HTTP/1.1 200 OK\r\nx-inner: 1\r\n\r\ninner');
    response.end('inner');
  },
  'response.connection.write()': (_request, response) => {
    response.connection?.write('HTTP/1.1 200 OK\r\nx-inner: 1\r\n\r\ninner');
    response.end('inner');
  },
  'response.render() without a view': (_request, response) => response.render('no-such-view'),
  'response.sendFile() without a file': (_request, response) => response.sendFile('/no/such/file'),
  'response.sendFile()': (_request, response) => response.sendFile(`${process.cwd()}/package.json`),
  'response.download() without a file': (_request, response) => response.download('/no/such/file'),
  'response.req.res.end()': (_request, response) => void response.req.res?.end('inner'),
  'request.res.end()': (request) => void request.res?.end('inner'),
  'request.next()': (request) => request.next?.(),
  'request.next(error)': (request) => request.next?.(new Error('inner')),
  'next()': (_request, _response, next) => next(),
  'next(error)': (_request, _response, next) => next(new Error('inner')),
  'request.destroy()': (request, response) => {
    request.destroy();
    response.end('inner');
  },
  'request.socket.destroy()': (request, response) => {
    request.socket.destroy();
    response.end('inner');
  },
  'request.socket.end()': (request, response) => {
    request.socket.end('inner');
    response.end('inner');
  },
  'request.connection.write()': (request, response) => {
    request.connection.write('inner');
    response.end('inner');
  },
};

const ON_FASTIFY: Record<string, Act<FastifyRequest, FastifyReply>> = {
  'reply.send()': (_request, reply) => void reply.code(418).header('x-inner', '1').send('inner'),
  'reply.headers() and removeHeader()': (_request, reply) => {
    reply.headers({ 'x-inner': '1' }).removeHeader('content-type').type('text/inner').send('inner');
  },
  'reply.raw.end()': (_request, reply) => void reply.raw.end('inner'),
  'reply.raw.write() and end()': (_request, reply) => {
    reply.raw.write('inner');
    reply.raw.end();
  },
  'reply.raw.writeHead() and end()': (_request, reply) => {
    reply.raw.writeHead(418, { 'x-inner': '1' }).end('inner');
  },
  'reply.raw.setHeader()': (_request, reply) => {
    reply.raw.setHeader('x-inner', '1');
    void reply.send('inner');
  },
  'reply.hijack() and raw.end()': (_request, reply) => {
    reply.hijack();
    reply.raw.end('inner');
  },
  'reply.raw.destroy()': (_request, reply) => void reply.raw.destroy(),
  'reply.raw.socket.destroy()': (_request, reply) => {
    reply.raw.socket?.destroy();
    void reply.send('inner');
  },
  'reply.raw.socket.end()': (_request, reply) => {
    reply.raw.socket?.end('inner');
    void reply.send('inner');
  },
  'reply.redirect()': (_request, reply) => void reply.redirect('/elsewhere'),
  'reply.callNotFound()': (_request, reply) => void reply.callNotFound(),
  'reply.send(error)': (_request, reply) => void reply.send(new Error('inner')),
  'reply.request.raw.destroy()': (_request, reply) => {
    reply.request.raw.destroy();
    void reply.send('inner');
  },
  'request.raw.destroy()': (request, reply) => {
    request.raw.destroy();
    void reply.send('inner');
  },
  'request.raw.socket.destroy()': (request, reply) => {
    request.raw.socket.destroy();
    void reply.send('inner');
  },
  'request.raw.connection.end()': (request, reply) => {
    request.raw.connection.end('inner');
    void reply.send('inner');
  },
  'request.socket.destroy()': (request, reply) => {
    request.socket.destroy();
    void reply.send('inner');
  },
};

function controllerThat(act: Act<never, never>): Type {
  @Controller('things')
  class ThingsController {
    @Get()
    @McpTool('act')
    act(@Req() request: never, @Res() response: never, @Next() next: NextFunction) {
      act(request, response, next);
    }

    @Get('fine')
    @McpTool('fine')
    fine() {
      return 'fine';
    }
  }
  return ThingsController;
}

const ACTS: [PlatformName, string, Act<never, never>][] = [
  ...Object.entries(ON_EXPRESS).map(([name, act]): [PlatformName, string, Act<never, never>] => [
    'express',
    name,
    act,
  ]),
  ...Object.entries(ON_FASTIFY).map(([name, act]): [PlatformName, string, Act<never, never>] => [
    'fastify',
    name,
    act,
  ]),
];

describe('nothing that a handler does reaches the connection of the client', () => {
  it.each(ACTS)('on %s: %s', async (platform, _name, act) => {
    const app = await boot({ controllers: [controllerThat(act)] }, { platform });
    const call = { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 'act' } };
    const response = await app.post(call);
    const text = await response.text();
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    expect(Number(response.headers.get('content-length'))).toBe(Buffer.byteLength(text));
    for (const header of ['x-inner', 'set-cookie', 'location', 'link', 'vary', 'content-disposition']) {
      expect([header, response.headers.get(header)]).toEqual([header, null]);
    }
    expect(JSON.parse(text)).toMatchObject({ jsonrpc: '2.0', id: 7, result: { content: [{}] } });
    expect(await app.value('fine')).toBe('fine');
  });
});
