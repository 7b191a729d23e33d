import { APP_GUARD } from '@nestjs/core';
import { afterEach, describe, expect, it } from '@jest/globals';
import { McpBearerGuard, McpModule } from 'nestjs-mcp';
import type { McpAuthOptions, McpRootOptions } from 'nestjs-mcp';
import { PLATFORMS, startApp } from '../support/running-app.js';
import type { RunningApp } from '../support/running-app.js';

const AUTH: McpAuthOptions = {
  resource: 'https://api.example.com/mcp',
  authorizationServers: ['https://login.example.com'],
};
const GUARD = { canActivate: () => true };

describe.each(PLATFORMS)('at boot on %s', (platform) => {
  let server: RunningApp | undefined;
  afterEach(() => server?.close());

  async function warnings(options: McpRootOptions, providers: object[] = []): Promise<string[]> {
    const warned: string[] = [];
    const ignore = () => undefined;
    server = await startApp({
      platform,
      module: { imports: [McpModule.forRoot(options)], providers: providers as never },
      logger: { log: ignore, error: ignore, warn: (message: string) => warned.push(message) },
    });
    return warned;
  }

  it('auth that no guard asks for is warned of', async () => {
    expect(await warnings({ auth: AUTH })).toEqual([expect.stringContaining('/mcp is open to everybody')]);
  });

  it.each<[string, McpRootOptions, object[]]>([
    ['McpBearerGuard', { auth: AUTH, guards: [McpBearerGuard] }, []],
    ['another guard', { auth: AUTH, guards: [GUARD] }, []],
    ['a global guard', { auth: AUTH }, [{ provide: APP_GUARD, useValue: GUARD }]],
    ['no auth', {}, []],
  ])('with %s nothing is', async (_name, options, providers) => {
    expect(await warnings(options, providers)).toEqual([]);
  });

  it('a shared cache of what callers are shown differently is warned of', async () => {
    expect(
      await warnings({ visibility: 'allowed', caching: { 'tools/list': { ttlMs: 1000, scope: 'public' } } }),
    ).toEqual([expect.stringContaining('caching["tools/list"] has the scope "public"')]);
  });

  it('McpBearerGuard without auth stops it', async () => {
    await expect(warnings({ guards: [McpBearerGuard] })).rejects.toThrow('there is no option "auth"');
    server = undefined;
  });
});
