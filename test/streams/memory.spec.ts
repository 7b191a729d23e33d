import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Controller, Get } from '@nestjs/common';
import type { ExecutionContext } from '@nestjs/common';
import { McpModule, McpTool } from '../../lib/index.js';
import { RawExchange, sendModern } from '../support/raw-exchange.js';
import { PLATFORMS, startApp } from '../support/running-app.js';
import type { RunningApp } from '../support/running-app.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const STREAMS = 40;

@Controller('menu')
class MenuController {
  @Get()
  @McpTool()
  list() {
    return ['espresso'];
  }
}

describe.each(PLATFORMS)('on %s, a stream whose client has gone', (platform) => {
  let running: RunningApp;
  let requests: WeakRef<object>[];

  beforeEach(async () => {
    requests = [];
    const guard = {
      canActivate: (context: ExecutionContext) => {
        requests.push(new WeakRef(context.switchToHttp().getRequest<object>()));
        return true;
      },
    };
    running = await startApp({
      platform,
      module: {
        // No sign of life is due while the test runs.
        imports: [McpModule.forRoot({ keepAliveMs: 3_600_000, sessions: true })],
        controllers: [MenuController],
      },
      configure: (app) => app.useGlobalGuards(guard),
    });
  });
  afterEach(() => running.close());

  async function keptRequests(): Promise<number> {
    for (let round = 0; round < 5; round++) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      collectGarbage();
    }
    return requests.filter((request) => request.deref() !== undefined).length;
  }

  it('is not kept until the next sign of life, when it was a subscription', async () => {
    for (let count = 0; count < STREAMS; count++) {
      const exchange = sendModern(running.mcp, 'subscriptions/listen', {
        notifications: { toolsListChanged: true },
      });
      await exchange.until(({ messages }) => messages.length > 0);
      exchange.close();
      await exchange.ended;
    }

    expect(requests).toHaveLength(STREAMS);
    expect(await keptRequests()).toBeLessThan(STREAMS / 10);
  });

  it('is not kept until the next sign of life, when it was the stream of a session', async () => {
    const version = { 'mcp-protocol-version': '2025-11-25' };
    const begin = new RawExchange(running.mcp, {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
    });
    await begin.whole();
    const session = begin.response!.headers['mcp-session-id'] as string;
    for (let count = 0; count < STREAMS; count++) {
      const exchange = new RawExchange(running.mcp, undefined, { ...version, 'mcp-session-id': session });
      await exchange.until(({ response }) => response !== undefined);
      expect(exchange.response!.statusCode).toBe(200);
      exchange.close();
      await exchange.ended;
    }

    expect(await keptRequests()).toBeLessThan(STREAMS / 10);
  });
});
