import fastifyCompress from '@fastify/compress';
import {
  Controller,
  Get,
  Injectable,
  RequestTimeoutException,
  Scope,
  ValidationPipe,
  Version,
  VersioningType,
} from '@nestjs/common';
import type {
  CallHandler,
  CanActivate,
  ExecutionContext,
  INestApplication,
  NestInterceptor,
} from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { afterEach, describe, expect, it } from '@jest/globals';
import compression from 'compression';
import type { Response } from 'express';
import { McpTool } from 'nestjs-mcp';
import { map, of, throwError } from 'rxjs';
import type { Observable } from 'rxjs';
import { EndpointClient } from '../support/endpoint-client.js';
import { PLATFORMS, startApp } from '../support/running-app.js';
import type { AppOptions, PlatformName, RunningApp } from '../support/running-app.js';
import { EveryErrorFilter, itemsModule } from './items.fixture.js';

@Injectable()
class WrappingInterceptor implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(map((data: unknown) => ({ data })));
  }
}

@Injectable({ scope: Scope.REQUEST })
class RequestScopedGuard implements CanActivate {
  canActivate() {
    return true;
  }
}

/** Answers in the place of handlers, as a cache does, but only on the endpoint: the tools themselves are left alone. */
@Injectable()
class AnsweringInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { url } = context.switchToHttp().getRequest<{ url: string }>();
    return url === '/mcp' ? of({ cached: true }) : next.handle();
  }
}

@Controller('versioned')
class VersionedController {
  @Get()
  @Version('2')
  @McpTool('versioned')
  find() {
    return 'second';
  }
}

interface Surrounding {
  readonly label: string;
  readonly options: (platform: PlatformName) => Partial<AppOptions>;
}

const SURROUNDINGS: readonly Surrounding[] = [
  {
    label: 'a global interceptor that answers in the place of the endpoint',
    options: () => ({ configure: (app) => app.useGlobalInterceptors(new AnsweringInterceptor()) }),
  },
  { label: 'a global prefix', options: () => ({ configure: (app) => app.setGlobalPrefix('api/v1') }) },
  {
    label: 'URI versioning with a default version',
    options: () => ({
      configure: (app) => app.enableVersioning({ type: VersioningType.URI, defaultVersion: '1' }),
    }),
  },
  {
    label: 'URI versioning with two default versions and a prefix',
    options: () => ({
      configure: (app) => {
        app.setGlobalPrefix('api');
        app.enableVersioning({ type: VersioningType.URI, defaultVersion: ['1', '2'] });
      },
    }),
  },
  {
    label: 'header versioning',
    options: () => ({
      configure: (app) =>
        app.enableVersioning({ type: VersioningType.HEADER, header: 'X-Version', defaultVersion: '1' }),
    }),
  },
  {
    label: 'media type versioning',
    options: () => ({
      configure: (app) => app.enableVersioning({ type: VersioningType.MEDIA_TYPE, key: 'v=' }),
    }),
  },
  {
    label: 'an interceptor that wraps results',
    options: () => ({
      configure: (app) => app.useGlobalInterceptors(new WrappingInterceptor()),
      module: itemsModule({}, { providers: [{ provide: APP_INTERCEPTOR, useClass: WrappingInterceptor }] }),
    }),
  },
  {
    label: 'a filter that reshapes errors',
    options: () => ({
      configure: (app) => app.useGlobalFilters(new EveryErrorFilter()),
      module: itemsModule({}, { providers: [{ provide: APP_FILTER, useClass: EveryErrorFilter }] }),
    }),
  },
  {
    label: 'a pipe that forbids unknown properties',
    options: () => {
      const strict = new ValidationPipe({
        whitelist: true,
        forbidNonWhitelisted: true,
        forbidUnknownValues: true,
      });
      return {
        configure: (app) => app.useGlobalPipes(strict),
        module: itemsModule({}, { providers: [{ provide: APP_PIPE, useValue: strict }] }),
      };
    },
  },
  { label: 'compression', options: () => ({ configure: compress }) },
  { label: 'middleware that sets security headers', options: () => ({ configure: secure }) },
  { label: 'CORS', options: () => ({ cors: true }) },
];

