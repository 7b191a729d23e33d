import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { PLATFORMS } from '../support/running-app.js';
import { startExports } from './exports-app.js';
import type { ExportsApp } from './exports-app.js';
import { accept } from './task-client.js';

describe.each(PLATFORMS)('on %s', (platform) => {
  let app: ExportsApp;
  beforeAll(async () => {
    app = await startExports(platform, {
      visibility: 'allowed',
      canSee: ({ name }, request) =>
        name !== 'slow' || (request as { headers: Record<string, string> }).headers['x-user'] !== 'mallory',
    });
  });
  beforeEach(() => {
    app.exports.steps.length = 0;
  });
  afterAll(() => app.close());

  it('a task is unknown to everybody else', async () => {
    const { taskId } = await app.client.begin('ask');
    await app.client.untilStatus(taskId, 'input_required');
    const before = await app.client.get(taskId);
    const bob = app.as('bob');
    const unknown = await bob.ask('get', 'no-such-task');
    for (const answer of [
      await bob.ask('get', taskId),
      await bob.update(taskId, { name: accept({ name: 'Bob' }) }),
      await bob.ask('cancel', taskId),
    ]) {
      expect(answer.message.error).toEqual(unknown.message.error);
      expect(answer.status).toBe(unknown.status);
    }
    expect(unknown.message.error).toMatchObject({ code: -32602 });
    expect(await app.client.get(taskId)).toEqual(before);
  });

  it('a call that a guard refuses becomes none', async () => {
    const { message, said } = await app.as('eve').call('slow', { name: 'one' });
    expect(message.result).toMatchObject({ resultType: 'complete', isError: true });
    expect(said).toContain('Not for Eve');
    expect(app.exports.steps).toEqual(['guard eve']);
  });

  it('a call of a tool that the caller is not shown becomes none', async () => {
    const { message } = await app.as('mallory').call('slow', { name: 'one' });
    expect(message.error).toMatchObject({ code: -32602, message: 'Unknown tool: slow' });
    const mallory = app.as('mallory');
    mallory.capabilities = {};
    // That the tool needs tasks is not said either.
    expect((await mallory.call('slow', { name: 'one' })).message.error).toMatchObject({ code: -32602 });
    expect(app.exports.steps).toEqual([]);
  });

  it('many tasks of different callers have their own callers', async () => {
    const users = Array.from({ length: 20 }, (_, index) => `user-${index}`);
    app.exports.gate('end all').open();
    const results = await Promise.all(
      users.map(async (user) => {
        const client = app.as(user);
        const { taskId } = await client.begin('slow', { name: 'all' });
        const { result } = await client.untilStatus(taskId, 'completed');
        return (JSON.parse(result!.content[0]!.text) as { user: string }).user;
      }),
    );
    expect(results).toEqual(users);
  });
});
