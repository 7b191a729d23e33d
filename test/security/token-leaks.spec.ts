import { UnauthorizedException } from '@nestjs/common';
import type { LoggerService } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Controller, Get, Headers } from '@nestjs/common';
import { McpBearerGuard, McpModule, McpParam, McpTool } from 'nestjs-mcp';
import type { McpAuthOptions } from 'nestjs-mcp';
import { PLATFORMS, startApp } from '../support/running-app.js';
import type { RunningApp } from '../support/running-app.js';
import { Attacker } from './attacker.js';

const TOKEN = 'opaque-4711-token';
let logged = '';
const logger = Object.fromEntries(
  ['log', 'error', 'warn', 'debug', 'verbose', 'fatal'].map((level) => [
    level,
    (...parts: unknown[]) => {
      logged += `${parts.map((part) => (part instanceof Error ? part.stack : String(part))).join('\n')}\n`;
    },
  ]),
) as unknown as LoggerService;

@Controller()
class FailingController {
  @Get('fails')
  @McpTool('fails')
  fails() {
    return {};
  }
}

describe.each(PLATFORMS)('on %s', (platform) => {
  let server: RunningApp | undefined;
  beforeEach(() => {
    logged = '';
  });
  afterEach(() => server?.close());

  async function start(verifyToken: McpAuthOptions['verifyToken'], header?: string): Promise<Attacker> {
    server = await startApp({
      platform,
      logger,
      module: {
        imports: [
          McpModule.forRoot({
            auth: { resource: 'https://x.example/mcp', metadata: false, verifyToken, header },
            guards: [McpBearerGuard],
          }),
        ],
        controllers: [FailingController],
      },
    });
    return new Attacker(server.origin);
  }

  it('a reason that no header can carry is still 401, with a challenge', async () => {
    const client = await start(() => {
      throw new UnauthorizedException('Le jeton n’est plus bon — 期限切れ\r\nset-cookie: a=b "\\');
    });
    const { status, headers } = await client.legacy('ping', {}, { authorization: `Bearer ${TOKEN}` });
    expect(status).toBe(401);
    expect(headers['set-cookie']).toBeUndefined();
    expect(headers['www-authenticate']).toMatch(
      /^Bearer error="invalid_token", error_description="[\x20-\x7e]+"/,
    );
  });

  it.each(['authorization', 'x-assertion'])(
    'a token in %s that an error quotes is not in the log',
    async (header) => {
      const client = await start((token) => {
        throw new Error(`The introspection of ${token} failed`);
      }, header);
      const value = header === 'authorization' ? `Bearer ${TOKEN}` : TOKEN;
      const { status, text } = await client.legacy('ping', {}, { [header]: value });
      expect(status).toBe(500);
      expect(logged).toContain('The introspection of');
      expect(logged + text).not.toContain(TOKEN);
    },
  );

  it('a token that the cause of a refusal quotes is not in the log', async () => {
    const client = await start((token) => {
      throw new UnauthorizedException('Not good', { cause: new Error(`no such token: ${token}`) });
    });
    await client.legacy('ping', {}, { authorization: `Bearer ${TOKEN}` });
    expect(logged).toContain('no such token');
    expect(logged).not.toContain(TOKEN);
  });

  it('the header of the token cannot be an argument', async () => {
    @Controller()
    class ExposingController {
      @Get('exposes')
      @McpTool('exposes')
      exposes(@Headers('x-assertion') @McpParam({ expose: true }) assertion: string) {
        return { assertion };
      }
    }
    await expect(
      startApp({
        platform,
        module: {
          imports: [
            McpModule.forRoot({
              auth: {
                resource: 'https://x.example/mcp',
                metadata: false,
                header: 'X-Assertion',
                verifyToken: () => Promise.resolve({}),
              },
              guards: [McpBearerGuard],
            }),
          ],
          controllers: [ExposingController],
        },
      }),
    ).rejects.toThrow(/carries credentials/);
  });
});

it('a test that overrides the guard has its own in place of it', async () => {
  const testing = await Test.createTestingModule({
    imports: [
      McpModule.forRoot({
        auth: { resource: 'https://x.example/mcp', metadata: false, verifyToken: () => undefined as never },
        guards: [McpBearerGuard],
      }),
    ],
    controllers: [FailingController],
  })
    .overrideGuard(McpBearerGuard)
    .useValue({ canActivate: () => true })
    .compile();
  const app = testing.createNestApplication();
  await app.listen(0, '127.0.0.1');
  const { status } = await new Attacker(await app.getUrl()).legacy('ping');
  await app.close();
  expect(status).toBe(200);
});
