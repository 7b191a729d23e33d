import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SESSION_CLIENTS } from '../sessions/session-clients.js';
import { PLATFORMS } from '../support/running-app.js';
import { recordingFetch } from '../support/wire/index.js';
import { startExports } from './exports-app.js';
import type { ExportsApp } from './exports-app.js';
import { accept, TASKS_EXTENSION, WITH_TASKS } from './task-client.js';
import type { TaskClient } from './task-client.js';

const ADA = accept({ name: 'Ada' });
const BOB = accept({ name: 'Bob' });
const said = (task: { result?: { content: { text: string }[] } }) =>
  JSON.parse(task.result!.content[0]!.text) as unknown;

describe.each(PLATFORMS)('a task that needs its user on %s', (platform) => {
  let app: ExportsApp;
  let client: TaskClient;
  beforeAll(async () => {
    app = await startExports(platform, { sessions: true });
    client = app.client;
  });
  beforeEach(() => {
    app.exports.steps.length = 0;
    client.capabilities = WITH_TASKS;
  });
  afterAll(async () => {
    await app.close();
    await client.wire.assertValidMessages();
  });

  it('asks while its handler waits, and never under the same key again', async () => {
    const { taskId } = await client.begin('ask');
    const first = await client.untilStatus(taskId, 'input_required');
    expect(first.inputRequests).toMatchObject({
      name: { method: 'elicitation/create', params: { message: 'What is your name?' } },
    });
    expect((await client.get(taskId)).inputRequests).toEqual(first.inputRequests);
    expect((await client.update(taskId, { name: ADA })).message.result).toEqual({ resultType: 'complete' });
    const second = await client.until(taskId, ({ inputRequests }) => 'name-2' in (inputRequests ?? {}));
    expect(Object.keys(second.inputRequests!)).toEqual(['name-2']);
    // Too late, and unknown: both are dropped.
    await client.update(taskId, { name: BOB, 'unknown-key': ADA });
    expect((await client.get(taskId)).status).toBe('input_required');
    await client.update(taskId, { 'name-2': BOB });
    const task = await client.untilStatus(taskId, 'completed');
    expect(said(task)).toEqual({ name: 'Ada', first: { name: ADA }, second: { name: BOB } });
    expect(task).not.toHaveProperty('inputRequests');
    expect((await client.update(taskId, { 'name-2': ADA })).message.result).toEqual({
      resultType: 'complete',
    });
  });

  it('takes answers one by one', async () => {
    const { taskId } = await client.begin('ask_two');
    const keys = ({ inputRequests = {} }: { inputRequests?: object }) => Object.keys(inputRequests).sort();
    await client.until(taskId, (task) => keys(task).join() === 'a,b,c');
    await client.update(taskId, { b: BOB });
    expect(await client.get(taskId)).toMatchObject({ status: 'input_required' });
    expect(keys(await client.get(taskId))).toEqual(['a', 'c']);
    await client.update(taskId, { c: accept() });
    await client.update(taskId, { a: { action: 'decline' } });
    expect(said(await client.untilStatus(taskId, 'completed'))).toEqual({
      one: { a: { action: 'decline' }, b: BOB },
      two: { c: accept() },
    });
  });

  it('refuses answers that do not fit, and goes on waiting', async () => {
    const { taskId } = await client.begin('ask');
    await client.untilStatus(taskId, 'input_required');
    for (const wrong of [{ name: 12 }, { name: accept({ name: 'too long' }) }, undefined, 'text']) {
      const { message } = await client.update(taskId, wrong as object);
      expect(message.error).toMatchObject({
        code: -32602,
        message: expect.stringContaining('inputResponses'),
      });
    }
    expect(Object.keys((await client.get(taskId)).inputRequests!)).toEqual(['name']);
    await client.ask('cancel', taskId);
    expect(await client.get(taskId)).toMatchObject({ status: 'cancelled' });
    expect(await client.get(taskId)).not.toHaveProperty('inputRequests');
  });

  it('has failed when its client cannot be asked', async () => {
    const { taskId } = await client.begin('ask_model');
    const { error } = await client.untilStatus(taskId, 'failed');
    expect(error).toMatchObject({ code: -32021, data: { requiredCapabilities: { sampling: {} } } });
  });

  it('runs a handler again that returns its questions', async () => {
    const { taskId } = await client.begin('return_questions');
    await client.untilStatus(taskId, 'input_required');
    await client.update(taskId, { name: ADA });
    await client.until(taskId, ({ inputRequests }) => 'name-2' in (inputRequests ?? {}));
    await client.update(taskId, { 'name-2': BOB });
    expect(said(await client.untilStatus(taskId, 'completed'))).toEqual({ answers: { name: BOB } });
    expect(app.exports.steps).toEqual(Array(3).fill(['guard ada', 'handler']).flat());
  });

  it('asks before there is a task when the tool says so', async () => {
    const { message } = await client.call('ask_before');
    expect(message.result).toMatchObject({ resultType: 'input_required', inputRequests: { name: {} } });
    expect(message.result).not.toHaveProperty('taskId');
    const { requestState } = message.result!;
    const task = await client.begin('ask_before', {}, { inputResponses: { name: ADA }, requestState });
    expect(task).not.toHaveProperty('requestState');
    expect(task).not.toHaveProperty('inputRequests');
    expect(said(await client.untilStatus(task.taskId, 'completed'))).toEqual({ greeting: 'Hello, Ada' });
  });

  it('is confirmed before it is one', async () => {
    const args = { name: 'all' };
    const { message } = await client.call('confirmed', args);
    const { resultType, requestState } = message.result!;
    expect(resultType).toBe('input_required');
    const answer = (action: string) => ({ inputResponses: { confirm: { action } }, requestState });
    const declined = await client.call('confirmed', args, answer('decline'));
    expect(declined.message.result).toMatchObject({ resultType: 'complete', isError: true });
    expect(app.exports.steps).toEqual(['guard ada']);
    const { taskId } = await client.begin('confirmed', args, answer('accept'));
    expect(said(await client.untilStatus(taskId, 'completed'))).toEqual(args);
    expect(app.exports.steps).toEqual(['guard ada', 'guard ada', 'handler']);
  });

  it('is needed for questions of a client without sessions', async () => {
    client.capabilities = { elicitation: {} };
    const { message } = await client.call('ask');
    expect(message.error).toMatchObject({
      code: -32021,
      data: { requiredCapabilities: { extensions: { [TASKS_EXTENSION]: {} } } },
    });
    const plain = await client.call('ask_plainly');
    expect(plain.message.error).toMatchObject({
      message: expect.stringContaining('return new McpInputRequired'),
    });
    const legacy = await client.callTool('ask_plainly');
    expect(legacy.message.error).toMatchObject({ message: expect.stringContaining('McpInputRequired') });
  });

  it.each(SESSION_CLIENTS)('is not needed in a session of $label', async ({ connect }) => {
    const wire = recordingFetch();
    const names = ['Ada', 'Bob'];
    const session = await connect(app.mcp, wire, {
      told: [],
      elicit: () => ({ action: 'accept', content: { name: names.shift()! } }),
    });
    try {
      const first = { name: ADA };
      expect(JSON.parse(await session.call('ask'))).toEqual({ name: 'Ada', first, second: { name: BOB } });
    } finally {
      await session.close();
    }
    await wire.assertValidMessages();
  });
});
