import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { PLATFORMS } from '../support/running-app.js';
import { startExports } from './exports-app.js';
import type { ExportsApp } from './exports-app.js';
import { SharedStore } from './shared-store.js';
import { accept } from './task-client.js';

/** A store that can be out of reach. Listening does not fail then, as its interface says. */
class UnreliableStore extends SharedStore {
  isGone = false;

  constructor() {
    super();
    for (const part of [this.tasks, this.bus] as object[]) {
      const prototype = Object.getPrototypeOf(part) as Record<string, (...args: unknown[]) => unknown>;
      for (const name of ['add', 'get', 'replace', 'delete', 'abandoned', 'publish']) {
        const method = prototype[name];
        if (method) {
          Object.assign(part, {
            [name]: (...args: unknown[]) =>
              this.isGone ? Promise.reject(new Error('connect ECONNREFUSED')) : method.apply(part, args),
          });
        }
      }
    }
  }
}

describe.each(PLATFORMS)('when the store is out of reach on %s', (platform) => {
  let store: UnreliableStore;
  let app: ExportsApp;
  beforeEach(() => {
    store = new UnreliableStore();
  });
  afterEach(async () => {
    store.isGone = false;
    await app.close();
  });

  async function start(leaseMs = 30_000): Promise<ExportsApp> {
    app = await startExports(platform, { store, tasks: { leaseMs }, shutdownGraceMs: 0 });
    return app;
  }

  it('calls that need none go on, and the others say why they do not', async () => {
    const { client, exports } = await start();
    const { taskId } = await client.begin('slow', { name: 'one' });
    store.isGone = true;
    const plain = await client.call('plain', { name: 'one' });
    expect(plain.message.result).toMatchObject({ content: [{ text: '{"name":"one"}' }] });
    const begun = await client.call('slow', { name: 'two' });
    expect(begun.message.result).toMatchObject({ resultType: 'complete', isError: true });
    expect(begun.said).toBe('Nothing has begun: tasks cannot be kept at the moment. Try again later.');
    expect(exports.steps).not.toContain('begin two');
    for (const answer of [
      await client.ask('get', taskId),
      await client.ask('cancel', taskId),
      await client.update(taskId, { name: accept() }),
    ]) {
      expect(answer.message.error).toMatchObject({
        code: -32603,
        message: expect.stringContaining('The store of tasks does not answer'),
        data: { errorId: expect.any(String) },
      });
    }
    store.isGone = false;
    expect((await client.get(taskId)).status).toBe('working');
    const again = await client.begin('slow', { name: 'two' });
    await client.ask('cancel', again.taskId);
  });

  it('a task that ends meanwhile has its result when the store is back', async () => {
    const { client, exports } = await start(90);
    const { taskId } = await client.begin('slow', { name: 'one' });
    await exports.gate('begun one').opened;
    store.isGone = true;
    exports.gate('end one').open();
    while (!exports.steps.includes('end one')) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect((await client.ask('get', taskId)).message.error).toBeDefined();
    store.isGone = false;
    const { result } = await client.untilStatus(taskId, 'completed');
    expect(result!.content[0]!.text).toContain('"name":"one"');
  });

  it('the application starts, and hears of the others when the store is there', async () => {
    store.isGone = true;
    const { client } = await start(3_000);
    store.isGone = false;
    const other = await startExports(platform, { store });
    try {
      const { taskId } = await client.begin('ask');
      await other.client.untilStatus(taskId, 'input_required');
      await other.client.update(taskId, { name: accept({ name: 'Ada' }) });
      await other.client.until(taskId, ({ inputRequests }) => 'name-2' in (inputRequests ?? {}));
    } finally {
      await other.close();
    }
  });
});
