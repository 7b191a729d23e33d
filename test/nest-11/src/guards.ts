import { Controller, Get, Injectable, Scope, SetMetadata, UseGuards } from '@nestjs/common';
import type { CanActivate, ExecutionContext, INestApplication, Provider, Type } from '@nestjs/common';
import { APP_GUARD, Reflector } from '@nestjs/core';
import { McpTool } from 'nestjs-mcp';
import { check, equal } from './checks.js';
import { PLATFORMS, withApp } from './running-app.js';

interface IncomingRequest {
  url: string;
  headers: Record<string, string>;
}

@Injectable()
class Doorman {
  admits(request: IncomingRequest): boolean {
    return request.headers['x-admit'] === 'yes';
  }
}

@Injectable()
class DoorGuard implements CanActivate {
  constructor(private readonly doorman: Doorman) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<IncomingRequest>();
    return request.url === '/mcp' || this.doorman.admits(request);
  }
}

interface Level {
  controller: Type;
  providers?: Provider[];
  setup?: (app: INestApplication) => unknown;
}

function plain(scope: Scope): Type {
  @Controller({ path: 'door', scope })
  class DoorController {
    @Get()
    @McpTool('enter')
    enter() {
      return 'inside';
    }
  }
  return DoorController;
}

const LEVELS: Record<string, (scope: Scope) => Level> = {
  'its controller': (scope) => {
    const controller = plain(scope);
    UseGuards(DoorGuard)(controller);
    return { controller };
  },
  'its method': (scope) => {
    @Controller({ path: 'door', scope })
    class DoorController {
      @Get()
      @UseGuards(DoorGuard)
      @McpTool('enter')
      enter() {
        return 'inside';
      }
    }
    return { controller: DoorController };
  },
  APP_GUARD: (scope) => ({
    controller: plain(scope),
    providers: [{ provide: APP_GUARD, useClass: DoorGuard }],
  }),
  'useGlobalGuards()': (scope) => ({
    controller: plain(scope),
    setup: (app) => app.useGlobalGuards(new DoorGuard(app.get(Doorman))),
  }),
};

const SCOPES = { singleton: Scope.DEFAULT, 'request-scoped': Scope.REQUEST };

/** A guard that says no makes the tool call fail, and one that says yes lets it through. */
export async function checkGuards(): Promise<void> {
  for (const platform of PLATFORMS) {
    for (const [scopeName, scope] of Object.entries(SCOPES)) {
      for (const [levelName, createLevel] of Object.entries(LEVELS)) {
        await check(
          `${platform}: a class-based guard on ${levelName} (${scopeName} controller)`,
          async () => {
            const { controller, providers = [], setup } = createLevel(scope);
            const metadata = { controllers: [controller], providers: [Doorman, ...providers] };
            await withApp(
              platform,
              metadata,
              async (app) => {
                equal((await app.fetch('/door')).status, 403);
                const refused = await app.call('enter');
                equal([refused.isError, refused.text.includes('403')], [true, true]);
                equal(await app.call('enter', {}, { 'x-admit': 'yes' }), { isError: false, text: 'inside' });
              },
              setup,
            );
          },
        );
      }
    }
    await check(`${platform}: a guard sees the class, the method and their metadata`, () =>
      checkRoles(platform),
    );
  }
}

const Roles = (...roles: string[]) => SetMetadata('roles', roles);

async function checkRoles(platform: (typeof PLATFORMS)[number]): Promise<void> {
  const seen: unknown[] = [];

  @Injectable()
  class RolesGuard implements CanActivate {
    constructor(private readonly reflector: Reflector) {}

    canActivate(context: ExecutionContext): boolean {
      const roles = this.reflector.getAllAndOverride<string[] | undefined>('roles', [
        context.getHandler(),
        context.getClass(),
      ]);
      const { headers } = context.switchToHttp().getRequest<IncomingRequest>();
      if (roles) {
        seen.push(context.getClass().name, context.getHandler().name, context.getType());
      }
      return !roles || roles.includes(headers['x-role'] ?? '');
    }
  }

  @Controller('items')
  @Roles('reader')
  class ItemsController {
    @Get()
    @McpTool()
    list() {
      return 'all';
    }

    @Get('secret')
    @Roles('admin')
    @McpTool()
    secret() {
      return 'secret';
    }
  }

  const providers = [{ provide: APP_GUARD, useClass: RolesGuard }];
  await withApp(platform, { controllers: [ItemsController], providers }, async (app) => {
    const as = async (tool: string, role: string) => (await app.call(tool, {}, { 'x-role': role })).isError;
    equal(await as('items_list', 'reader'), false);
    equal(seen.splice(0), ['ItemsController', 'list', 'http']);
    equal(await as('items_list', 'nobody'), true);
    equal(await as('items_secret', 'reader'), true);
    equal(await as('items_secret', 'admin'), false);
  });
}
