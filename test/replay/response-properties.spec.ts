import { describe, expect, it } from '@jest/globals';
import { Controller, Get, Query, Res } from '@nestjs/common';
import type { INestApplication } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { FastifyInstance } from 'fastify';
import { McpTool } from '../../lib/index.js';
import { boot, PLATFORMS } from '../support/mcp-app.js';
import type { PlatformName } from '../support/mcp-app.js';

interface DecoratedResponse {
  startedAt: number;
  nonce: { value: string; seenBy?: string };
  greet?: () => string;
}

@Controller('pages')
class PagesController {
  @Get()
  @McpTool('page')
  page(@Res({ passthrough: true }) response: DecoratedResponse, @Query('who') who: string) {
    response.nonce.seenBy ??= who;
    return { startedAt: response.startedAt, nonce: response.nonce.value, seenBy: response.nonce.seenBy };
  }

  @Get('numbers')
  @McpTool('numbers')
  numbers() {
    return { big: 10n };
  }
}

function decorate(response: DecoratedResponse): void {
  response.startedAt = 5;
  response.nonce = { value: 'n' };
}

/** The documented ways: a decorator that a hook fills on Fastify, middleware on Express. */
function prepare(app: INestApplication, platform: PlatformName): void {
  if (platform === 'fastify') {
    const instance = app.getHttpAdapter().getInstance() as FastifyInstance;
    instance.decorateReply('startedAt', 0).decorateReply('nonce', null);
    instance.addHook('onRequest', (_request, reply, done) => {
      decorate(reply as unknown as DecoratedResponse);
      done();
    });
  } else {
    app.use((_request: object, response: DecoratedResponse, next: () => void) => {
      decorate(response);
      next();
    });
  }
}

describe.each(PLATFORMS)('on %s, what the application put on the response', (platform) => {
  const start = () =>
    boot({ controllers: [PagesController] }, { platform, setup: (app) => prepare(app, platform) });

  it('is there in a tool', async () => {
    const app = await start();
    expect(await app.value('page', { who: 'ann' })).toEqual({ startedAt: 5, nonce: 'n', seenBy: 'ann' });
  });

  it('is there in every call of a batch', async () => {
    const app = await start();
    const calls = ['ann', 'bob'].map((who, id) => ({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name: 'page', arguments: { who } },
    }));
    const response = await app.post(calls, { 'mcp-protocol-version': '2025-03-26' });
    const answers = (await response.json()) as { result: { content: { text: string }[] } }[];
    for (const { result } of answers) {
      expect(JSON.parse(result.content[0]!.text)).toMatchObject({ startedAt: 5, nonce: 'n' });
    }
  });

  it('of serializing applies to the answers of tools', async () => {
    const replacer = (_key: string, value: unknown) =>
      typeof value === 'bigint' ? `${String(value)} exactly` : value;
    const app = await boot(
      { controllers: [PagesController] },
      {
        platform,
        setup: (nest) =>
          platform === 'express'
            ? (nest as NestExpressApplication).set('json replacer', replacer)
            : (nest.getHttpAdapter().getInstance() as FastifyInstance).setReplySerializer((payload) =>
                JSON.stringify(payload, replacer),
              ),
      },
    );
    expect(await app.value('numbers')).toEqual({ big: '10 exactly' });
    expect(await (await fetch(`${app.url}/pages/numbers`)).json()).toEqual({ big: '10 exactly' });
  });
});
