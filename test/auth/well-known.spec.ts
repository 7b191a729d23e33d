import type { ServerResponse } from 'node:http';
import { Controller, Get, Module, RequestMethod } from '@nestjs/common';
import type { MiddlewareConsumer, NestModule } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { afterEach, describe, expect, it } from '@jest/globals';
import { McpModule, McpTool } from 'nestjs-mcp';
import type { McpAuthOptions, McpRootOptions } from 'nestjs-mcp';
import { PLATFORMS, startApp } from '../support/running-app.js';
import type { AppOptions, RunningApp } from '../support/running-app.js';

const ROOT = '/.well-known/oauth-protected-resource';
const CARD = '/.well-known/agent-card.json';
const AUTH: McpAuthOptions = {
  resource: 'https://api.example.com/tools/mcp',
  authorizationServers: ['https://login.example.com'],
};

@Controller('menu')
class MenuController {
  @Get()
  @McpTool({ name: 'menu', title: 'Menu', description: 'What there is', tags: ['internal-tag'] })
  list() {
    return [];
  }

  @Get('prices')
  @McpTool({ name: 'prices', description: 'What it costs', scopes: ['prices'] })
  prices() {
    return [];
  }
}

@Controller()
class EverythingController {
  @Get(':folder/:file')
  everything() {
    return 'a page';
  }
}

