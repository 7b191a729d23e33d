import type { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { Controller, Get, Req, Res, UseInterceptors } from '@nestjs/common';
import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { McpTool } from '../../lib/index.js';
import { boot, PLATFORMS } from '../support/mcp-app.js';

interface AnyResponse extends EventEmitter {
  raw?: ServerResponse;
  statusCode: number;
}

type AnyRequest = IncomingMessage & { raw?: IncomingMessage };

/** Logs when a response is done, as access logs do. */
class LogInterceptor implements NestInterceptor {
  constructor(private readonly events: string[]) {}

  intercept(context: ExecutionContext, next: CallHandler) {
    const response = context.switchToHttp().getResponse<AnyResponse>();
    const emitter = response.raw ?? response;
    const log = (name: string) => this.events.push(`${name} ${response.statusCode}`);
    emitter.on('finish', () => log('finish'));
    emitter.once('close', () => log('close'));
    return next.handle();
  }
}

describe.each(PLATFORMS)('on %s, listeners', (platform) => {
  it('for the end of the response are told once, when the call has ended', async () => {
    const events: string[] = [];
    @Controller('things')
    @UseInterceptors(new LogInterceptor(events))
    class ThingsController {
      @Get()
      @McpTool('fine')
      fine() {
        return 'fine';
      }

      @Get('fails')
      @McpTool('fails')
      fails() {
        throw new Error('broken');
      }

      @Get('raw')
      @McpTool('raw')
      raw(@Res() response: AnyResponse) {
        (response.raw ?? (response as unknown as ServerResponse)).end('raw');
      }
    }
    const app = await boot({ controllers: [ThingsController] }, { platform });
    await app.value('fine');
    expect(events.splice(0)).toEqual(['finish 200', 'close 200']);
    await app.call('fails');
    expect(events.splice(0)).toEqual(['finish 500', 'close 500']);
    await app.value('raw');
    expect(events.splice(0)).toEqual(['finish 200', 'close 200']);
  });

  it('on the request reach the real one, and can be removed', async () => {
    const outers: AnyRequest[] = [];
    const counts: number[] = [];
    @Controller('things')
    class ThingsController {
      @Get()
      @McpTool('listen')
      listen(@Req() request: AnyRequest) {
        const emitter = request.raw ?? request;
        const outer = (outers.at(-1)!.raw ?? outers.at(-1)!) as EventEmitter;
        const before = outer.listenerCount('timeout');
        const onTimeout = () => undefined;
        const count = () => counts.push(outer.listenerCount('timeout') - before);
        expect(emitter.on('timeout', onTimeout)).toBe(emitter);
        count();
        expect(emitter.listenerCount('timeout')).toBe(before + 1);
        emitter.off('timeout', onTimeout);
        count();
        emitter.once('timeout', onTimeout).prependListener('timeout', onTimeout);
        count();
        emitter.removeListener('timeout', onTimeout).removeListener('timeout', onTimeout);
        count();
        emitter.on('inner', (value: number) => counts.push(value));
        emitter.emit('inner', 42);
        return 'listening';
      }
    }
    const app = await boot(
      { controllers: [ThingsController] },
      { platform, mcp: { beforeToolCall: (_name, _args, request) => outers.push(request as AnyRequest) } },
    );
    expect(await app.value('listen')).toBe('listening');
    expect(counts).toEqual([1, 0, 2, 0, 42]);
  });

  it('for the end of a request wait for that of the tool, not of the call that carried it', async () => {
    const order: string[] = [];
    @Controller('things')
    class ThingsController {
      @Get()
      @McpTool('watch')
      async watch(@Req() request: AnyRequest) {
        const emitter = (request.raw ?? request) as EventEmitter;
        emitter.on('close', () => order.push('close'));
        await new Promise((resolve) => setTimeout(resolve, 50));
        order.push('answer');
        return 'watched';
      }
    }
    const app = await boot({ controllers: [ThingsController] }, { platform });
    expect(await app.value('watch')).toBe('watched');
    await new Promise((resolve) => setImmediate(resolve));
    expect(order).toEqual(['answer', 'close']);
  });

  it('for the client that goes away are told while the call runs', async () => {
    let started!: () => void;
    const hasStarted = new Promise<void>((resolve) => (started = resolve));
    let aborted!: () => void;
    const wasAborted = new Promise<void>((resolve) => (aborted = resolve));
    @Controller('things')
    class ThingsController {
      @Get()
      @McpTool('slow')
      async slow(@Req() request: AnyRequest) {
        (request.raw ?? request).socket.once('close', aborted);
        started();
        await wasAborted;
        return 'aborted';
      }
    }
    const app = await boot({ controllers: [ThingsController] }, { platform });
    const controller = new AbortController();
    const call = fetch(`${app.url}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'slow' } }),
      signal: controller.signal,
    });
    await hasStarted;
    controller.abort();
    await expect(call).rejects.toThrow('aborted');
    await wasAborted;
  });

  it('do not pile up on a connection that is kept open', async () => {
    const counts: number[] = [];
    @Controller('things')
    class ThingsController {
      @Get()
      @McpTool('count')
      count(@Req() request: AnyRequest) {
        const { socket } = request.raw ?? request;
        counts.push(socket.eventNames().reduce((sum, name) => sum + socket.listenerCount(name), 0));
      }
    }
    const app = await boot({ controllers: [ThingsController] }, { platform });
    for (let index = 0; index < 15; index++) {
      await app.value('count');
    }
    expect(Math.max(...counts.slice(5))).toBe(Math.max(...counts.slice(0, 5)));
  });
});
