import fastifyCookie from '@fastify/cookie';
import { describe, expect, it } from '@jest/globals';
import {
  Controller,
  Get,
  HttpException,
  HttpStatus,
  Injectable,
  Post,
  Req,
  Res,
  SetMetadata,
  UnauthorizedException,
  UseGuards,
} from '@nestjs/common';
import type { CanActivate, ExecutionContext, INestApplication } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import cookieParser from 'cookie-parser';
import type { Response as ExpressResponse } from 'express';
import session from 'express-session';
import type { FastifyReply } from 'fastify';
import { McpTool } from '../../lib/index.js';
import { boot, PLATFORMS } from '../support/mcp-app.js';

/**
 * Does what `ThrottlerGuard` of @nestjs/throttler does: it counts per class, method and address, and sets headers. The
 * package itself cannot be loaded by jest together with Nest 12; test/consumer has it.
 */
@Injectable()
class RateGuard implements CanActivate {
  private readonly hits = new Map<string, number>();

  constructor(private readonly endpointLimit = 100) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<{ ip: string }>();
    const response = context.switchToHttp().getResponse<{ header(name: string, value: unknown): unknown }>();
    const limit =
      (Reflect.getMetadata('limit', context.getHandler()) as number | undefined) ?? this.endpointLimit;
    const key = `${context.getClass().name}-${context.getHandler().name}-${request.ip}`;
    const count = (this.hits.get(key) ?? 0) + 1;
    this.hits.set(key, count);
    response.header('X-RateLimit-Limit', limit);
    response.header('X-RateLimit-Remaining', Math.max(0, limit - count));
    if (count > limit) {
      response.header('Retry-After', 60);
      throw new HttpException('ThrottlerException: Too Many Requests', HttpStatus.TOO_MANY_REQUESTS);
    }
    return /^(::ffff:)?127\.0\.0\.1$/.test(request.ip);
  }
}

describe.each(PLATFORMS)('a guard in the manner of ThrottlerGuard as APP_GUARD on %s', (platform) => {
  @Controller('items')
  class ItemsController {
    @Get()
    @SetMetadata('limit', 2)
    @McpTool()
    list() {
      return 'all';
    }

    @Get('open')
    @McpTool()
    open() {
      return 'open';
    }
  }
  const moduleOf = (endpointLimit?: number) => ({
    controllers: [ItemsController],
    providers: [{ provide: APP_GUARD, useFactory: () => new RateGuard(endpointLimit) }],
  });

  it('counts a call once against the limit of its route', async () => {
    const app = await boot(moduleOf(), { platform });
    expect(await app.value('items_list')).toBe('all');
    expect(await app.value('items_list')).toBe('all');
    expect(await app.call('items_list')).toMatchObject({
      isError: true,
      text: expect.stringContaining('429'),
    });
    expect(await app.value('items_open')).toBe('open');
  });

  it('counts calls and HTTP requests together', async () => {
    const app = await boot(moduleOf(), { platform });
    expect((await fetch(`${app.url}/items`)).status).toBe(200);
    expect(await app.value('items_list')).toBe('all');
    expect((await fetch(`${app.url}/items`)).status).toBe(429);
    expect((await app.call('items_list')).isError).toBe(true);
  });

  it('limits the endpoint itself by its own limit, in JSON-RPC', async () => {
    const app = await boot(moduleOf(2), { platform });
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
    expect((await app.post(ping)).status).toBe(200);
    expect((await app.post(ping)).status).toBe(200);
    const refused = await app.post(ping);
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({
      jsonrpc: '2.0',
      id: 1,
      error: { code: expect.any(Number) },
    });
  });

  it('tells the client of the limit of the endpoint, not of that of the route', async () => {
    const app = await boot(moduleOf(), { platform });
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'items_list' } };
    expect((await app.post(call)).headers.get('x-ratelimit-limit')).toBe('100');
  });
});

interface CookieRequest {
  cookies: Record<string, string>;
  signedCookies?: Record<string, string>;
  session?: { count?: number; save(done: () => void): void; regenerate(done: () => void): void };
  headers: Record<string, string>;
  unsignCookie?(value: string): { value: string | null };
}

