import { describe, expect, it } from '@jest/globals';
import {
  Controller,
  ForbiddenException,
  Get,
  Inject,
  Injectable,
  Module,
  Post,
  Scope,
  SetMetadata,
  UnauthorizedException,
  UseGuards,
} from '@nestjs/common';
import type { CanActivate, ExecutionContext, INestApplication, Type } from '@nestjs/common';
import { APP_GUARD, Reflector } from '@nestjs/core';
import { McpTool } from '../../lib/index.js';
import { boot, PLATFORMS } from '../support/mcp-app.js';

/** What a guard decides by; a dependency shows that the guard was made by its own module. */
@Injectable()
class Doorman {
  admits(request: { headers: Record<string, unknown> }): boolean {
    return request.headers['x-admit'] === 'yes';
  }
}

@Injectable()
class DoorGuard implements CanActivate {
  constructor(@Inject(Doorman) private readonly doorman: Doorman) {}

  canActivate(context: ExecutionContext): boolean {
    return isEndpoint(context) || this.doorman.admits(context.switchToHttp().getRequest());
  }
}

@Injectable({ scope: Scope.REQUEST })
class RequestScopedDoorGuard extends DoorGuard {
  constructor(@Inject(Doorman) doorman: Doorman) {
    super(doorman);
  }
}

@Injectable()
class AsyncDoorGuard implements CanActivate {
  constructor(@Inject(Doorman) private readonly doorman: Doorman) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    await new Promise((resolve) => setImmediate(resolve));
    if (isEndpoint(context) || this.doorman.admits(context.switchToHttp().getRequest())) {
      return true;
    }
    throw new UnauthorizedException('Who are you?');
  }
}

/** Global guards run on the MCP endpoint too; these tests are about the routes behind it. */
function isEndpoint(context: ExecutionContext): boolean {
  return context.switchToHttp().getRequest<{ url: string }>().url === '/mcp';
}

interface Level {
  controller: Type;
  providers?: Parameters<typeof Module>[0]['providers'];
  setup?: (app: INestApplication) => unknown;
}

type Guard = Type<CanActivate>;

const LEVELS: Record<string, (guard: Guard, scope: Scope) => Level> = {
  'its controller': (guard, scope) => {
    @Controller({ path: 'door', scope })
    @UseGuards(guard)
    class DoorController {
      @Get()
      @McpTool('enter')
      enter() {
        return 'inside';
      }
    }
    return { controller: DoorController };
  },
  'its method': (guard, scope) => {
    @Controller({ path: 'door', scope })
    class DoorController {
      @Get()
      @UseGuards(guard)
      @McpTool('enter')
      enter() {
        return 'inside';
      }
    }
    return { controller: DoorController };
  },
  'the base class of its controller': (guard, scope) => {
    @UseGuards(guard)
    abstract class GuardedController {
      @Get()
      @McpTool('enter')
      enter() {
        return 'inside';
      }
    }
    @Controller({ path: 'door', scope })
    class DoorController extends GuardedController {}
    return { controller: DoorController };
  },
  APP_GUARD: (guard, scope) => ({
    ...plain(scope),
    providers: [{ provide: APP_GUARD, useClass: guard }],
  }),
  'useGlobalGuards()': (_guard, scope) => ({
    ...plain(scope),
    setup: (app) => app.useGlobalGuards(new DoorGuard(app.get(Doorman))),
  }),
};

function plain(scope: Scope): Level {
  @Controller({ path: 'door', scope })
  class DoorController {
    @Get()
    @McpTool('enter')
    enter() {
      return 'inside';
    }
  }
  return { controller: DoorController };
}

