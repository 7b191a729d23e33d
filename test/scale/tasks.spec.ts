import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { McpTaskOptions } from 'nestjs-mcp';
import { RedisMcpStore } from 'nestjs-mcp/redis';
import { AppProcess } from '../support/app-process/index.js';
import { CAPABILITIES_KEY } from '../support/endpoint-client.js';
import { sendModern } from '../support/raw-exchange.js';
import type { RawExchange } from '../support/raw-exchange.js';
import { RedisServer } from '../support/redis-server.js';
import { RoundRobinProxy } from '../support/round-robin-proxy.js';
import { PLATFORMS, startApp } from '../support/running-app.js';
import type { RunningApp } from '../support/running-app.js';
import { startExports } from '../tasks/exports-app.js';
import type { ExportsApp } from '../tasks/exports-app.js';
import { accept, TaskClient, WITH_TASKS } from '../tasks/task-client.js';
import type { TaskView } from '../tasks/task-client.js';
import { createJobsModule } from './app/jobs.module.js';

const SERVER = new URL('./app/server.ts', import.meta.url);
const ADA = { 'x-user': 'ada' };

let redis: RedisServer;
let count = 0;
beforeAll(async () => {
  redis = await RedisServer.start();
});
afterAll(() => redis.close());

function listen(url: URL, taskIds: readonly string[], headers = {}): RawExchange {
  const meta = { [CAPABILITIES_KEY]: WITH_TASKS };
  return sendModern(url, 'subscriptions/listen', { notifications: { taskIds } }, meta, headers);
}

function toldBy(exchange: RawExchange): TaskView[] {
  return exchange.messages
    .filter(({ method }) => method === 'notifications/tasks')
    .map(({ params }) => params as unknown as TaskView);
}

describe.each(PLATFORMS)('a task of two instances on %s with one Redis', (platform) => {
  let here: ExportsApp;
  let there: ExportsApp;
  let proxy: RoundRobinProxy;
  /** Talks to both instances in turn. */
  let client: TaskClient;

  async function start(tasks: McpTaskOptions = {}): Promise<void> {
    const prefix = `{tasks-${++count}}:`;
    const startOne = () =>
      startExports(platform, {
        tasks,
        shutdownGraceMs: 0,
        store: new RedisMcpStore(redis.url, { prefix }),
      });
    [here, there] = await Promise.all([startOne(), startOne()]);
  }

  beforeEach(async () => {
    await start();
    proxy = await RoundRobinProxy.start(here.origin, there.origin);
    client = new TaskClient(proxy.url, ADA);
  });
  afterEach(async () => {
    await proxy.close();
    await Promise.all([here.close(), there.close()]);
  });

  it('is polled and answered at either, and its result is the same at both', async () => {
    const { taskId } = await here.client.begin('ask');
    const asked = await there.client.untilStatus(taskId, 'input_required');
    expect(asked.inputRequests).toHaveProperty('name');
    expect((await there.client.update(taskId, { name: accept({ name: 'Ada' }) })).status).toBe(200);
    await there.client.until(taskId, ({ inputRequests }) => 'name-2' in (inputRequests ?? {}));
    await there.client.update(taskId, { 'name-2': accept({ name: 'Bob' }) });
    const done = await there.client.untilStatus(taskId, 'completed');
    expect(done.result!.content[0]!.text).toContain('"name":"Ada"');
    expect(await here.client.get(taskId)).toEqual(done);
  });

  it('goes from one to the other with every request, behind one address', async () => {
    const { taskId } = await client.begin('ask');
    for (const key of ['name', 'name-2']) {
      await client.until(taskId, ({ inputRequests }) => key in (inputRequests ?? {}));
      await client.update(taskId, { [key]: accept({ name: 'Ada' }) });
    }
    await client.untilStatus(taskId, 'completed');
    expect(Math.min(...proxy.counts)).toBeGreaterThanOrEqual(3);
    await client.wire.assertValidMessages();
  });

  it('that is cancelled at the other aborts the signal of its handler', async () => {
    const { taskId } = await here.client.begin('slow', { name: 'one' });
    await here.exports.gate('begun one').opened;
    await there.client.ask('cancel', taskId);
    await here.exports.gate('aborted one').opened;
    expect(here.exports.steps).toContain('abort one: AbortError');
    expect(there.exports.steps).not.toContain('begin one');
    for (const each of [here, there]) {
      expect(await each.client.get(taskId)).toMatchObject({ status: 'cancelled' });
    }
  });

  it('that waits for an answer is cancelled at the other', async () => {
    const { taskId } = await here.client.begin('ask');
    await there.client.untilStatus(taskId, 'input_required');
    await there.client.ask('cancel', taskId);
    const task = await here.client.get(taskId);
    expect(task.status).toBe('cancelled');
    expect(task).not.toHaveProperty('inputRequests');
  });

  it('is told of at the other, to its end', async () => {
    const { taskId } = await here.client.begin('ask');
    const exchange = listen(there.mcp, [taskId], ADA);
    await exchange.until(() => toldBy(exchange).some(({ status }) => status === 'input_required'));
    await here.client.update(taskId, { name: accept({ name: 'Ada' }) });
    await exchange.until(() =>
      toldBy(exchange).some(({ inputRequests }) => 'name-2' in (inputRequests ?? {})),
    );
    await there.client.update(taskId, { 'name-2': accept({ name: 'Bob' }) });
    await exchange.until(() => toldBy(exchange).at(-1)?.status === 'completed');
    expect(toldBy(exchange).at(-1)).toMatchObject({ taskId, result: { content: [{}] } });
    exchange.close();
  });

  it('is unknown to others at either', async () => {
    const { taskId } = await here.client.begin('slow', { name: 'one' });
    for (const each of [here, there]) {
      for (const method of ['get', 'cancel'] as const) {
        const { message } = await each.as('bob').ask(method, taskId);
        expect(message.error).toMatchObject({ code: -32602 });
      }
    }
    expect((await there.client.get(taskId)).status).toBe('working');
  });

  it('counts for its principal at both', async () => {
    await Promise.all([here.close(), there.close()]);
    await start({ maxPerPrincipal: 1 });
    const { taskId } = await here.client.begin('slow', { name: 'one' });
    const { message } = await there.client.call('slow', { name: 'two' });
    expect(JSON.stringify(message)).toContain('There is no room for one more task');
    await there.as('bob').begin('slow', { name: 'three' });
    expect((await there.client.get(taskId)).status).toBe('working');
  });
});

