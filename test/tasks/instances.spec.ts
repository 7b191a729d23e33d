import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { setTimeout as wait } from 'node:timers/promises';
import { PLATFORMS } from '../support/running-app.js';
import { startExports } from './exports-app.js';
import type { ExportsApp } from './exports-app.js';
import { leftBehind, SharedStore } from './shared-store.js';
import { accept } from './task-client.js';

const ABANDONED = {
  status: 'failed',
  statusMessage: expect.stringContaining('has not been heard of'),
  error: { code: -32603, message: expect.stringContaining('has not been heard of') },
};

describe.each(PLATFORMS)('with two instances on %s, a task', (platform) => {
  let store: SharedStore;
  let here: ExportsApp;
  let there: ExportsApp;

  async function start(leaseMs = 30_000): Promise<void> {
    const options = { store, tasks: { leaseMs } };
    here = await startExports(platform, options);
    there = await startExports(platform, options);
  }

  beforeEach(() => {
    store = new SharedStore();
  });
  afterEach(async () => {
    await here.close();
    await there.close();
    expect(store.closed).toBe(2);
  });

  it('that runs on one is seen, answered and cancelled on the other', async () => {
    await start();
    const asked = await here.client.begin('ask');
    await there.client.untilStatus(asked.taskId, 'input_required');
    await there.client.update(asked.taskId, { name: accept({ name: 'Ada' }) });
    await there.client.until(asked.taskId, ({ inputRequests }) => 'name-2' in (inputRequests ?? {}));
    await there.client.update(asked.taskId, { 'name-2': accept({ name: 'Bob' }) });
    const done = await there.client.untilStatus(asked.taskId, 'completed');
    expect(done.result!.content[0]!.text).toContain('"name":"Ada"');
    expect(await here.client.get(asked.taskId)).toEqual(done);

    const slow = await here.client.begin('slow', { name: 'one' });
    await here.exports.gate('begun one').opened;
    await there.client.ask('cancel', slow.taskId);
    await here.exports.gate('aborted one').opened;
    expect(await here.client.get(slow.taskId)).toMatchObject({ status: 'cancelled' });
  });

  it('has failed when the instance that ran it is gone', async () => {
    await start();
    await store.tasks.add(leftBehind(), { max: 10, maxPerPrincipal: 10 });
    const task = await here.client.get('left-behind');
    expect(task).toMatchObject(ABANDONED);
    expect(task).not.toHaveProperty('inputRequests');
    expect(await there.client.get('left-behind')).toEqual(task);
    const { message } = await here.as('bob').ask('get', 'left-behind');
    expect(message.error).toMatchObject({ code: -32602 });
  });

  it('has failed then though nobody asks for it', async () => {
    await start(60);
    await store.tasks.add(leftBehind(), { max: 10, maxPerPrincipal: 10 });
    let task = await store.tasks.get('left-behind');
    while (task!.status !== 'failed') {
      await wait(5);
      task = await store.tasks.get('left-behind');
    }
    expect(task).toMatchObject(ABANDONED);
    expect(task!.revision).toBe(8);
  });

  it('goes on as long as the instance says that it is alive', async () => {
    await start(1_500);
    const { taskId } = await here.client.begin('slow', { name: 'two' });
    const leases = new Set<number>();
    while (leases.size < 5) {
      leases.add((await store.tasks.get(taskId))!.leaseUntil!);
      expect((await there.client.get(taskId)).status).toBe('working');
      await wait(5);
    }
    expect(here.exports.steps).toContain('begin two');
    here.exports.gate('end two').open();
    await there.client.untilStatus(taskId, 'completed');
    expect(await store.tasks.get(taskId)).not.toHaveProperty('leaseUntil', expect.anything());
  });

  it('that somebody has ended meanwhile is given up', async () => {
    await start(900);
    const { taskId } = await here.client.begin('slow', { name: 'three' });
    await here.exports.gate('begun three').opened;
    await store.tasks.delete(taskId);
    await here.exports.gate('aborted three').opened;
    expect(here.exports.steps).toContain('abort three: TimeoutError');
  });
});