describe.each(PLATFORMS)('cookies on %s', (platform) => {
  @Controller('cookies')
  class CookiesController {
    @Get()
    @McpTool('read')
    read(@Req() request: CookieRequest) {
      return request.cookies;
    }

    @Post()
    @McpTool('write')
    write(@Res({ passthrough: true }) response: ExpressResponse & FastifyReply) {
      if (platform === 'fastify') {
        response.setCookie('inner', '1', { httpOnly: true, path: '/' });
      } else {
        response.cookie('inner', '1', { httpOnly: true });
      }
      response.clearCookie('other');
      return 'written';
    }
  }

  const SETUP: Record<string, (app: INestApplication) => unknown> = {
    fastify: (app) => (app as NestFastifyApplication).register(fastifyCookie, { secret: 'secret' }),
    express: (app) => app.use(cookieParser('secret')),
  };

  it('of the caller are there', async () => {
    const app = await boot({ controllers: [CookiesController] }, { platform, setup: SETUP[platform] });
    expect(await app.value('read', {}, { cookie: 'a=1; b=2' })).toEqual({ a: '1', b: '2' });
  });

  it('that a route sets do not reach the client', async () => {
    const app = await boot({ controllers: [CookiesController] }, { platform, setup: SETUP[platform] });
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'write' } };
    const response = await app.post(call);
    expect(await response.text()).toContain('written');
    expect(response.headers.get('set-cookie')).toBeNull();
    expect((await fetch(`${app.url}/cookies`, { method: 'POST' })).headers.getSetCookie()).toHaveLength(2);
  });
});

describe('express-session', () => {
  @Controller('session')
  class SessionController {
    @Post()
    @McpTool('count')
    count(@Req() { session: state }: CookieRequest) {
      state!.count = (state!.count ?? 0) + 1;
      return state!.count;
    }

    @Post('fresh')
    @McpTool('fresh')
    async fresh(@Req() request: CookieRequest) {
      await new Promise<void>((resolve) => request.session!.regenerate(resolve));
      return request.session!.count ?? 'none';
    }
  }

  it('keeps what calls of one client leave in the session', async () => {
    const app = await boot(
      { controllers: [SessionController] },
      {
        platform: 'express',
        setup: (created) =>
          created.use(
            session({ secret: 's', resave: false, saveUninitialized: true, cookie: { secure: false } }),
          ),
      },
    );
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'count' } };
    const [cookie] = (await app.post(call)).headers.getSetCookie();
    const headers = { cookie: cookie!.split(';')[0]! };
    expect(await app.value('count', {}, headers)).toBe(2);
    expect(await app.value('count', {}, headers)).toBe(3);
    expect(await app.value('count')).toBe(1);
    expect(await app.value('fresh', {}, headers)).toBe('none');
  });
});

describe.each(PLATFORMS)('a guard in the manner of passport on %s', (platform) => {
  interface PassportRequest {
    headers: Record<string, string>;
    user?: { id: string };
    isAuthenticated?(): boolean;
    logIn?(user: object, done: () => void): void;
  }

  /** What `@nestjs/passport` and passport's strategies do to the request and the response. */
  @Injectable()
  class PassportGuard implements CanActivate {
    async canActivate(context: ExecutionContext): Promise<boolean> {
      const request = context.switchToHttp().getRequest<PassportRequest>();
      const response = context.switchToHttp().getResponse<Record<string, unknown> & { raw?: object }>();
      request.isAuthenticated = function (this: PassportRequest) {
        return this.user !== undefined;
      };
      const token = request.headers['authorization'];
      if (token === undefined) {
        const target = (response.raw ?? response) as unknown as ExpressResponse;
        target.statusCode = 401;
        target.setHeader('WWW-Authenticate', 'Bearer');
        throw new UnauthorizedException();
      }
      await Promise.resolve();
      request.user = { id: token.slice('Bearer '.length) };
      return true;
    }
  }

  @Controller('me')
  class MeController {
    @Get()
    @UseGuards(PassportGuard)
    @McpTool('me')
    me(@Req() request: PassportRequest) {
      return { user: request.user, isAuthenticated: request.isAuthenticated?.() };
    }
  }

  it('leaves the user on the request of the call, and nowhere else', async () => {
    const outers: PassportRequest[] = [];
    const app = await boot(
      { controllers: [MeController] },
      { platform, mcp: { afterToolCall: (_n, _a, request) => outers.push(request as PassportRequest) } },
    );
    expect(await app.value('me', {}, { authorization: 'Bearer ann' })).toEqual({
      user: { id: 'ann' },
      isAuthenticated: true,
    });
    expect(outers).toHaveLength(1);
    expect(outers[0]).not.toHaveProperty('user');
    expect(outers[0]).not.toHaveProperty('isAuthenticated');
  });

  it('refuses the call of who has no token; the endpoint answers 200, without a challenge of its own', async () => {
    const app = await boot({ controllers: [MeController] }, { platform });
    const response = await app.post({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'me' } });
    expect(response.status).toBe(200);
    expect(response.headers.get('www-authenticate')).toBeNull();
    expect(await response.json()).toMatchObject({ result: { isError: true } });
  });

  it('what a guard of the endpoint wrote is there for the route', async () => {
    @Controller('who')
    class WhoController {
      @Get()
      @McpTool('who')
      who(@Req() request: PassportRequest) {
        return request.user;
      }
    }
    const app = await boot({ controllers: [WhoController] }, { platform, mcp: { guards: [PassportGuard] } });
    expect(await app.value('who', {}, { authorization: 'Bearer ben' })).toEqual({ id: 'ben' });
  });
});