describe.each(PLATFORMS)('on %s', (platform) => {
  describe.each([
    ['a singleton controller', Scope.DEFAULT],
    ['a request-scoped controller', Scope.REQUEST],
    ['a transient controller', Scope.TRANSIENT],
  ])('with %s', (_label, scope) => {
    describe.each([DoorGuard, RequestScopedDoorGuard, AsyncDoorGuard])('%p', (guard) => {
      it.each(Object.keys(LEVELS))(
        'on %s fails the call when it says no, and lets it through when yes',
        async (level) => {
          const { controller, providers = [], setup } = LEVELS[level]!(guard, scope);
          const app = await boot(
            { controllers: [controller], providers: [Doorman, ...providers] },
            { platform, setup },
          );
          const status = guard === AsyncDoorGuard && level !== 'useGlobalGuards()' ? 401 : 403;
          expect((await fetch(`${app.url}/door`)).status).toBe(status);
          expect(await app.call('enter')).toMatchObject({
            isError: true,
            text: expect.stringContaining(String(status)),
          });
          expect(await app.value('enter', {}, { 'x-admit': 'yes' })).toBe('inside');
        },
      );
    });
  });

  it('a guard whose dependencies only its own module has is made there', async () => {
    @Controller('door')
    @UseGuards(DoorGuard)
    class DoorController {
      @Get()
      @McpTool('enter')
      enter() {
        return 'inside';
      }
    }
    @Module({ controllers: [DoorController], providers: [Doorman] })
    class DoorModule {}
    const app = await boot({ imports: [DoorModule] }, { platform });
    expect((await app.call('enter')).isError).toBe(true);
    expect(await app.value('enter', {}, { 'x-admit': 'yes' })).toBe('inside');
  });

  it('guards run in the order global, controller, method; the first no ends the call', async () => {
    const order: string[] = [];
    const guard = (name: string, answer = true): CanActivate => ({
      canActivate: (context) => {
        if (!isEndpoint(context)) {
          order.push(name);
        }
        return isEndpoint(context) || answer;
      },
    });
    @Controller('door')
    @UseGuards(guard('controller'))
    class DoorController {
      @Get()
      @UseGuards(guard('method', false), guard('second'))
      @McpTool('enter')
      enter() {
        order.push('handler');
      }
    }
    const app = await boot(
      { controllers: [DoorController] },
      { platform, setup: (created) => created.useGlobalGuards(guard('global')) },
    );
    expect((await app.call('enter')).isError).toBe(true);
    expect(order).toEqual(['global', 'controller', 'method']);
  });

  it('an exception of a guard is the answer, with its message', async () => {
    @Controller('door')
    @UseGuards({
      canActivate: () => {
        throw new ForbiddenException('Members only');
      },
    })
    class DoorController {
      @Get()
      @McpTool('enter')
      enter() {}
    }
    const app = await boot({ controllers: [DoorController] }, { platform });
    expect(await app.call('enter')).toMatchObject({
      isError: true,
      text: expect.stringContaining('Members only'),
    });
  });
});

const Roles = (...roles: string[]) => SetMetadata('roles', roles);

describe.each(PLATFORMS)('on %s, a guard sees', (platform) => {
  @Injectable()
  class RolesGuard implements CanActivate {
    constructor(@Inject(Reflector) private readonly reflector: Reflector) {}

    canActivate(context: ExecutionContext): boolean {
      const roles = this.reflector.getAllAndOverride<string[] | undefined>('roles', [
        context.getHandler(),
        context.getClass(),
      ]);
      const { headers } = context.switchToHttp().getRequest<{ headers: Record<string, string> }>();
      return !roles || roles.includes(headers['x-role'] ?? '');
    }
  }

  @Controller('items')
  @Roles('reader', 'admin')
  class ItemsController {
    @Get()
    @McpTool()
    list() {
      return 'all';
    }

    @Post()
    @Roles('admin')
    @McpTool()
    create() {
      return 'created';
    }
  }

  it.each([
    ['items_list', 'reader', true],
    ['items_list', 'admin', true],
    ['items_list', 'nobody', false],
    ['items_create', 'reader', false],
    ['items_create', 'admin', true],
  ])('the roles of %s: %s may: %p', async (tool, role, may) => {
    const app = await boot(
      { controllers: [ItemsController], providers: [{ provide: APP_GUARD, useClass: RolesGuard }] },
      { platform },
    );
    expect((await app.call(tool, {}, { 'x-role': role })).isError).toBe(!may);
  });

  it.each([Scope.DEFAULT, Scope.REQUEST])(
    'the class and the method themselves, and an HTTP context (scope %p)',
    async (scope) => {
      const contexts: ExecutionContext[] = [];
      @Controller({ path: 'items', scope })
      @UseGuards({ canActivate: (context) => contexts.push(context) > 0 })
      class ObservedController {
        @Get()
        @McpTool('list')
        list() {
          return 'all';
        }
      }
      const app = await boot({ controllers: [ObservedController] }, { platform });
      await app.value('list');
      await fetch(`${app.url}/items`);
      const [byTool, byHttp] = contexts as [ExecutionContext, ExecutionContext];
      expect(byTool.getClass()).toBe(ObservedController);
      expect(byTool.getHandler()).toBe(Reflect.get(ObservedController.prototype, 'list'));
      expect(byTool.getHandler()).toBe(byHttp.getHandler());
      expect(byTool.getType()).toBe('http');
      expect(byTool.getArgs()).toHaveLength(byHttp.getArgs().length);
    },
  );
});
