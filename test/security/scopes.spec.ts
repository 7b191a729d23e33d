import { Controller, Get } from '@nestjs/common';
import { afterEach, describe, expect, it } from '@jest/globals';
import { McpBearerGuard, McpModule, McpTool } from 'nestjs-mcp';
import type { McpAuthOptions } from 'nestjs-mcp';
import { PLATFORMS, startApp } from '../support/running-app.js';
import type { RunningApp } from '../support/running-app.js';
import { Attacker } from './attacker.js';

@Controller()
class AdminController {
  @Get('admin')
  @McpTool({ name: 'administrate', scopes: ['admin'] })
  administrate() {
    return { done: true };
  }
}

/** What an introspection endpoint (RFC 7662) answers: its type is `any` in most applications. */
const introspected = (scope: unknown) => ({ scope }) as { scope: never };

describe.each(PLATFORMS)('on %s', (platform) => {
  let server: RunningApp | undefined;
  afterEach(() => server?.close());

  async function call(auth: Partial<McpAuthOptions>): Promise<string> {
    server = await startApp({
      platform,
      module: {
        imports: [
          McpModule.forRoot({
            auth: {
              resource: 'https://x.example/mcp',
              metadata: false,
              enforceScopes: true,
              verifyToken: () => ({}),
              ...auth,
            },
            guards: [McpBearerGuard],
          }),
        ],
        controllers: [AdminController],
      },
    });
    const { status, text } = await new Attacker(server.origin, 'token').call('administrate');
    return status === 200 ? text : String(status);
  }

  const SCOPES: [string, unknown, boolean][] = [
    ['a text that has the scope within another', 'admin.readonly non-admin', false],
    ['a text that has the scope', 'notes admin', true],
    ['a list in which the scope is part of another', ['admin.readonly'], false],
    ['a list with a list', [['admin']], false],
    ['an object', { admin: true }, false],
    ['null', null, false],
  ];

  describe.each(SCOPES)('scopes that are %s', (_what, scope, isEnough) => {
    it('are read right from verifyToken', async () => {
      const answer = await call({
        verifyToken: () => Promise.resolve({ scopes: introspected(scope).scope }),
      });
      expect(answer).toMatch(isEnough ? /done/ : /^403$/);
    });

    it('are read right from the claims', async () => {
      const answer = await call({ verifyToken: () => Promise.resolve({ claims: introspected(scope) }) });
      expect(answer).toMatch(isEnough ? /done/ : /^403$/);
    });

    it('are read right from grantedScopes', async () => {
      const answer = await call({ grantedScopes: () => introspected(scope).scope });
      expect(answer).toMatch(isEnough ? /done/ : /^403$/);
    });

    it('are read right for requiredScopes', async () => {
      const answer = await call({
        requiredScopes: ['admin'],
        enforceScopes: false,
        verifyToken: () => Promise.resolve({ scopes: introspected(scope).scope }),
      });
      expect(answer).toMatch(isEnough ? /done/ : /^403$/);
    });
  });

  it.each([
    ['of long ago', Date.now() - 60_000, '401'],
    ['that is no time', NaN, '401'],
    ['that is a text of another kind', 'tomorrow', '401'],
    ['in seconds', Math.floor(Date.now() / 1000) + 60, '401'],
    ['that is a date of long ago', new Date(0), '401'],
    ['that is a date to come', new Date(Date.now() + 60_000), 'done'],
    ['that is not known', null, 'done'],
  ])('an end %s', async (_what, end, answer) => {
    const expiresAt = end as number;
    expect(await call({ verifyToken: () => Promise.resolve({ scopes: ['admin'], expiresAt }) })).toContain(
      answer,
    );
  });
});
