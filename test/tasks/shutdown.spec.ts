import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { PLATFORMS } from '../support/running-app.js';
import { startExports } from './exports-app.js';
import type { ExportsApp } from './exports-app.js';
import { SharedStore } from './shared-store.js';

const SHUT_DOWN = {
  status: 'failed',
  statusMessage: expect.stringContaining('The server was shut down'),
  error: { code: -32603, message: expect.stringContaining('The server was shut down') },
};

describe.each(PLATFORMS)('when an application on %s closes, a task', (platform) => {
  let store: SharedStore;
  let app: ExportsApp;
  beforeEach(() => {
    store = new SharedStore();
  });
  afterEach(() => app.close());

  async function start(shutdownGraceMs?: number): Promise<ExportsApp> {
    app = await startExports(platform, { store, shutdownGraceMs });
    return app;
  }

  it('that ends in time has its result', async () => {
    const { client, exports } = await start();
    const { taskId } = await client.begin('slow', { name: 'one' });
    await exports.gate('begun one').opened;
    const closing = app.app.close();
    exports.gate('end one').open();
    await closing;
    expect(await store.tasks.get(taskId)).toMatchObject({
      status: 'completed',
      result: { content: [{ text: expect.stringContaining('"name":"one"') }] },
    });
    expect(exports.steps.join()).not.toContain('abort');
  });

  it('that does not has failed, and its signal is aborted', async () => {
    const { client, exports } = await start(50);
    const { taskId } = await client.begin('slow', { name: 'one' });
    await exports.gate('begun one').opened;
    await app.app.close();
    expect(await store.tasks.get(taskId)).toMatchObject(SHUT_DOWN);
    expect(exports.steps).toContain('abort one: AbortError');
  });

  it('that waits for its user has failed, and nobody waits for it', async () => {
    const { client } = await start(2 ** 31 - 1);
    const { taskId } = await client.begin('ask');
    await client.untilStatus(taskId, 'input_required');
    await app.app.close();
    expect(await store.tasks.get(taskId)).toMatchObject(SHUT_DOWN);
    expect(store.closed).toBe(1);
  });
});
