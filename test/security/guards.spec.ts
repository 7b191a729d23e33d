import { Controller, Get, Inject, Injectable, Module, Scope } from '@nestjs/common';
import type { CanActivate, ExecutionContext, ModuleMetadata, OnModuleInit } from '@nestjs/common';
import { APP_GUARD, ApplicationConfig } from '@nestjs/core';
import { afterEach, describe, expect, it } from '@jest/globals';
import { McpModule, McpTool } from 'nestjs-mcp';
import type { McpRootOptions } from 'nestjs-mcp';
import { PLATFORMS, startApp } from '../support/running-app.js';
import type { RunningApp } from '../support/running-app.js';
import { Attacker } from './attacker.js';

/** Lets in who brings the key. */
@Injectable()
class KeyGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    return (
      context.switchToHttp().getRequest<{ headers: Record<string, string> }>().headers['x-key'] === 'good'
    );
  }
}
@Injectable({ scope: Scope.REQUEST })
class RequestGuard extends KeyGuard {}
@Injectable({ scope: Scope.REQUEST, durable: true })
class DurableGuard extends KeyGuard {}
@Injectable({ scope: Scope.TRANSIENT })
class TransientGuard extends KeyGuard {}
@Injectable({ scope: Scope.REQUEST })
class KeyHolder {}
/** Request-scoped by what it needs. */
@Injectable()
class NeedyGuard extends KeyGuard {
  constructor(@Inject(KeyHolder) readonly holder: KeyHolder) {
    super();
  }
}
@Module({ providers: [KeyHolder], exports: [KeyHolder] })
class KeyHolderModule {}
/** Inherits what it is. */
class HeirGuard extends KeyGuard {}
/** A name by which Nest might take the instance for something else. */
class NamedGuard extends KeyGuard {
  readonly name = '';
}
@Injectable()
class PromiseGuard extends KeyGuard {
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    await Promise.resolve();
    return super.canActivate(context);
  }
}
@Controller()
class OpenController {
  @Get('open')
  @McpTool('open')
  open() {
    return { opened: true };
  }
}

/** A library that guards the application when its modules are there. */
@Module({})
class LateModule implements OnModuleInit {
  constructor(@Inject(ApplicationConfig) private readonly config: ApplicationConfig) {}
  onModuleInit(): void {
    this.config.addGlobalGuard(new KeyGuard());
  }
}

const GUARDED: [string, McpRootOptions, ModuleMetadata][] = [
  ['a class', { guards: [KeyGuard] }, {}],
  ['a class that inherits', { guards: [HeirGuard] }, {}],
  ['a class for each request', { guards: [RequestGuard] }, {}],
  ['a durable class', { guards: [DurableGuard] }, {}],
  ['a class for each place', { guards: [TransientGuard] }, {}],
  ['a class that needs another for each request', { guards: [NeedyGuard], imports: [KeyHolderModule] }, {}],
  ['an instance', { guards: [new KeyGuard()] }, {}],
  ['an instance with a name', { guards: [new NamedGuard()] }, {}],
  ['a class that answers later', { guards: [PromiseGuard] }, {}],
  [
    'a class and others that say yes',
    { guards: [{ canActivate: () => true }, KeyGuard, { canActivate: () => true }] },
    {},
  ],
  ['a class for each request and others', { guards: [{ canActivate: () => true }, RequestGuard] }, {}],
  ['APP_GUARD', {}, { providers: [{ provide: APP_GUARD, useClass: KeyGuard }] }],
  ['APP_GUARD for each request', {}, { providers: [{ provide: APP_GUARD, useClass: RequestGuard }] }],
  ['APP_GUARD for each place', {}, { providers: [{ provide: APP_GUARD, useClass: TransientGuard }] }],
  ['APP_GUARD by a factory', {}, { providers: [{ provide: APP_GUARD, useFactory: () => new KeyGuard() }] }],
  [
    'APP_GUARD of another provider',
    {},
    { providers: [KeyGuard, { provide: APP_GUARD, useExisting: KeyGuard }] },
  ],
  ['a guard that a module adds in its onModuleInit', {}, { imports: [LateModule] }],
  [
    'a guard that a module adds in its onModuleInit, beside one of the endpoint',
    { guards: [{ canActivate: () => true }] },
    { imports: [LateModule] },
  ],
];

describe.each(PLATFORMS)('on %s', (platform) => {
  const running: RunningApp[] = [];
  afterEach(() => Promise.all(running.splice(0).map((app) => app.close())));

  async function start(
    options: McpRootOptions,
    { imports = [], ...metadata }: ModuleMetadata,
  ): Promise<Attacker> {
    const app = await startApp({
      platform,
      module: {
        imports: [McpModule.forRoot(options), ...imports],
        controllers: [OpenController],
        ...metadata,
      },
    });
    running.push(app);
    return new Attacker(app.origin);
  }

  async function expectGuarded(client: Attacker): Promise<void> {
    for (const method of ['tools/list', 'ping', 'nonsense']) {
      expect((await client.legacy(method)).status).toBe(403);
      expect((await client.modern(method)).status).toBe(403);
    }
    expect((await client.call('open')).text).not.toContain('opened');
    expect((await client.send('GET')).status).toBe(403);
    expect((await client.send('DELETE')).status).toBe(403);
    expect((await client.call('open', {}, { 'x-key': 'good' })).text).toContain('opened');
  }

  it.each(GUARDED)('the endpoint is guarded by %s', async (_what, options, metadata) => {
    await expectGuarded(await start(options, metadata));
  });

  it('each of two applications of one module has its own instances', async () => {
    @Injectable()
    class CountingGuard implements CanActivate {
      private count = 0;
      canActivate(): boolean {
        return ++this.count <= 1;
      }
    }
    @Module({ imports: [McpModule.forRoot({ guards: [CountingGuard] })], controllers: [OpenController] })
    class SharedModule {}
    const clients: Attacker[] = [];
    for (const module of [SharedModule, SharedModule]) {
      const app = await startApp({ platform, module: { imports: [module] } });
      running.push(app);
      clients.push(new Attacker(app.origin));
    }
    for (const client of clients) {
      expect((await client.legacy('ping')).status).toBe(200);
      expect((await client.legacy('ping')).status).toBe(403);
    }
  });
});
