import { describe, expect, it } from '@jest/globals';
import { All, Controller, Get, Next, Param, Post, UseGuards } from '@nestjs/common';
import type { CanActivate, LoggerService, Type } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { NestFactory } from '@nestjs/core';
import { McpModule, McpTool } from '../../lib/index.js';
import { boot, bootError, PLATFORMS } from '../support/mcp-app.js';

class NobodyGuard implements CanActivate {
  canActivate(): boolean {
    return false;
  }
}

@Controller('users')
class UsersController {
  @Get('admin')
  @UseGuards(NobodyGuard)
  admin() {
    return 'secrets';
  }

  @Get(':id')
  @McpTool('find')
  find(@Param('id') id: string) {
    return `user ${id}`;
  }

  @Post(':id')
  @McpTool('update')
  update(@Param('id') id: string) {
    return `updated ${id}`;
  }

  @Get(':id/:part')
  @McpTool('part')
  part(@Param('id') id: string, @Param('part') part: string) {
    return `${part} of ${id}`;
  }
}

/** The text of both answers: of the tool, and of the request that it stands for. */
async function both(
  app: Awaited<ReturnType<typeof boot>>,
  tool: string,
  args: Record<string, string>,
  path: string,
): Promise<[string, string]> {
  return [(await app.call(tool, args)).text, await (await fetch(`${app.url}${path}`)).text()];
}

describe.each(PLATFORMS)('on %s, a tool whose arguments make the path of another route', (platform) => {
  const start = (...controllers: Type[]) => boot({ controllers }, { platform });

  it('does not run: it says that such a request goes elsewhere', async () => {
    const app = await start(UsersController);
    const { isError, text } = await app.call('find', { id: 'admin' });
    expect(isError).toBe(true);
    expect(text).toContain('A request for /users/admin goes to another route');
    expect(await (await fetch(`${app.url}/users/admin`)).text()).toContain('Forbidden');
  });

  it.each(['1', 'admins', 'admin/x', 'admin%20', '..'])('runs with any other value, as %s', async (id) => {
    const app = await start(UsersController);
    expect(await app.value('find', { id })).toBe(`user ${id}`);
  });

  it('runs when the other route has another method or is longer', async () => {
    const app = await start(UsersController);
    expect(await app.value('update', { id: 'admin' })).toBe('updated admin');
    expect(await app.value('part', { id: 'admin', part: 'x' })).toBe('x of admin');
  });

  it('heeds the case of letters as the platform does', async () => {
    const app = await start(UsersController);
    const [byTool, overHttp] = await both(app, 'find', { id: 'ADMIN' }, '/users/ADMIN');
    expect(byTool.startsWith('user')).toBe(overHttp.startsWith('user'));
    expect(overHttp.startsWith('user')).toBe(platform === 'fastify');
  });

  it('runs or not by the order of registration on Express, by the text of paths on Fastify', async () => {
    @Controller('shelves')
    class ShelvesController {
      @Get(':id')
      @McpTool('shelf')
      shelf(@Param('id') id: string) {
        return `shelf ${id}`;
      }

      @Get('top')
      top() {
        return 'the top';
      }
    }
    const app = await start(ShelvesController);
    const [byTool, overHttp] = await both(app, 'shelf', { id: 'top' }, '/shelves/top');
    expect(byTool.startsWith('shelf')).toBe(overHttp.startsWith('shelf'));
    expect(await app.value('shelf', { id: '1' })).toBe('shelf 1');
  });

  it('does not run with a segment that belongs to a parameter further left', async () => {
    @Controller('trees')
    class TreesController {
      @Get('oak/:age')
      oak() {
        return 'an oak';
      }

      @Get(':kind/old')
      @McpTool('old')
      old(@Param('kind') kind: string) {
        return `old ${kind}`;
      }
    }
    const app = await start(TreesController);
    const [byTool, overHttp] = await both(app, 'old', { kind: 'oak' }, '/trees/oak/old');
    expect(overHttp).toBe('an oak');
    expect(byTool).toContain('goes to another route');
    expect(await app.value('old', { kind: 'elm' })).toBe('old elm');
  });
});

describe('on express, a tool', () => {
  it('runs behind a route that passes requests on', async () => {
    @Controller()
    class LogController {
      @All('*path')
      log(@Next() next: () => void) {
        next();
      }
    }
    const app = await boot({ controllers: [LogController, UsersController] }, { platform: 'express' });
    expect(await app.value('find', { id: '1' })).toBe('user 1');
  });

  it('that can never run is warned of at boot', async () => {
    @Controller('shelves')
    class ShelvesController {
      @Get(':id')
      shelf(@Param('id') id: string) {
        return `shelf ${id}`;
      }

      @Get('top')
      @McpTool('top')
      top() {
        return 'the top';
      }
    }
    const warnings: string[] = [];
    const ignore = () => undefined;
    const logger: LoggerService = { log: ignore, error: ignore, warn: (text: string) => warnings.push(text) };
    const app = await boot(
      { controllers: [ShelvesController] },
      { platform: 'express', nest: { logger }, mcp: { lint: 'off' } },
    );
    expect(warnings).toEqual([
      expect.stringMatching(/"top".*refuses every call.*GET \/shelves\/top goes to GET \/shelves\/:id/),
    ]);
    expect((await app.call('top')).isError).toBe(true);
  });
});

describe('a route of the application at the path of the endpoint', () => {
  @Controller('mcp')
  class OwnController {
    @Post()
    own() {
      return 'mine';
    }
  }

  @Controller()
  class EverythingController {
    @All('*path')
    all() {
      return 'caught';
    }
  }

  async function startBehind(controller: Type, adapter: ExpressAdapter | FastifyAdapter): Promise<string> {
    class OwnModule {}
    class AppModule {}
    const app = await NestFactory.create(
      {
        module: AppModule,
        imports: [{ module: OwnModule, controllers: [controller] }, McpModule.forRoot()],
      },
      adapter,
      { logger: false, abortOnError: false },
    );
    return app.init().then(
      () => app.close().then(() => 'started'),
      (error: Error) => error.message,
    );
  }

  it.each([
    [OwnController, /POST \/mcp is answered by (OwnController\.own )?\(POST \/mcp\)/],
    [EverythingController, /POST \/mcp is answered by (EverythingController\.all )?\(ALL \/\*path\)/],
  ])('stops the boot on Express when it is registered before it (%p)', async (controller, message) => {
    expect(await startBehind(controller, new ExpressAdapter())).toMatch(message);
  });

  it('stops the boot on Fastify in any order', async () => {
    expect(await startBehind(OwnController, new FastifyAdapter())).toMatch(
      /already declared for route '\/mcp'/,
    );
    expect(await bootError({ controllers: [OwnController] })).toMatch(/already declared for route '\/mcp'/);
  });

  it('does no harm on Fastify when it takes what nothing else does', async () => {
    @Controller()
    class RestController {
      @All('*')
      rest() {
        return 'the rest';
      }
    }
    expect(await startBehind(RestController, new FastifyAdapter())).toBe('started');
  });
});
