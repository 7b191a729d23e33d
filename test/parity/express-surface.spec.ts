import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { Body, Controller, Get, Next, Post, Req, Res } from '@nestjs/common';
import cookieParser from 'cookie-parser';
import type { NextFunction, Request, Response } from 'express';
import { McpTool } from 'nestjs-mcp';
import { describeParity } from './parity-table.js';
import type { ParityRow } from './parity-table.js';

const LICENSE = fileURLToPath(new URL('../../LICENSE', import.meta.url));

@Controller('express')
@McpTool()
class ExpressController {
  @Get('send-status')
  sendStatus(@Res() res: Response) {
    res.sendStatus(409);
  }

  @Get('json-error')
  jsonError(@Res() res: Response) {
    res.status(418).json({ tea: 'pot' });
  }

  @Get('json-null')
  jsonNull(@Res() res: Response) {
    res.json(null);
  }

  @Get('json-string')
  jsonString(@Res() res: Response) {
    res.json('text');
  }

  @Get('send-object')
  sendObject(@Res() res: Response) {
    res.send({ a: [1] });
  }

  @Get('send-json-text')
  sendJsonText(@Res() res: Response) {
    res.type('json').send('{"already":"text"}');
  }

  @Get('jsonp')
  jsonp(@Res() res: Response) {
    res.jsonp({ a: 1 });
  }

  @Get('end')
  end(@Res() res: Response) {
    res.statusCode = 202;
    res.setHeader('content-type', 'text/plain');
    res.write('one ');
    res.write(Buffer.from('two '));
    res.end('three');
  }

  @Get('end-empty')
  endEmpty(@Res() res: Response) {
    res.status(202).end();
  }

  @Get('write-head')
  writeHead(@Res() res: Response) {
    res.writeHead(203, 'Fine', { 'content-type': 'application/json' }).end('{"by":"writeHead"}');
  }

  @Get('pipe')
  pipe(@Res() res: Response) {
    res.type('text/csv');
    Readable.from(['a,', 'b']).pipe(res);
  }

  @Get('pipeline')
  async pipeline(@Res() res: Response) {
    res.type('text/csv');
    await pipeline(Readable.from(['c,', 'd']), res);
  }

  @Get('send-file')
  sendFile(@Res() res: Response) {
    res.sendFile(LICENSE, { headers: { 'content-type': 'text/plain' } });
  }

  @Get('download')
  download(@Res() res: Response) {
    res.download(LICENSE, 'LICENSE.txt');
  }

  @Get('send-missing-file')
  sendMissingFile(@Res() res: Response, @Next() next: NextFunction) {
    res.sendFile('/nowhere/at-all.txt', (error) => {
      if (error) {
        next(error);
      }
    });
  }

  @Get('format')
  format(@Res() res: Response) {
    res.format({ json: () => res.json({ format: 'json' }), text: () => res.send('text') });
  }

  @Get('headers')
  headers(@Res() res: Response) {
    res
      .set({ 'x-a': '1' })
      .append('x-a', '2')
      .vary('origin')
      .links({ next: '/n' })
      .location('/l')
      .attachment('a.json');
    res.removeHeader('x-gone');
    res.json({ a: res.get('x-a'), has: res.hasHeader('vary'), type: res.get('content-disposition') });
  }

  @Get('cookie')
  cookie(@Res() res: Response) {
    res.cookie('a', '1').clearCookie('b');
    res.json({ set: res.getHeader('set-cookie') });
  }

  @Get('locals')
  locals(@Res({ passthrough: true }) res: Response) {
    return { fromMiddleware: (res.locals as { note?: string }).note };
  }

  @Get('events')
  async events(@Res() res: Response) {
    const seen: string[] = [];
    res.on('finish', () => seen.push('finish'));
    await new Promise((resolve) => setImmediate(resolve));
    res.json({ sent: res.headersSent, ended: res.writableEnded, seen });
  }

