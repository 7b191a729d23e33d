import { Readable } from 'node:stream';
import fastifyCookie from '@fastify/cookie';
import { Body, Controller, Get, Post, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify';
import { McpTool } from 'nestjs-mcp';
import { describeParity } from './parity-table.js';
import type { ParityRow } from './parity-table.js';

@Controller('fastify')
@McpTool()
class FastifyController {
  @Get('code')
  code(@Res() reply: FastifyReply) {
    void reply.code(418).send({ tea: 'pot' });
  }

  @Get('send-null')
  sendNull(@Res() reply: FastifyReply) {
    void reply.send(null);
  }

  @Get('send-nothing')
  sendNothing(@Res() reply: FastifyReply) {
    void reply.code(202).send();
  }

  @Get('send-text')
  sendText(@Res() reply: FastifyReply) {
    void reply.type('text/html').send('<i>');
  }

  @Get('send-json-text')
  sendJsonText(@Res() reply: FastifyReply) {
    void reply.type('application/json').send('{"already":"text"}');
  }

  @Get('send-error')
  sendError(@Res() reply: FastifyReply) {
    void reply.code(409).send(new Error('hidden'));
  }

  @Get('send-stream')
  sendStream(@Res() reply: FastifyReply) {
    void reply.type('text/csv').send(Readable.from(['a,', 'b']));
  }

  @Get('send-response')
  sendResponse(@Res() reply: FastifyReply) {
    void reply.send(
      new Response('{"from":"Response"}', { status: 203, headers: { 'content-type': 'application/json' } }),
    );
  }

  @Get('serializer')
  serializer(@Res() reply: FastifyReply) {
    void reply
      .type('application/json')
      .serializer(() => '{"by":"serializer"}')
      .send({ a: 1 });
  }

  @Get('redirect')
  redirect(@Res() reply: FastifyReply) {
    void reply.redirect('/elsewhere', 303);
  }

  @Get('call-not-found')
  callNotFound(@Res() reply: FastifyReply) {
    reply.callNotFound();
  }

  @Get('returned-reply')
  async returnedReply(@Res() reply: FastifyReply) {
    await reply.send({ returned: true });
  }

  @Get('raw')
  raw(@Res() reply: FastifyReply) {
    reply.raw.writeHead(203, { 'content-type': 'text/plain' });
    reply.raw.write('one ');
    reply.raw.end('two');
  }

  @Get('hijack')
  hijack(@Res() reply: FastifyReply) {
    reply.hijack();
    reply.raw.statusCode = 202;
    reply.raw.setHeader('content-type', 'text/plain');
    reply.raw.end('hijacked');
  }

  @Get('headers')
  headers(@Res() reply: FastifyReply) {
    void reply.headers({ 'x-a': '1', 'x-b': '2' }).header('x-c', '3').removeHeader('x-b');
    void reply.send({ a: reply.getHeader('x-a'), b: reply.hasHeader('x-b'), c: reply.getHeaders()['x-c'] });
  }

  @Get('cookie')
  cookie(@Res({ passthrough: true }) reply: FastifyReply) {
    void reply.setCookie('a', '1', { path: '/' });
    return { set: true };
  }

  @Get('state')
  state(@Res() reply: FastifyReply) {
    void reply.send({ sent: reply.sent, status: reply.statusCode, elapsed: typeof reply.elapsedTime });
  }

  @Get('sends-twice')
  sendsTwice(@Res() reply: FastifyReply) {
    void reply.send({ first: true });
    void reply.send({ second: true });
  }

  @Get('decorated')
  decorated(@Res() reply: FastifyReply & { greet(name: string): unknown }) {
    reply.greet('ann');
  }

  @Post('request')
  request(@Req() request: FastifyRequest, @Body('a') a: string) {
    return {
      a,
      tenant: request.headers['x-tenant'],
      method: request.method,
      url: request.url,
      originalUrl: request.originalUrl,
      raw: [request.raw.method, request.raw.url],
      host: request.host,
      hostname: request.hostname,
      protocol: request.protocol,
      ip: request.ip,
      route: request.routeOptions.url,
      is404: request.is404,
      cookies: request.cookies,
    };
  }

  @Get('config')
  @RouteConfig({ cost: 5 })
  config(@Req() request: FastifyRequest) {
    return { cost: (request.routeOptions.config as { cost?: number }).cost };
  }
}

const decorate: FastifyPluginCallback = (instance, _options, done) => {
  instance.decorateReply('greet', function (this: FastifyReply, name: string) {
    return this.code(202).send({ hello: name });
  });
  done();
};
Object.assign(decorate, { [Symbol.for('skip-override')]: true });

const row = (title: string, path: string, tool: string, status: number, body?: unknown): ParityRow => ({
  title,
  tool: `fastify_${tool}`,
  http: `GET /fastify/${path}`,
  on: 'fastify',
  status,
  ...(body !== undefined && { body }),
});

describeParity(
  "what handlers use of Fastify's objects",
  {
    controllers: [FastifyController],
    configure: async (app) => {
      const fastify = app as NestFastifyApplication;
      await fastify.register(fastifyCookie);
      await fastify.register(decorate);
    },
  },
  [
    row('reply.code().send()', 'code', 'code', 418, { tea: 'pot' }),
    row('reply.send(null)', 'send-null', 'send_null', 200),
    row('reply.send() of nothing', 'send-nothing', 'send_nothing', 202),
    row('reply.type().send()', 'send-text', 'send_text', 200, '<i>'),
    row('reply.type().send() of JSON text', 'send-json-text', 'send_json_text', 200, { already: 'text' }),
    row('reply.send() of an error', 'send-error', 'send_error', 500),
    row('reply.send() of a stream', 'send-stream', 'send_stream', 200, 'a,b'),
    row('reply.send() of a Response', 'send-response', 'send_response', 203, { from: 'Response' }),
    row('reply.serializer()', 'serializer', 'serializer', 200, { by: 'serializer' }),
    row('reply.redirect()', 'redirect', 'redirect', 303),
    row('reply.callNotFound()', 'call-not-found', 'call_not_found', 404),
    row('a reply that is awaited', 'returned-reply', 'returned_reply', 200, { returned: true }),
    row('reply.raw', 'raw', 'raw', 203, 'one two'),
    row('reply.hijack()', 'hijack', 'hijack', 202, 'hijacked'),
    row('headers', 'headers', 'headers', 200, { a: '1', b: false, c: '3' }),
    row('reply.setCookie()', 'cookie', 'cookie', 200, { set: true }),
    row('the state of an unsent reply', 'state', 'state', 200, {
      sent: false,
      status: 200,
      elapsed: 'number',
    }),
    row('an answer sent twice', 'sends-twice', 'sends_twice', 200, { first: true }),
    row('a decorated reply', 'decorated', 'decorated', 202, { hello: 'ann' }),
    {
      title: 'what the request tells',
      tool: 'fastify_request',
      args: { a: 'x' },
      http: { method: 'POST', path: '/fastify/request', body: { a: 'x' } },
      headers: { 'x-tenant': 'acme', host: 'shop.example.com:81', cookie: 'theme=dark' },
      on: 'fastify',
      status: 201,
      body: {
        a: 'x',
        tenant: 'acme',
        method: 'POST',
        url: '/fastify/request',
        originalUrl: '/fastify/request',
        raw: ['POST', '/fastify/request'],
        host: 'shop.example.com:81',
        hostname: 'shop.example.com',
        protocol: 'http',
        ip: '127.0.0.1',
        route: '/fastify/request',
        is404: false,
        cookies: { theme: 'dark' },
      },
    },
    row('@RouteConfig()', 'config', 'config', 200, { cost: 5 }),
  ],
);
