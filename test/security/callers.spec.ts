import { Controller, Injectable, Post } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { afterEach, describe, expect, it } from '@jest/globals';
import { McpBearerGuard, McpConfirm, McpModule, McpTool } from 'nestjs-mcp';
import type { McpRootOptions } from 'nestjs-mcp';
import { PLATFORMS, startApp } from '../support/running-app.js';
import type { RunningApp } from '../support/running-app.js';
import { Attacker } from './attacker.js';

interface GuardedRequest {
  readonly headers: Readonly<Record<string, string | undefined>>;
  user?: unknown;
}

@Controller()
class WipeController {
  @Post('wipe')
  @McpConfirm('Wipe everything?')
  @McpTool('wipe')
  wipe() {
    return { wiped: true };
  }
}

/** Knows callers by an API key, and says nothing about them. */
@Injectable()
class ApiKeyGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    return /^key-/.test(context.switchToHttp().getRequest<GuardedRequest>().headers['x-api-key'] ?? '');
  }
}

/** Knows callers by a cookie, and describes them as Nest's documentation has it. */
@Injectable()
class CookieGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<GuardedRequest>();
    const [, name] = /session=(\w+)/.exec(request.headers['cookie'] ?? '') ?? [];
    request.user = { userId: name, roles: ['member'] };
    return name !== undefined;
  }
}

/** As above, without anything that has the name of an id. */
@Injectable()
class RolesGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    context.switchToHttp().getRequest<GuardedRequest>().user = { roles: ['member'] };
    return true;
  }
}

const auth = { resource: 'https://api.example.com/mcp', metadata: false } as const;

const CALLERS: [string, McpRootOptions, Record<string, string>, Record<string, string>][] = [
  [
    'the token in a header of its own, of which nothing is known',
    {
      auth: { ...auth, header: 'x-assertion', verifyToken: () => Promise.resolve({}) },
      guards: [McpBearerGuard],
    },
    { 'x-assertion': 'token-of-alice' },
    { 'x-assertion': 'token-of-mallory' },
  ],
  [
    'the token in a header of its own, of users without an id',
    {
      auth: { ...auth, header: 'x-assertion', verifyToken: () => Promise.resolve({ user: { roles: [] } }) },
      guards: [McpBearerGuard],
    },
    { 'x-assertion': 'token-of-alice' },
    { 'x-assertion': 'token-of-mallory' },
  ],
  ['API keys', { guards: [ApiKeyGuard] }, { 'x-api-key': 'key-alice' }, { 'x-api-key': 'key-mallory' }],
  ['cookies', { guards: [CookieGuard] }, { cookie: 'session=alice' }, { cookie: 'session=mallory' }],
  [
    'cookies, of users without an id',
    { guards: [RolesGuard] },
    { cookie: 'session=alice' },
    { cookie: 'session=mallory' },
  ],
];

describe.each(PLATFORMS)('on %s', (platform) => {
  let server: RunningApp | undefined;
  afterEach(() => server?.close());

  describe.each(CALLERS)('callers who are told apart by %s', (_what, options, alice, mallory) => {
    async function start(): Promise<Attacker> {
      server = await startApp({
        platform,
        module: {
          imports: [McpModule.forRoot({ sessions: true, ...options })],
          controllers: [WipeController],
        },
      });
      return new Attacker(server.origin);
    }

    const forms = { elicitation: {} };

    it('cannot answer what another was asked', async () => {
      const client = await start();
      const wipe = { name: 'wipe', arguments: {} };
      const asked = await client.modern('tools/call', wipe, alice, forms);
      const answer = {
        ...wipe,
        requestState: (asked.message.result as { requestState: string }).requestState,
        inputResponses: { confirm: { action: 'accept', content: {} } },
      };
      expect((await client.modern('tools/call', answer, mallory, forms)).message.error?.code).toBe(-32602);
      expect((await client.modern('tools/call', answer, alice, forms)).text).toContain('wiped');
    });

    it('cannot use the session of another', async () => {
      const client = await start();
      const begun = await client.legacy(
        'initialize',
        { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
        alice,
      );
      const session = { 'mcp-session-id': begun.headers['mcp-session-id'] as string };
      expect((await client.legacy('ping', {}, { ...mallory, ...session })).status).toBe(404);
      expect((await client.legacy('ping', {}, { ...alice, ...session })).status).toBe(200);
    });
  });
});