describe.each(PLATFORMS)('on %s', (platform) => {
  let server: RunningApp | undefined;
  afterEach(() => server?.close());

  async function start(options: McpRootOptions, extra: Partial<AppOptions> = {}): Promise<void> {
    server = await startApp({
      platform,
      module: {
        imports: [McpModule.forRoot({ name: 'shop', version: '1.2.3', ...options })],
        controllers: [MenuController],
        ...extra.module,
      },
      ...extra,
    });
  }

  const get = (path: string, init?: RequestInit) => fetch(new URL(path, server!.origin), init);

  describe('the metadata of the protected resource', () => {
    it('is at the root and under the path of the resource', async () => {
      await start({
        auth: {
          ...AUTH,
          scopesSupported: ['menu:read'],
          resourceName: 'Shop',
          resourceDocumentation: 'https://example.com/docs',
        },
      });
      for (const path of [ROOT, `${ROOT}/tools/mcp`]) {
        const response = await get(path);
        expect(response.status).toBe(200);
        expect(response.headers.get('content-type')).toMatch(/^application\/json/);
        expect(response.headers.get('access-control-allow-origin')).toBe('*');
        expect(await response.json()).toEqual({
          resource: 'https://api.example.com/tools/mcp',
          authorization_servers: ['https://login.example.com'],
          scopes_supported: ['menu:read'],
          bearer_methods_supported: ['header'],
          resource_name: 'Shop',
          resource_documentation: 'https://example.com/docs',
        });
      }
      expect((await get(`${ROOT}/mcp`)).status).toBe(404);
      expect((await get(ROOT, { method: 'POST' })).status).toBe(404);
      expect((await get(ROOT, { method: 'HEAD' })).status).toBe(200);
    });

    it.each<[McpAuthOptions['metadata'], number, number]>([
      [false, 404, 404],
      [{ root: false }, 404, 200],
      [{ path: false }, 200, 404],
      [{ root: false, path: false }, 404, 404],
    ])('with %j answers %d and %d', async (metadata, root, path) => {
      await start({ auth: { ...AUTH, metadata } });
      expect([(await get(ROOT)).status, (await get(`${ROOT}/tools/mcp`)).status]).toEqual([root, path]);
    });

    it('of a resource at the root has one address', async () => {
      await start({ auth: { ...AUTH, resource: 'https://api.example.com' } });
      expect((await get(ROOT)).status).toBe(200);
    });

    it('is open when everything else is closed, and other routes would take its requests', async () => {
      await start(
        { auth: AUTH },
        {
          module: {
            controllers: [EverythingController, MenuController],
            imports: [McpModule.forRoot({ auth: AUTH })],
            providers: [{ provide: APP_GUARD, useValue: { canActivate: () => false } }],
          },
          configure: (app) => app.enableVersioning(),
        },
      );
      expect((await get('/menu')).status).toBe(403);
      expect((await get(ROOT)).status).toBe(200);
    });

    it('is not for middleware to refuse', async () => {
      @Module({ imports: [McpModule.forRoot({ auth: AUTH })], controllers: [MenuController] })
      class ClosedModule implements NestModule {
        configure(consumer: MiddlewareConsumer): void {
          consumer
            .apply((_request: unknown, response: ServerResponse) => response.writeHead(401).end())
            .forRoutes({ path: '*path', method: RequestMethod.ALL });
        }
      }
      server = await startApp({ platform, module: { imports: [ClosedModule] } });
      expect((await get('/menu')).status).toBe(401);
      expect((await get(ROOT)).status).toBe(200);
      expect((await get(`${ROOT}/tools/mcp`)).status).toBe(200);
    });

    it('has the same address under a global prefix', async () => {
      await start({ auth: AUTH }, { configure: (app) => app.setGlobalPrefix('api') });
      expect((await get(ROOT)).status).toBe(200);
      expect((await get(`/api${ROOT}`)).status).toBe(404);
    });

    it('can be read by pages of every origin', async () => {
      await start({ auth: AUTH });
      const response = await get(ROOT, {
        method: 'OPTIONS',
        headers: {
          origin: 'https://inspector.example.com',
          'access-control-request-method': 'GET',
          'access-control-request-headers': 'mcp-protocol-version',
        },
      });
      expect(response.status).toBe(204);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-allow-headers': '*',
      });
    });

    it('goes without the option', async () => {
      await start({});
      expect((await get(ROOT)).status).toBe(404);
      expect((await get(CARD)).status).toBe(404);
    });

    it('of options that come later is there as well', async () => {
      server = await startApp({
        platform,
        module: { imports: [McpModule.forRootAsync({ useFactory: () => Promise.resolve({ auth: AUTH }) })] },
      });
      expect((await get(ROOT)).status).toBe(200);
    });
  });

  describe('the agent card', () => {
    it('names the tools as skills, in the shape of A2A 1.0', async () => {
      await start({
        title: 'The Shop',
        instructions: 'Sells coffee.',
        auth: { ...AUTH, requiredScopes: ['mcp'] },
        agentCard: {
          provider: { organization: 'Example', url: 'https://example.com' },
          documentationUrl: 'https://example.com/docs',
          interfaces: [
            { url: 'https://api.example.com/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
          ],
        },
      });
      const response = await get(CARD);
      expect(response.headers.get('cache-control')).toBe('public, max-age=300');
      expect(await response.json()).toEqual({
        name: 'The Shop',
        description: 'Sells coffee.',
        version: '1.2.3',
        supportedInterfaces: [
          { url: 'https://api.example.com/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
          { url: 'https://api.example.com/tools/mcp', protocolBinding: 'MCP', protocolVersion: '2026-07-28' },
        ],
        provider: { organization: 'Example', url: 'https://example.com' },
        documentationUrl: 'https://example.com/docs',
        capabilities: { streaming: false, pushNotifications: false, extendedAgentCard: false },
        securitySchemes: {
          bearer: {
            httpAuthSecurityScheme: {
              scheme: 'Bearer',
              description:
                'OAuth 2.1 access token; see https://api.example.com/.well-known/oauth-protected-resource/tools/mcp',
            },
          },
        },
        securityRequirements: [{ schemes: { bearer: { list: ['mcp'] } } }],
        defaultInputModes: ['application/json'],
        defaultOutputModes: ['application/json', 'text/plain'],
        skills: [
          { id: 'menu', name: 'Menu', description: 'What there is', tags: ['tool', 'read-only'] },
          {
            id: 'prices',
            name: 'prices',
            description: 'What it costs',
            tags: ['tool', 'read-only'],
            securityRequirements: [{ schemes: { bearer: { list: ['mcp', 'prices'] } } }],
          },
        ],
      });
    });

    it('without an address names the host that was asked, and is not to be kept', async () => {
      await start({ agentCard: true });
      const response = await get(CARD);
      expect(response.headers.get('cache-control')).toBe('no-store');
      const card = (await response.json()) as { supportedInterfaces: object[]; securitySchemes?: object };
      expect(card.supportedInterfaces).toEqual([
        { url: `${server!.origin}/mcp`, protocolBinding: 'MCP', protocolVersion: '2026-07-28' },
      ]);
      expect(card.securitySchemes).toBeUndefined();
    });

    it('says nothing of tools that not everybody is shown', async () => {
      await start({ auth: AUTH, agentCard: { url: 'https://api.example.com/mcp' }, visibility: 'allowed' });
      const response = await get(CARD);
      expect(await response.text()).not.toContain('prices');
      expect(response.headers.get('cache-control')).toBe('no-store');
    });
  });

  it.each<[string, McpRootOptions, string]>([
    ['no resource', { auth: { authorizationServers: ['https://a.example'] } as never }, '"resource"'],
    ['a resource without a scheme', { auth: { ...AUTH, resource: 'api.example.com' } }, 'as "resource"'],
    ['a resource with a fragment', { auth: { ...AUTH, resource: 'https://a.example/#x' } }, 'as "resource"'],
    ['no issuer for the metadata', { auth: { resource: 'https://a.example' } }, 'authorizationServers'],
    [
      'nothing that says which tokens are good',
      { auth: { resource: 'https://a.example', metadata: false } },
      'verifyToken',
    ],
    ['a misspelt key', { auth: { ...AUTH, issuer: 'x' } as never }, 'has the key "issuer"'],
    ['a symmetric algorithm', { auth: { ...AUTH, algorithms: ['HS256'] } }, 'as "algorithms"'],
    ['the algorithm none', { auth: { ...AUTH, algorithms: ['none'] } }, 'as "algorithms"'],
    ['a scope with a space', { auth: { ...AUTH, requiredScopes: ['a b'] } }, 'as "requiredScopes"'],
    [
      'an issuer with two kinds of keys',
      { auth: { ...AUTH, issuers: [{ issuer: 'a', jwks: { keys: [] }, jwksUri: 'https://a.example' }] } },
      'as "issuers"',
    ],
    ['canSee for all', { visibility: 'all', canSee: () => true }, '"canSee"'],
    ['a wrong card', { agentCard: { urls: 'x' } as never }, 'has the key "urls"'],
    ['a card with half a provider', { agentCard: { provider: { url: 'x' } as never } }, '"provider"'],
  ])('%s stops the boot', async (_name, options, text) => {
    await expect(start(options)).rejects.toThrow(text);
    server = undefined;
  });

  it('a scope of a tool that no challenge can carry stops the boot, with the name of the method', async () => {
    @Controller()
    class WrongController {
      @Get('x')
      @McpTool({ scopes: ['read "all"'] })
      x() {
        return 1;
      }
    }
    @Module({ imports: [McpModule.forRoot()], controllers: [WrongController] })
    class WrongModule {}
    await expect(startApp({ platform, module: { imports: [WrongModule] } })).rejects.toThrow(
      'WrongController.x: scopes must be',
    );
  });
});