describe.each(PLATFORMS)('a task whose instance on %s is killed', (platform) => {
  const LEASE_MS = 2_000;
  let killed: AppProcess;
  let other: RunningApp;
  let client: TaskClient;
  let taskId: string;

  beforeEach(async () => {
    const settings = {
      redisUrl: redis.url,
      prefix: `{killed-${++count}}:`,
      tasks: { leaseMs: LEASE_MS },
    };
    [killed, other] = await Promise.all([
      AppProcess.start(SERVER, platform, { JOBS: JSON.stringify(settings) }),
      startApp({ platform, module: { imports: [createJobsModule(settings)] } }),
    ]);
    client = new TaskClient(other.mcp);
    const begun = await new TaskClient(killed.url).begin('work', { name: 'one', ms: 600_000 });
    taskId = begun.taskId;
    await client.until(taskId, ({ statusMessage }) => statusMessage?.startsWith('At work') ?? false);
  });
  afterEach(async () => {
    await killed.kill();
    await other.close();
    expect(killed.failures).toEqual([]);
  });

  it('has failed, which says why, as soon as its lease has passed', async () => {
    await killed.kill();
    const failed = await client.untilStatus(taskId, 'failed');
    expect(failed).toMatchObject({
      statusMessage: expect.stringContaining('The process that ran the task has not been heard of'),
      error: { code: -32603, message: expect.stringContaining('may have been carried out in part') },
    });
    expect(await client.get(taskId)).toEqual(failed);
    expect((await client.ask('cancel', taskId)).message.result).toBeDefined();
    expect(await client.get(taskId)).toEqual(failed);
  });

  it('has failed for whoever listens, though nobody asks', async () => {
    const exchange = listen(other.mcp, [taskId]);
    await exchange.until(() => toldBy(exchange).length > 0);
    await killed.kill();
    await exchange.until(() => toldBy(exchange).at(-1)?.status === 'failed');
    expect(toldBy(exchange).at(-1)!.statusMessage).toContain('has not been heard of');
    exchange.close();
  });
});
