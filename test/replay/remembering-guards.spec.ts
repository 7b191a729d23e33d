import { describe, expect, it } from '@jest/globals';
import { Controller, Get, Inject, Injectable, Req, Scope, SetMetadata } from '@nestjs/common';
import type { CanActivate, ExecutionContext, INestApplication, Type } from '@nestjs/common';
import { APP_GUARD, Reflector } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { McpTool } from '../../lib/index.js';
import { boot, PLATFORMS } from '../support/mcp-app.js';
import type { PlatformName } from '../support/mcp-app.js';

interface Decision {
  allowed?: boolean;
}

interface GuardedRequest extends Decision {
  headers: Record<string, string | undefined>;
  raw?: Decision;
  decision?: Decision;
}

/** Where a guard keeps what it has decided. */
type Memory = (request: GuardedRequest) => Decision;

abstract class RememberingGuard implements CanActivate {
  constructor(protected readonly reflector: Reflector) {}

  abstract memoryOf: Memory;

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<GuardedRequest>();
    const roles = this.reflector.getAllAndOverride<string[] | undefined>('roles', [
      context.getHandler(),
      context.getClass(),
    ]);
    const memory = this.memoryOf(request);
    memory.allowed ??= (roles ?? []).every((role) => request.headers['x-role'] === role);
    return memory.allowed;
  }
}

function rolesGuard(memory: Memory): Type<CanActivate> {
  @Injectable()
  class RolesGuard extends RememberingGuard {
    memoryOf = memory;

    constructor(@Inject(Reflector) reflector: Reflector) {
      super(reflector);
    }
  }
  return RolesGuard;
}

@Controller('vault')
class VaultController {
  @Get()
  @SetMetadata('roles', ['admin'])
  @McpTool('open')
  open() {
    return 'open';
  }
}

@Controller('who')
class WhoController {
  @Get()
  @McpTool('who')
  who(@Req() { user }: { user?: string }) {
    return user;
  }
}

@Injectable()
class UserGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<GuardedRequest & { user?: string }>();
    request.user = request.headers['x-user'];
    return true;
  }
}

@Injectable({ scope: Scope.REQUEST })
class ScopedUserGuard extends UserGuard {}

const MEMORIES: [string, Memory][] = [
  ['a new property of the request', (request) => request],
  ['a property below the platform’s request', (request) => request.raw ?? request],
  [
    'a property that a hook has made, with another object',
    (request) => (request.decision = { ...request.decision }),
  ],
];

function prepare(app: INestApplication, platform: PlatformName): void {
  if (platform === 'fastify') {
    const instance = app.getHttpAdapter().getInstance() as FastifyInstance;
    instance.decorateRequest('decision', null);
    instance.addHook('onRequest', (request, _reply, done) => {
      (request as unknown as GuardedRequest).decision = {};
      done();
    });
  } else {
    app.use((request: GuardedRequest, _response: object, next: () => void) => {
      request.decision = {};
      next();
    });
  }
}

describe.each(PLATFORMS)('on %s, a global guard that remembers its decision in', (platform) => {
  it.each(MEMORIES)('%s decides anew about the route of a tool', async (_label, memory) => {
    const app = await boot(
      { controllers: [VaultController], providers: [{ provide: APP_GUARD, useClass: rolesGuard(memory) }] },
      { platform, setup: (nest) => prepare(nest, platform) },
    );
    expect((await app.call('open')).text).toContain('Forbidden resource');
    expect(await app.value('open', {}, { 'x-role': 'admin' })).toBe('open');
    expect((await app.call('open')).isError).toBe(true);
  });

  describe.each([
    ['an instance', () => new UserGuard()],
    ['a class', () => UserGuard],
    ['a request-scoped class', () => ScopedUserGuard],
  ])('and a guard of the endpoint, %s, that finds the user', (_label, guard) => {
    it.each(MEMORIES)('in %s: the route sees the user, and is decided about anew', async (_name, memory) => {
      const app = await boot(
        {
          controllers: [VaultController, WhoController],
          providers: [{ provide: APP_GUARD, useClass: rolesGuard(memory) }],
        },
        { platform, setup: (nest) => prepare(nest, platform), mcp: { guards: [guard()] } },
      );
      expect((await app.call('open')).text).toContain('Forbidden resource');
      expect(await app.value('open', {}, { 'x-role': 'admin' })).toBe('open');
      expect(await app.value('who', {}, { 'x-user': 'ada' })).toBe('ada');
    });
  });
});
