import {
  ConflictException,
  Controller,
  ForbiddenException,
  Get,
  Inject,
  Injectable,
  Logger,
  Param,
  ParseIntPipe,
  Post,
  Scope,
  UseGuards,
} from '@nestjs/common';
import type { CanActivate, LoggerService, ModuleMetadata } from '@nestjs/common';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { McpModule, McpTool } from 'nestjs-mcp';
import type { McpModuleOptions, McpToolCallOutcome } from 'nestjs-mcp';
import { EndpointClient } from '../support/endpoint-client.js';
import { PLATFORMS, startApp } from '../support/running-app.js';
import type { RunningApp } from '../support/running-app.js';

let steps: string[];

@Injectable({ scope: Scope.REQUEST })
class Basket {
  constructor() {
    steps.push('dependency');
  }
}

class DoorGuard implements CanActivate {
  canActivate(): boolean {
    steps.push('guard');
    return true;
  }
}

@Controller('orders')
@UseGuards(DoorGuard)
class OrdersController {
  constructor(@Inject(Basket) readonly basket: Basket) {}

  @Get(':id')
  @McpTool('find_order')
  find(@Param('id', ParseIntPipe) id: number) {
    steps.push('handler');
    if (id === 9) {
      throw new ConflictException('Order 9 is locked.');
    }
    if (id === 10) {
      throw new Error('no such table: orders');
    }
    return { id };
  }
}

@Controller('closed')
class ClosedController {
  @Post()
  @UseGuards({
    canActivate: () => {
      throw new ForbiddenException('Closed.');
    },
  })
  @McpTool('closed')
  enter(): void {}
}

interface Finished {
  readonly name: string;
  readonly args: unknown;
  readonly request: object;
  readonly outcome: McpToolCallOutcome;
}

function ordersModule(options: McpModuleOptions): ModuleMetadata {
  return {
    imports: [McpModule.forRoot(options)],
    controllers: [OrdersController, ClosedController],
    providers: [Basket],
  };
}

describe.each(PLATFORMS)('on %s', (platform) => {
  let server: RunningApp;
  let client: EndpointClient;
  let finished: Finished[];
  let errors: unknown[];
  beforeEach(() => {
    steps = [];
    finished = [];
    errors = [];
  });
  afterEach(async () => {
    await server.close();
    Logger.overrideLogger(false);
    await client.wire.assertValidMessages();
  });

  async function start(options: McpModuleOptions): Promise<void> {
    const ignore = () => undefined;
    const logger: LoggerService = {
      log: ignore,
      warn: ignore,
      error: (...all: unknown[]) => errors.push(all),
    };
    server = await startApp({ platform, module: ordersModule(options), logger });
    client = new EndpointClient(server.mcp);
  }

  const remember: McpModuleOptions['afterToolCall'] = (name, args, request, outcome) => {
    steps.push('afterToolCall');
    finished.push({ name, args, request, outcome });
  };

  it('a call goes through its five steps in order', async () => {
    await start({ beforeToolCall: () => steps.push('beforeToolCall'), afterToolCall: remember });
    await client.callTool('find_order', { id: 'x' });
    expect(steps).toEqual([]);
    await client.callTool('find_order', { id: 1 });
    expect(steps.filter((step) => step !== 'dependency')).toEqual([
      'beforeToolCall',
      'guard',
      'handler',
      'afterToolCall',
    ]);
    expect(steps.indexOf('dependency')).toBeGreaterThan(steps.indexOf('beforeToolCall'));
    expect(steps.indexOf('dependency')).toBeLessThan(steps.indexOf('handler'));
  });

  it('the route waits for what beforeToolCall returns', async () => {
    await start({
      beforeToolCall: async () => {
        await new Promise((resolve) => setImmediate(resolve));
        steps.push('beforeToolCall');
      },
    });
    await client.callTool('find_order', { id: 1 });
    expect(steps[0]).toBe('beforeToolCall');
  });

  it('both get the name, the arguments and the request that reached the endpoint', async () => {
    const before: unknown[] = [];
    await start({
      beforeToolCall: (name, args, request) => before.push({ name, args, request }),
      afterToolCall: remember,
    });
    await client.callTool('find_order', { id: 1 }, { 'x-trace': 'abc' });
    expect(before).toHaveLength(1);
    expect(before[0]).toMatchObject({ name: 'find_order', args: { id: 1 } });
    const { request, ...rest } = finished[0]!;
    expect(rest).toMatchObject({ name: 'find_order', args: { id: 1 } });
    expect((before[0] as Finished).request).toBe(request);
    expect((request as { headers: object }).headers).toMatchObject({ 'x-trace': 'abc' });
    expect((request as { url: string }).url).toBe('/mcp');
  });

  it('afterToolCall gets the result and how long it took', async () => {
    await start({ afterToolCall: remember });
    await client.callTool('find_order', { id: 1 });
    const { outcome } = finished[0]!;
    expect(outcome).toMatchObject({ status: 200, result: { id: 1 } });
    expect(outcome.error).toBeUndefined();
    expect(typeof outcome.durationMs).toBe('number');
    expect(outcome.durationMs).toBeGreaterThanOrEqual(0);
  });

  it.each([
    ['find_order', { id: 9 }, 409, 'Order 9 is locked.'],
    ['find_order', { id: 10 }, 500, 'Internal server error'],
    ['closed', {}, 403, 'Closed.'],
  ])('afterToolCall gets the error of %s %j', async (name, args, status, message) => {
    await start({ afterToolCall: remember });
    const answer = await client.callTool(name, args);
    expect(answer.message.result?.['isError']).toBe(true);
    const { outcome } = finished[0]!;
    expect(outcome).toMatchObject({ status, error: { message } });
    expect(outcome.result).toBeUndefined();
  });

  it('neither runs for a call that does not come to the route', async () => {
    await start({ beforeToolCall: () => steps.push('beforeToolCall'), afterToolCall: remember });
    await client.callTool('nobody');
    await client.callTool('find_order', { id: 1, extra: 2 });
    await client.legacy('tools/list');
    expect(steps).toEqual([]);
  });

  it.each([
    [
      'throw',
      () => {
        throw new Error('the hook broke');
      },
    ],
    ['reject', () => Promise.reject(new Error('the hook broke'))],
  ])('what they %s is logged, and the call goes on', async (_, fail) => {
    await start({ beforeToolCall: fail, afterToolCall: fail });
    const answer = await client.callTool('find_order', { id: 1 });
    expect(answer.said).toBe('{"id":1}');
    const logged = errors.map((entry) => JSON.stringify(entry));
    expect(logged.filter((entry) => entry.includes('beforeToolCall failed'))).toHaveLength(1);
    expect(logged.filter((entry) => entry.includes('afterToolCall failed'))).toHaveLength(1);
    expect(logged.every((entry) => entry.includes('the hook broke') && entry.includes('find_order'))).toBe(
      true,
    );
  });
});
