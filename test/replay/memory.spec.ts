import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import { Controller, Get, Req, Res } from '@nestjs/common';
import type { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { McpTool } from '../../lib/index.js';
import { boot, PLATFORMS } from '../support/mcp-app.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const CALLS = 300;

describe.each(PLATFORMS)('on %s, a call that is over', (platform) => {
  const requests: WeakRef<object>[] = [];

  @Controller('things')
  class ThingsController {
    @Get()
    @McpTool('look')
    look(
      @Req() request: IncomingMessage & { raw?: IncomingMessage; ip: string },
      @Res({ passthrough: true }) response: EventEmitter & { raw?: EventEmitter },
    ) {
      requests.push(new WeakRef(request));
      (response.raw ?? response).on('close', () => undefined);
      (request.raw ?? request).on('close', () => undefined).resume();
      return [request.ip, (request.raw ?? request).socket.remoteAddress];
    }
  }

  it('keeps nothing of its request, on a connection that stays open', async () => {
    const app = await boot({ controllers: [ThingsController] }, { platform });
    for (let call = 0; call < CALLS; call++) {
      await app.value('look');
    }
    for (let round = 0; round < 5; round++) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      collectGarbage();
    }
    const kept = requests.filter((request) => request.deref() !== undefined).length;
    expect(requests).toHaveLength(CALLS);
    expect(kept).toBeLessThan(CALLS / 10);
  });
});
