import { afterEach, describe, expect, it } from '@jest/globals';
import { Controller, Get } from '@nestjs/common';
import { McpCatalog, McpTool } from '../../lib/index.js';
import type { McpRootOptions, McpTaskOptions, McpToolOptions } from '../../lib/index.js';
import { boot, bootError } from '../support/mcp-app.js';
import { PLATFORMS } from '../support/running-app.js';
import { startExports } from './exports-app.js';
import type { ExportsApp } from './exports-app.js';
import { accept } from './task-client.js';

describe.each(PLATFORMS)('tasks on %s', (platform) => {
  let app: ExportsApp;
  afterEach(() => app.close());

  async function start(tasks: McpTaskOptions, rest: McpRootOptions = {}): Promise<ExportsApp> {
    app = await startExports(platform, { tasks, ...rest });
    return app;
  }

  it('wait for their turn, and say so', async () => {
    const { client, exports } = await start({ concurrency: 1 });
    const first = await client.begin('slow', { name: 'one' });
    await exports.gate('begun one').opened;
    const second = await client.begin('slow', { name: 'two' });
    const third = await client.begin('slow', { name: 'three' });
    await client.until(second.taskId, ({ statusMessage }) => statusMessage === 'Waits for its turn.');
    await client.ask('cancel', second.taskId);
    expect(exports.steps.filter((step) => step.startsWith('begin'))).toEqual(['begin one']);
    exports.gate('end one').open();
    await exports.gate('begun three').opened;
    expect(await client.get(first.taskId)).toMatchObject({ status: 'completed' });
    await client.until(third.taskId, ({ statusMessage }) => statusMessage === undefined);
    exports.gate('end three').open();
    await client.untilStatus(third.taskId, 'completed');
    expect(exports.steps).not.toContain('begin two');
    expect((await client.get(second.taskId)).status).toBe('cancelled');
  });

  it('let others have their turn while they wait for their user', async () => {
    const { client, exports } = await start({ concurrency: 1 });
    const asking = await client.begin('ask');
    await client.untilStatus(asking.taskId, 'input_required');
    const { taskId } = await client.begin('slow', { name: 'one' });
    await exports.gate('begun one').opened;
    await client.update(asking.taskId, { name: accept({ name: 'Ada' }) });
    await client.until(asking.taskId, ({ inputRequests }) => 'name-2' in (inputRequests ?? {}));
    await client.update(asking.taskId, { 'name-2': accept({ name: 'Bob' }) });
    await client.untilStatus(asking.taskId, 'completed');
    exports.gate('end one').open();
    await client.untilStatus(taskId, 'completed');
  });

  it('are no more than there is room for, and the next call is an error for the model', async () => {
    const { client, exports } = await start({ max: 3, maxPerPrincipal: 2 }, { shutdownGraceMs: 0 });
    await client.begin('slow', { name: 'one' });
    await client.begin('slow', { name: 'two' });
    for (const caller of [client, app.as('cleo')]) {
      if (caller !== client) {
        await app.as('bob').begin('slow', { name: 'three' });
      }
      const { message, said } = await caller.call('slow', { name: 'four' });
      expect(message.result).toMatchObject({ resultType: 'complete', isError: true });
      expect(said).toContain('There is no room for one more task');
    }
    expect(exports.steps).not.toContain('begin four');
  });

  it('end when they take longer than they may, and are gone', async () => {
    const { client, exports } = await start({ maxTtlMs: 150 });
    const { taskId, ttlMs } = await client.begin('slow', { name: 'one' });
    expect(ttlMs).toBe(150);
    await exports.gate('aborted one').opened;
    expect(exports.steps).toContain('abort one: TimeoutError');
    const { message } = await client.ask('get', taskId);
    expect(message.error).toMatchObject({ code: -32602 });
  });

  it('are gone some time after they have ended', async () => {
    const { client } = await start({ ttlMs: 50 });
    const { taskId } = await client.begin('either', { name: 'one' });
    for (let found = true; found;) {
      found = (await client.ask('get', taskId)).message.error === undefined;
    }
    expect((await client.ask('get', taskId)).message.error).toMatchObject({ code: -32602 });
  });

  it('may take longer than a call', async () => {
    const { client, exports } = await start({}, { limits: { callTimeoutMs: 50 } });
    const { taskId } = await client.begin('slow', { name: 'one' });
    await exports.gate('begun one').opened;
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect((await client.get(taskId)).status).toBe('working');
    expect(exports.steps).toEqual(['guard ada', 'begin one']);
    exports.gate('end one').open();
    await client.untilStatus(taskId, 'completed');
  });
});

describe('the options of tasks', () => {
  it.each([
    [7, '"tasks" must be true, false or an object'],
    [null, '"tasks" must be true, false or an object'],
    [{ ttl: 3 }, '"tasks" has the key "ttl", but takes only ttlMs, maxTtlMs, pollIntervalMs'],
    [{ ttlMs: 0 }, '"tasks" must have a whole number from 1 to 2147483647 as "ttlMs"'],
    [{ concurrency: 1.5 }, 'as "concurrency"'],
    [{ leaseMs: 2 ** 31 }, 'as "leaseMs"'],
  ])('that are wrong stop the boot: %j', async (tasks, expected) => {
    expect(await bootError({}, { mcp: { tasks: tasks as McpTaskOptions } })).toContain(expected);
  });

  it('take a store only that is one', async () => {
    expect(await bootError({}, { mcp: { store: { tasks: {} } as never } })).toContain(
      '"store" must be a store, with the methods add, get, replace, delete in its "sessions"',
    );
  });

  function tool(options: McpToolOptions) {
    @Controller('exports')
    class ExportsController {
      @Get()
      @McpTool({ name: 'run', ...options })
      run() {
        return 'done';
      }
    }
    return { controllers: [ExportsController] };
  }

  it('have to be on for a tool that runs as a task only', async () => {
    expect(await bootError(tool({ taskSupport: 'required' }))).toContain(
      "ExportsController.run runs as a task only (taskSupport: 'required'), but this server has no tasks",
    );
    const app = await boot(tool({ taskSupport: 'optional' }));
    expect(await app.value('run')).toBe('done');
    expect(() =>
      app.app.get(McpCatalog).addTool({
        name: 'added',
        description: 'Added',
        taskSupport: 'required',
        handler: () => 'done',
      }),
    ).toThrow('McpCatalog.addTool("added") runs as a task only');
  });

  it.each([
    [{ taskSupport: 'always' as never }, "taskSupport must be 'forbidden', 'optional' or 'required'"],
    [{ taskInputBeforeStart: true }, 'has taskInputBeforeStart, but never runs as a task'],
    [{ retryable: true }, 'has retryable, but never runs as a task'],
  ])('of a tool that are wrong stop the boot, and name it: %j', async (options, expected) => {
    const error = await bootError(tool(options), { mcp: { tasks: true } });
    expect(error).toContain('ExportsController.run');
    expect(error).toContain(expected);
  });
});
