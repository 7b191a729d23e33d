import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { AppProcess } from '../support/app-process/index.js';
import { RedisServer } from '../support/redis-server.js';
import { PLATFORMS, startApp } from '../support/running-app.js';
import type { RunningApp } from '../support/running-app.js';
import { leftBehind } from '../tasks/shared-store.js';
import { accept, TaskClient } from '../tasks/task-client.js';
import { createJobsModule } from './app/jobs.module.js';
import type { JobsSettings, JournalEntry } from './app/jobs.module.js';

const SERVER = new URL('./app/server.ts', import.meta.url);
const KEY = 'a key of thirty-two characters or more';
const ADA = { 'x-user': 'ada', authorization: 'Bearer ada-s-secret' };

let server: RedisServer;
let redis: Redis;
let count = 0;
beforeAll(async () => {
  server = await RedisServer.start();
  redis = new Redis(server.url);
});
afterAll(async () => {
  redis.disconnect();
  await server.close();
});

describe.each(PLATFORMS)('a task of a retryable tool, on %s', (platform) => {
  let settings: JobsSettings;
  let child: AppProcess | undefined;
  const apps: RunningApp[] = [];

  beforeEach(() => {
    settings = {
      redisUrl: server.url,
      prefix: `{retryable-${++count}}:`,
      tasks: { leaseMs: 2_000 },
      key: KEY,
    };
  });
  afterEach(async () => {
    await child?.kill();
    expect(child?.failures ?? []).toEqual([]);
    child = undefined;
    await Promise.all(apps.splice(0).map((app) => app.close()));
  });

  async function startChild(): Promise<TaskClient> {
    child = await AppProcess.start(SERVER, platform, { JOBS: JSON.stringify(settings) });
    return new TaskClient(child.url, ADA);
  }

  async function startHere(part: Partial<JobsSettings> = {}): Promise<RunningApp> {
    const app = await startApp({
      platform,
      module: { imports: [createJobsModule({ ...settings, ...part })] },
    });
    apps.push(app);
    return app;
  }

  async function journal(): Promise<JournalEntry[]> {
    const texts = await redis.lrange(`${settings.prefix}journal`, 0, -1);
    return texts.map((text) => JSON.parse(text) as JournalEntry);
  }

  const record = async (id: string) => (await redis.hget(`${settings.prefix}task:${id}`, 'record'))!;
  const isAtWork = ({ statusMessage }: { statusMessage?: string }) =>
    statusMessage?.startsWith('At work') ?? false;

  it('is begun again by another instance when its own is killed, as the same caller', async () => {
    const there = await startChild();
    const here = new TaskClient((await startHere()).mcp, ADA);
    const { taskId } = await there.begin('work_again', { name: 'one', ms: 1_500 });
    await here.until(taskId, isAtWork);
    await child!.kill();
    const done = await here.untilStatus(taskId, 'completed');
    expect(done.result!.content[0]!.text).toBe('{"name":"one","user":"ada"}');
    expect((await journal()).map(({ what, pid }) => [what, pid === process.pid])).toEqual([
      ['begun', false],
      ['begun', true],
      ['ended', true],
    ]);
    expect(await record(taskId)).not.toContain('"job"');
  });

  it('is kept without the credentials of its caller being readable', async () => {
    const here = new TaskClient((await startHere()).mcp, ADA);
    const { taskId } = await here.begin('work_again', { name: 'hidden-name', ms: 600_000 });
    const text = await record(taskId);
    expect(text).toContain('"sealed"');
    expect(text).not.toContain('secret');
    expect(text).not.toContain('hidden-name');
  });

  it('asks again under another key', async () => {
    const there = await startChild();
    const here = new TaskClient((await startHere()).mcp, ADA);
    const { taskId } = await there.begin('work_again', { name: 'one', ms: 1, asks: true });
    const first = await here.untilStatus(taskId, 'input_required');
    expect(Object.keys(first.inputRequests!)).toEqual(['ok']);
    await child!.kill();
    await here.until(taskId, ({ inputRequests }) => 'ok-run-2' in (inputRequests ?? {}));
    await here.update(taskId, { 'ok-run-2': accept() });
    await here.untilStatus(taskId, 'completed');
  });

  it('fails when its guards do not let it through any more', async () => {
    const there = await startChild();
    const here = new TaskClient((await startHere({ refused: 'ada' })).mcp, ADA);
    const { taskId } = await there.begin('work_again', { name: 'one', ms: 600_000 });
    await here.until(taskId, isAtWork);
    await child!.kill();
    const failed = await here.untilStatus(taskId, 'failed');
    expect(failed.statusMessage).toContain('could not be begun again');
    expect(failed.statusMessage).toContain('Not for ada any more');
    expect((await journal()).map(({ what }) => what)).toEqual(['begun']);
  });

  it('fails when its caller is somebody else by now', async () => {
    const there = await startChild();
    const app = await startHere({ userHeader: 'x-account' });
    const here = new TaskClient(app.mcp, { ...ADA, 'x-account': 'ada' });
    const { taskId } = await there.begin('work_again', { name: 'one', ms: 600_000 });
    await here.until(taskId, isAtWork);
    await child!.kill();
    expect((await here.untilStatus(taskId, 'failed')).statusMessage).toContain('comes from another caller');
    expect((await journal()).map(({ what }) => what)).toEqual(['begun']);
  });

  it('fails when the other instance has other keys', async () => {
    const there = await startChild();
    const app = await startHere({ key: 'another key of thirty-two characters' });
    const here = new TaskClient(app.mcp, ADA);
    const { taskId } = await there.begin('work_again', { name: 'one', ms: 600_000 });
    await here.until(taskId, isAtWork);
    await child!.kill();
    expect((await here.untilStatus(taskId, 'failed')).statusMessage).toContain('requestState.keys');
  });

  it('fails as others do when there are no keys to seal it with', async () => {
    settings = { ...settings, key: undefined };
    const there = await startChild();
    const here = new TaskClient((await startHere()).mcp, ADA);
    const { taskId } = await there.begin('work_again', { name: 'one', ms: 600_000 });
    await here.until(taskId, isAtWork);
    await child!.kill();
    expect((await here.untilStatus(taskId, 'failed')).statusMessage).toContain('has not been heard of');
  });

  it('fails when it has been begun three times', async () => {
    const here = new TaskClient((await startHere()).mcp, ADA);
    const { taskId } = await here.begin('work_again', { name: 'one', ms: 600_000 });
    const { job } = JSON.parse(await record(taskId)) as { job: { sealed: string } };
    const left = leftBehind({ job, attempt: 3, tool: 'work_again' });
    await redis.hset(`${settings.prefix}task:left-behind`, {
      record: JSON.stringify(left),
      revision: left.revision,
      owner: left.owner,
    });
    expect(await here.get('left-behind')).toMatchObject({
      status: 'failed',
      statusMessage: expect.stringContaining('has not been heard of'),
    });
  });

  it('cannot be begun with the call of another task', async () => {
    const here = new TaskClient((await startHere()).mcp, ADA);
    const { taskId } = await here.begin('work_again', { name: 'one', ms: 600_000 });
    const { job } = JSON.parse(await record(taskId)) as { job: { sealed: string } };
    const left = leftBehind({ job, tool: 'work_again' });
    await redis.hset(`${settings.prefix}task:left-behind`, {
      record: JSON.stringify(left),
      revision: left.revision,
      owner: left.owner,
    });
    await here.untilStatus('left-behind', 'failed');
    expect((await journal()).filter(({ what }) => what === 'begun')).toHaveLength(1);
  });

  it('goes on at another instance when its own is shut down', async () => {
    const leaving = await startHere({ tasks: { leaseMs: 600_000 } });
    const here = new TaskClient((await startHere()).mcp, ADA);
    const { taskId } = await new TaskClient(leaving.mcp, ADA).begin('work_again', { name: 'one', ms: 1_000 });
    await here.until(taskId, isAtWork);
    apps.splice(apps.indexOf(leaving), 1);
    await leaving.close();
    const done = await here.untilStatus(taskId, 'completed');
    expect(done.result!.content[0]!.text).toContain('one');
    expect((await journal()).map(({ what }) => what)).toEqual(['begun', 'begun', 'ended']);
  });

  it('is given up by a process that was taken for dead, and is finished once', async () => {
    const there = await startChild();
    const here = new TaskClient((await startHere()).mcp, ADA);
    const { taskId } = await there.begin('work_again', { name: 'one', ms: 5_000 });
    await here.until(taskId, isAtWork);
    process.kill(child!.pid, 'SIGSTOP');
    while ((await journal()).length < 2) {
      await here.get(taskId);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    process.kill(child!.pid, 'SIGCONT');
    await here.untilStatus(taskId, 'completed');
    // Its handler would have ended by now.
    expect((await there.get(taskId)).status).toBe('completed');
    const entries = await journal();
    expect(entries.filter(({ what }) => what === 'ended').every(({ pid }) => pid === process.pid)).toBe(true);
    expect(entries.map(({ what }) => what)).toEqual(['begun', 'begun', 'ended']);
  });
});
