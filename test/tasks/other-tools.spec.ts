import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Controller, Get, Injectable, Param, UseGuards, UseInterceptors } from '@nestjs/common';
import type { CanActivate, NestInterceptor } from '@nestjs/common';
import { McpArgs, McpContext, McpInput, McpModule, McpPrompt, McpError, McpTool } from '../../lib/index.js';
import { getMcpContext } from '../../lib/context/index.js';
import { PLATFORMS, startApp } from '../support/running-app.js';
import type { RunningApp } from '../support/running-app.js';
import { accept, TaskClient } from './task-client.js';

const steps: string[] = [];

const noting: CanActivate = {
  canActivate: () => {
    steps.push('guard');
    return true;
  },
};

const around: NestInterceptor = {
  intercept: (_context, next) => {
    steps.push('interceptor');
    return next.handle();
  },
};

@Injectable()
class Robots {
  @McpTool({ name: 'stop_robot', taskSupport: 'required' })
  @UseGuards(noting)
  @UseInterceptors(around)
  async stop(@McpArgs('name') name: string, @McpContext() context?: McpContext) {
    await context?.input({ ok: McpInput.form(`Stop ${name}?`) });
    return { stopped: name, isAccepted: getMcpContext()?.accepted('ok') !== undefined };
  }

  @McpPrompt({ name: 'broken', description: 'Fails' })
  broken() {
    throw new McpError(-32050, 'No prompt today');
  }
}

@Controller('reports')
@McpTool({ taskSupport: 'optional' })
class ReportsController {
  @Get(':year')
  year(@Param('year') year: string) {
    return { year };
  }

  @Get(':year/short')
  @McpTool({ taskSupport: 'forbidden' })
  short(@Param('year') year: string) {
    return { year };
  }
}

describe.each(PLATFORMS)('on %s', (platform) => {
  let app: RunningApp;
  let client: TaskClient;
  beforeAll(async () => {
    app = await startApp({
      platform,
      module: {
        imports: [
          McpModule.forRoot({
            tasks: true,
            beforeToolCall: (name) => void steps.push(`before ${name}`),
            afterToolCall: (name, _args, _request, { status }) => void steps.push(`after ${name} ${status}`),
          }),
        ],
        controllers: [ReportsController],
        providers: [Robots],
      },
    });
    client = new TaskClient(app.mcp);
  });
  afterAll(() => app.close());

  it('methods of providers run as tasks, with guards, interceptors and hooks', async () => {
    steps.length = 0;
    const { taskId } = await client.begin('stop_robot', { name: 'R2' });
    await client.untilStatus(taskId, 'input_required');
    expect(steps).toEqual(['before stop_robot', 'guard', 'interceptor']);
    await client.update(taskId, { ok: accept() });
    const { result } = await client.untilStatus(taskId, 'completed');
    expect(JSON.parse(result!.content[0]!.text)).toEqual({ stopped: 'R2', isAccepted: true });
    expect(steps.at(-1)).toBe('after stop_robot 200');
    expect(steps).toHaveLength(4);
  });

  it('all methods of a controller run as tasks, save for those that say otherwise', async () => {
    const { taskId } = await client.begin('reports_year', { year: '2026' });
    expect((await client.untilStatus(taskId, 'completed')).result!.content[0]!.text).toBe('{"year":"2026"}');
    const { message } = await client.call('reports_short', { year: '2026' });
    expect(message.result).toMatchObject({ resultType: 'complete' });
  });

  it('prompts fail with the error that they throw', async () => {
    const { message } = await client.modern('prompts/get', { name: 'broken' });
    expect(message.error).toEqual({ code: -32050, message: 'No prompt today' });
  });
});