  @Get('sends-twice')
  sendsTwice(@Res() res: Response) {
    res.json({ first: true });
    try {
      res.json({ second: true });
    } catch {
      // "Cannot set headers after they are sent"
    }
  }

  @Post('request')
  request(@Req() req: Request, @Body('a') a: string) {
    return {
      a,
      is: req.is('json'),
      accepts: req.accepts('json'),
      tenant: req.get('X-Tenant'),
      path: req.path,
      baseUrl: req.baseUrl,
      secure: req.secure,
      xhr: req.xhr,
      hostname: req.hostname,
      subdomains: req.subdomains,
      ip: req.ip,
      route: (req.route as { path: string }).path,
      cookies: req.cookies as unknown,
    };
  }

  @Get('res-of-req')
  responseOfRequest(@Req() req: Request) {
    req.res?.status(206);
    return { same: req.res?.req === req };
  }
}

const row = (title: string, path: string, tool: string, status: number, body?: unknown): ParityRow => ({
  title,
  tool: `express_${tool}`,
  http: `GET /express/${path}`,
  on: 'express',
  status,
  ...(body !== undefined && { body }),
});

describeParity(
  "what handlers use of Express's objects",
  {
    controllers: [ExpressController],
    configure: (app) => {
      app.use(cookieParser());
      app.use((_req: Request, res: Response, next: NextFunction) => {
        res.locals.note = 'from middleware';
        next();
      });
    },
  },
  [
    row('res.sendStatus()', 'send-status', 'send_status', 409, 'Conflict'),
    row('res.status().json()', 'json-error', 'json_error', 418, { tea: 'pot' }),
    row('res.json(null)', 'json-null', 'json_null', 200, null),
    {
      ...row('res.json() of a text', 'json-string', 'json_string', 200, 'text'),
    },
    row('res.send() of an object', 'send-object', 'send_object', 200, { a: [1] }),
    row('res.type().send() of JSON text', 'send-json-text', 'send_json_text', 200, { already: 'text' }),
    row('res.jsonp()', 'jsonp', 'jsonp', 200, { a: 1 }),
    row('res.write() and res.end()', 'end', 'end', 202, 'one two three'),
    row('res.end() alone', 'end-empty', 'end_empty', 202),
    row('res.writeHead()', 'write-head', 'write_head', 203, { by: 'writeHead' }),
    row('a stream piped into res', 'pipe', 'pipe', 200, 'a,b'),
    row('pipeline() into res', 'pipeline', 'pipeline', 200, 'c,d'),
    row('res.sendFile()', 'send-file', 'send_file', 200),
    row('res.download()', 'download', 'download', 200),
    row('res.sendFile() of a missing file', 'send-missing-file', 'send_missing_file', 404),
    row('res.format()', 'format', 'format', 200, { format: 'json' }),
    row('headers', 'headers', 'headers', 200),
    row('cookies', 'cookie', 'cookie', 200),
    row('res.locals', 'locals', 'locals', 200, { fromMiddleware: 'from middleware' }),
    row('the state of an unsent response', 'events', 'events', 200, { sent: false, ended: false, seen: [] }),
    row('an answer sent twice', 'sends-twice', 'sends_twice', 200, { first: true }),
    {
      title: 'what req tells of the request',
      tool: 'express_request',
      args: { a: 'x' },
      http: { method: 'POST', path: '/express/request', body: { a: 'x' } },
      headers: { 'x-tenant': 'acme', host: 'a.b.example.com', cookie: 'theme=dark' },
      on: 'express',
      status: 201,
      body: {
        a: 'x',
        is: 'json',
        accepts: 'json',
        tenant: 'acme',
        path: '/express/request',
        baseUrl: '',
        secure: false,
        xhr: false,
        hostname: 'a.b.example.com',
        subdomains: ['b', 'a'],
        ip: '127.0.0.1',
        route: '/express/request',
        cookies: { theme: 'dark' },
      },
    },
    row('req.res', 'res-of-req', 'response_of_request', 206, { same: true }),
  ],
);