describe.each(PLATFORMS)('on %s', (platform) => {
  let server: RunningApp | undefined;
  afterEach(() => server?.close());

  it.each(SURROUNDINGS)('the endpoint answers the same with $label', async ({ options }) => {
    const plain = await startApp({ platform, module: itemsModule() });
    const expected = await conversation(plain);
    await plain.close();
    server = await startApp({ platform, module: itemsModule(), ...options(platform) });
    const seen = await conversation(server);
    // The application may reshape what a route answers, but not the result around it.
    seen.forEach((answer, index) => {
      if (answer.tool === undefined) {
        expect(answer).toEqual(expected[index]);
      } else {
        expect({ ...answer, tool: '' }).toEqual({ ...expected[index], tool: '' });
      }
    });
  });

  it('prefix and version are part of the paths of routes, not of the endpoint', async () => {
    server = await startApp({
      platform,
      module: itemsModule({}, { controllers: [VersionedController] }),
      configure: (app) => {
        app.setGlobalPrefix('api');
        app.enableVersioning({ type: VersioningType.URI });
      },
    });
    for (const path of ['/api/mcp', '/v1/mcp', '/api/v1/mcp', '/api/v2/mcp']) {
      expect((await fetch(new URL(path, server.origin), { method: 'POST' })).status).toBe(404);
    }
    const client = new EndpointClient(server.mcp);
    expect((await client.callTool('versioned')).said).toBe('second');
    await client.wire.assertValidMessages();
  });

  it('global interceptors do not run at the endpoint: one that throws fails the tools only', async () => {
    server = await startApp({
      platform,
      module: itemsModule(),
      configure: (app) =>
        app.useGlobalInterceptors({
          intercept: () => throwError(() => new RequestTimeoutException('Too slow.')),
        }),
    });
    const client = new EndpointClient(server.mcp);
    expect((await client.legacy('ping')).message.result).toEqual({});
    expect((await client.callTool('find_item', { id: 1 })).said).toContain('Too slow.');
    await client.wire.assertValidMessages();
  });

  it('with a request-scoped guard they do run, and what they throw is answered in JSON-RPC', async () => {
    server = await startApp({
      platform,
      module: itemsModule({}, { providers: [{ provide: APP_GUARD, useClass: RequestScopedGuard }] }),
      configure: (app) =>
        app.useGlobalInterceptors({
          intercept: () => throwError(() => new RequestTimeoutException('Too slow.')),
        }),
    });
    const client = new EndpointClient(server.mcp);
    const answer = await client.legacy('ping');
    expect([answer.status, answer.message.id]).toEqual([408, 1]);
    expect(answer.message.error).toEqual({ code: -32600, message: 'Too slow.' });
    await client.wire.assertValidMessages();
  });

  it('an error before the endpoint is reached is answered in JSON-RPC', async () => {
    server = await startApp({ platform, module: itemsModule(), configure: failEarly });
    const client = new EndpointClient(server.mcp);
    const answer = await client.legacy('ping');
    expect(answer.status).toBe(500);
    expect(answer.message.error).toEqual({
      code: -32603,
      message: 'Internal error',
      data: { errorId: expect.any(String) as unknown },
    });
    await client.wire.assertValidMessages();
  });

  it('interceptor and filter of the application do run in the call', async () => {
    server = await startApp({
      platform,
      module: itemsModule(),
      configure: (app) => {
        app.useGlobalInterceptors(new WrappingInterceptor());
        app.useGlobalFilters(new EveryErrorFilter());
      },
    });
    const client = new EndpointClient(server.mcp);
    expect((await client.callTool('find_item', { id: 3 })).said).toBe('{"data":{"id":3}}');
    const wrong = await client.callTool('find_item', { id: 'x' });
    expect(wrong.message.result?.['isError']).toBe(true);
    await client.wire.assertValidMessages();
  });

  it('an answer is compressed when the client can read it, and an event stream never', async () => {
    server = await startApp({ platform, module: itemsModule(), configure: compress });
    const client = new EndpointClient(server.mcp);
    const gzip = { 'accept-encoding': 'gzip' };
    const json = await client.legacy('tools/list', undefined, gzip);
    expect(json.headers.get('content-encoding')).toBe('gzip');
    expect(json.message.result).toMatchObject({ tools: [{ name: 'find_item' }, { name: 'add_item' }] });
    const events = await client.legacy('tools/list', undefined, { ...gzip, accept: 'text/event-stream' });
    expect(events.headers.get('content-encoding')).toBeNull();
    expect(events.text).toMatch(/^event: message\ndata: /);
    await client.wire.assertValidMessages();
  });

  it('headers of middleware and CORS are on the answers', async () => {
    server = await startApp({
      platform,
      module: itemsModule({ allowedOrigins: ['https://inspector.example'] }),
      configure: secure,
      cors: true,
    });
    const client = new EndpointClient(server.mcp);
    const answer = await client.legacy('ping', undefined, { origin: 'https://inspector.example' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('x-frame-options')).toBe('DENY');
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    const broken = await client.post('{oops', { origin: 'https://inspector.example' });
    expect(broken.headers.get('access-control-allow-origin')).toBe('*');
    await client.wire.assertValidMessages();
  });

  it('a preflight of a browser is answered by CORS of the application', async () => {
    server = await startApp({ platform, module: itemsModule(), cors: true });
    const preflight = await fetch(server.mcp, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://inspector.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type, mcp-protocol-version',
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
  });
});

interface Seen {
  readonly status: number;
  readonly type: string | null;
  readonly text: string;
  /** What the tool said, which is the application's. */
  readonly tool?: string;
}

/** Everything that an endpoint can be asked, and its answers. */
async function conversation({ mcp }: RunningApp): Promise<Seen[]> {
  const client = new EndpointClient(mcp);
  const answers = [
    await client.legacy('initialize', { protocolVersion: '2025-06-18', capabilities: {} }),
    await client.post({ jsonrpc: '2.0', method: 'notifications/initialized' }),
    await client.legacy('ping'),
    await client.legacy('tools/list'),
    await client.modern('server/discover'),
    await client.modern('tools/list'),
    await client.legacy('no/such/method'),
    await client.modern('no/such/method'),
    await client.modern('tools/list', {}, { 'mcp-method': 'tools/call' }),
    await client.callTool('nobody'),
    await client.callTool('find_item', { id: 'x' }),
    await client.callTool('find_item', { id: 1, surprise: true }),
    await client.post('{oops'),
    await client.post('x'.repeat(2 ** 21)),
    await client.post('a=b', { 'content-type': 'application/x-www-form-urlencoded' }),
    await client.send('GET'),
    await client.send('PUT', { 'content-type': 'application/json' }, '{}'),
    await client.send('DELETE'),
    await client.post({ jsonrpc: '2.0', id: 1, method: 'ping' }, { accept: 'text/event-stream' }),
    await client.post([{ jsonrpc: '2.0', id: 1, method: 'ping' }]),
  ];
  const call = await client.callTool('find_item', { id: 1 });
  await client.wire.assertValidMessages();
  const seen = answers.map((answer): Seen => ({
    status: answer.status,
    type: answer.headers.get('content-type'),
    text: answer.text,
  }));
  return [
    ...seen,
    { status: call.status, type: call.headers.get('content-type'), text: '', tool: call.said },
  ];
}

async function compress(app: INestApplication): Promise<void> {
  if (app.getHttpAdapter().getType() === 'fastify') {
    await (app as NestFastifyApplication).register(fastifyCompress, { threshold: 0 });
  } else {
    app.use(compression({ threshold: 0 }));
  }
}

/** As a plugin or a middleware of the platform does. */
function failEarly(app: INestApplication): void {
  if (app.getHttpAdapter().getType() === 'fastify') {
    (app as NestFastifyApplication)
      .getHttpAdapter()
      .getInstance()
      .addHook('onRequest', (_request, _reply, done) => done(new Error('10.0.0.7 is down')));
  } else {
    app.use((_request: unknown, _response: unknown, next: (error: Error) => void) => {
      next(new Error('10.0.0.7 is down'));
    });
  }
}

function secure(app: INestApplication): void {
  app.use((_request: unknown, response: Response, next: () => void) => {
    response.setHeader('X-Frame-Options', 'DENY');
    response.setHeader('Content-Security-Policy', "default-src 'self'");
    next();
  });
}
