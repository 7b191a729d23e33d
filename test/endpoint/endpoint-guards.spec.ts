import {
  Controller,
  ForbiddenException,
  Get,
  HttpException,
  Inject,
  Injectable,
  Module,
  Req,
  Scope,
  ServiceUnavailableException,
  UnauthorizedException,
} from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import { afterEach, describe, expect, it } from '@jest/globals';
import { McpTool } from 'nestjs-mcp';
import { EndpointClient } from '../support/endpoint-client.js';
import { PLATFORMS, startApp } from '../support/running-app.js';
import type { AppOptions, RunningApp } from '../support/running-app.js';
import { EveryErrorFilter, itemsModule } from './items.fixture.js';

interface IncomingRequest {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly url: string;
  user?: string;
}

@Injectable()
class KeyStore {
  userOf(key: string | undefined): string | undefined {
    return key === undefined ? undefined : { k1: 'ada', k2: 'bob' }[key];
  }
}

@Module({ providers: [KeyStore], exports: [KeyStore] })
class KeyModule {}

@Injectable()
class KeyGuard implements CanActivate {
  constructor(@Inject(KeyStore) private readonly keys: KeyStore) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<IncomingRequest>();
    request.user = this.keys.userOf(request.headers['x-key']);
    return request.user !== undefined;
  }
}

@Injectable({ scope: Scope.REQUEST })
class RequestScopedKeyGuard extends KeyGuard {
  constructor(@Inject(KeyStore) keys: KeyStore) {
    super(keys);
  }
}

class ThrowingGuard implements CanActivate {
  constructor(private readonly error: unknown) {}

  canActivate(): boolean {
    throw this.error;
  }
}

@Controller('me')
class MeController {
  @Get()
  @McpTool('me')
  me(@Req() request: IncomingRequest) {
    return { user: request.user };
  }
}

const PING = { jsonrpc: '2.0', id: 7, method: 'ping' };

describe.each(PLATFORMS)('on %s', (platform) => {
  let server: RunningApp | undefined;
  afterEach(() => server?.close());

  async function start(options: Partial<AppOptions>): Promise<EndpointClient> {
    server = await startApp({ platform, module: itemsModule(), ...options });
    return new EndpointClient(server.mcp);
  }

  describe('a global guard', () => {
    it('that says no keeps everybody out of the endpoint, in JSON-RPC', async () => {
      const client = await start({
        module: itemsModule(
          {},
          {
            providers: [
              { provide: APP_GUARD, useValue: { canActivate: () => false } },
              { provide: APP_FILTER, useClass: EveryErrorFilter },
            ],
          },
        ),
      });
      for (const answer of [
        await client.post(PING),
        await client.callTool('find_item', { id: 1 }),
        await client.modern('server/discover'),
        await client.modern('tools/list'),
      ]) {
        expect(answer.status).toBe(403);
        expect(answer.message).toMatchObject({
          jsonrpc: '2.0',
          error: { code: -32600, message: 'Forbidden resource' },
        });
      }
      expect((await client.post(PING)).message.id).toBe(7);
      expect((await client.send('GET')).status).toBe(403);
      await client.wire.assertValidMessages();
    });

    it('of app.useGlobalGuards() runs as well', async () => {
      const client = await start({
        configure: (app) =>
          app.useGlobalGuards(new ThrowingGuard(new UnauthorizedException('Log in first.'))),
      });
      const answer = await client.post(PING);
      expect(answer.status).toBe(401);
      expect(answer.message).toMatchObject({ id: 7, error: { message: 'Log in first.' } });
      await client.wire.assertValidMessages();
    });

    it('has its say in every request, also in those of a client that was let in before', async () => {
      let isOpen = true;
      const client = await start({
        configure: (app) => app.useGlobalGuards({ canActivate: () => isOpen }),
      });
      expect((await client.legacy('initialize', { protocolVersion: '2025-11-25' })).status).toBe(200);
      isOpen = false;
      expect((await client.callTool('find_item', { id: 1 })).status).toBe(403);
      await client.wire.assertValidMessages();
    });
  });

  it.each([
    [new UnauthorizedException('no token'), 401, 'no token'],
    [new ForbiddenException('not you'), 403, 'not you'],
    [new HttpException('slow down', 429), 429, 'slow down'],
    [new ServiceUnavailableException('db-7 is down'), 503, 'Internal error'],
    [new Error('ECONNREFUSED 10.0.0.7'), 500, 'Internal error'],
    ['a string', 500, 'Internal error'],
  ])('what a guard throws is answered in JSON-RPC: %s', async (error, status, message) => {
    const client = await start({ module: itemsModule({ guards: [new ThrowingGuard(error)] }) });
    const answer = await client.post(PING);
    expect(answer.status).toBe(status);
    expect(answer.message).toMatchObject({ jsonrpc: '2.0', error: { message } });
    expect(answer.text).not.toMatch(/db-7|ECONNREFUSED|stack/);
    await client.wire.assertValidMessages();
  });

  it('headers that a guard sets are on its refusal', async () => {
    const challenge: CanActivate = {
      canActivate(context) {
        const reply = context.switchToHttp().getResponse<{ header(name: string, value: string): void }>();
        reply.header('WWW-Authenticate', 'Bearer realm="shop"');
        throw new UnauthorizedException();
      },
    };
    const client = await start({ module: itemsModule({ guards: [challenge] }) });
    const answer = await client.post(PING);
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="shop"']);
    await client.wire.assertValidMessages();
  });

  describe('forRoot({ guards })', () => {
    it('takes instances', async () => {
      const client = await start({
        module: itemsModule({
          guards: [{ canActivate: (context) => keyOf(context) === 'open' }],
        }),
      });
      expect((await client.post(PING)).status).toBe(403);
      expect((await client.post(PING, { 'x-key': 'open' })).status).toBe(200);
      await client.wire.assertValidMessages();
    });

    it.each([KeyGuard, RequestScopedKeyGuard])(
      'takes classes, with dependencies from imports: %p',
      async (guard) => {
        const client = await start({ module: itemsModule({ guards: [guard], imports: [KeyModule] }) });
        expect((await client.post(PING)).status).toBe(403);
        expect((await client.post(PING, { 'x-key': 'wrong' })).status).toBe(403);
        expect((await client.post(PING, { 'x-key': 'k1' })).status).toBe(200);
        await client.wire.assertValidMessages();
      },
    );

    it('all have to agree', async () => {
      const client = await start({
        module: itemsModule({ guards: [{ canActivate: () => true }, { canActivate: () => false }] }),
      });
      expect((await client.post(PING)).status).toBe(403);
      await client.wire.assertValidMessages();
    });

    it('does not guard the routes of the application', async () => {
      await start({ module: itemsModule({ guards: [{ canActivate: () => false }] }) });
      const response = await fetch(new URL('/items/1', server!.origin));
      expect(response.status).toBe(200);
    });

    it('what a guard learns about the caller is known in the call', async () => {
      const client = await start({
        module: itemsModule({ guards: [KeyGuard], imports: [KeyModule] }, { controllers: [MeController] }),
      });
      const [ada, bob] = await Promise.all([
        client.callTool('me', {}, { 'x-key': 'k1' }),
        client.callTool('me', {}, { 'x-key': 'k2' }),
      ]);
      expect([ada.said, bob.said]).toEqual(['{"user":"ada"}', '{"user":"bob"}']);
      await client.wire.assertValidMessages();
    });
  });
});

function keyOf(context: ExecutionContext): string | undefined {
  return context.switchToHttp().getRequest<IncomingRequest>().headers['x-key'];
}
