import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { McpCatalog } from '../../lib/index.js';
import { CAPABILITIES_KEY } from '../support/endpoint-client.js';
import { sendModern } from '../support/raw-exchange.js';
import { PLATFORMS } from '../support/running-app.js';
import { startExports } from './exports-app.js';
import type { ExportsApp } from './exports-app.js';
import { TASKS_EXTENSION, TaskClient, WITH_TASKS } from './task-client.js';

const ISO = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
const NEEDED = { requiredCapabilities: { extensions: { [TASKS_EXTENSION]: {} } } };

describe.each(PLATFORMS)('a task on %s', (platform) => {
  let app: ExportsApp;
  let client: TaskClient;
  beforeAll(async () => {
    app = await startExports(platform, { tasks: { pollIntervalMs: 200 } });
    client = app.client;
  });
  beforeEach(() => {
    app.exports.steps.length = 0;
  });
  afterAll(async () => {
    await app.close();
    await client.wire.assertValidMessages();
  });

  it('is what the server says it has', async () => {
    const { message } = await client.modern('server/discover');
    expect(message.result!['capabilities']).toMatchObject({ extensions: { [TASKS_EXTENSION]: {} } });
    const legacy = await client.legacy('initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    });
    expect(JSON.stringify(legacy.message.result)).not.toContain('extensions');
  });

  it('is the answer to a call, goes on without its request, and has the result that the call would have had', async () => {
    const { message } = await client.call('slow', { name: 'one', format: 'csv' });
    const created = message.result!;
    expect(created).toEqual({
      resultType: 'task',
      taskId: expect.stringMatching(/^[\w-]{20,}$/),
      status: 'working',
      createdAt: ISO,
      lastUpdatedAt: ISO,
      ttlMs: 86_400_000,
      pollIntervalMs: 200,
    });
    const taskId = created['taskId'] as string;
    await app.exports.gate('begun one').opened;
    expect((await client.ask('get', taskId)).message.result).toEqual({ ...created, resultType: 'complete' });
    app.exports.gate('end one').open();
    const { result, ...task } = await client.untilStatus(taskId, 'completed');
    expect(task).toMatchObject({ resultType: 'complete', taskId, createdAt: created['createdAt'] });
    expect(task).not.toHaveProperty('error');
    expect(task.ttlMs).toBeGreaterThanOrEqual(3_600_000);
    expect(task.ttlMs).toBeLessThan(3_700_000);
    expect(JSON.parse(result!.content[0]!.text)).toEqual({
      name: 'one',
      format: 'csv',
      user: 'ada',
      trace: 'trace-1',
      isScoped: true,
    });
    expect(app.exports.steps).toEqual(['guard ada', 'begin one', 'end one']);
    expect((await client.get(taskId)).status).toBe('completed');
  });

  it('does not see that the connection which began it is closed', async () => {
    const exchange = sendModern(
      app.mcp,
      'tools/call',
      { name: 'closing', arguments: { name: 'far' } },
      { [CAPABILITIES_KEY]: WITH_TASKS },
      { 'x-user': 'ada' },
    );
    await exchange.whole();
    exchange.close();
    const taskId = exchange.messages[0]!.result!['taskId'] as string;
    await app.exports.gate('begun far').opened;
    await client.get(taskId);
    expect(app.exports.steps).toEqual(['guard ada', 'begin far']);
    app.exports.gate('end far').open();
    await client.untilStatus(taskId, 'completed');
    expect(app.exports.steps.slice(2)).toEqual(
      expect.arrayContaining(['end far', 'response closed', 'request closed']),
    );
  });

  it('tells its progress as its status, and no log messages', async () => {
    const task = await client.begin('progress', { name: 'two' });
    const half = await client.until(task.taskId, ({ statusMessage }) => statusMessage !== undefined);
    expect(half).toMatchObject({ status: 'working', statusMessage: 'Half of it (50 of 100)' });
    app.exports.gate('end two').open();
    expect(await client.untilStatus(task.taskId, 'completed')).not.toHaveProperty('statusMessage');
  });

  it('is completed when the result is an error for the model', async () => {
    const { taskId } = await client.begin('fail');
    const { result } = await client.untilStatus(taskId, 'completed');
    expect(result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('There is nothing to export') }],
    });
  });

  it('has failed when the handler throws an error of the protocol', async () => {
    const { taskId } = await client.begin('break');
    const error = { code: -32099, message: 'The index is being rebuilt', data: { retryAfter: 60 } };
    const task = await client.untilStatus(taskId, 'failed');
    expect(task).toMatchObject({ error, statusMessage: error.message });
    expect(task).not.toHaveProperty('result');
    client.capabilities = {};
    expect((await client.call('break')).message.error).toEqual(error);
    client.capabilities = new TaskClient(app.mcp).capabilities;
    const plain = await fetch(new URL('/exports/break', app.origin), { method: 'POST' });
    expect([plain.status, await plain.json()]).toEqual([
      500,
      { statusCode: 500, message: 'The index is being rebuilt' },
    ]);
  });

  it('is cancelled by its client, and its signal aborted', async () => {
    const { taskId } = await client.begin('slow', { name: 'three' });
    await app.exports.gate('begun three').opened;
    const { message } = await client.ask('cancel', taskId);
    expect(message.result).toEqual({ resultType: 'complete' });
    await app.exports.gate('aborted three').opened;
    const task = await client.get(taskId);
    expect(task).toMatchObject({ status: 'cancelled', statusMessage: expect.stringContaining('Cancelled') });
    expect(task).not.toHaveProperty('result');
    expect(app.exports.steps).toContain('abort three: AbortError');
    expect((await client.ask('cancel', taskId)).message.result).toEqual({ resultType: 'complete' });
    expect((await client.get(taskId)).lastUpdatedAt).toBe(task.lastUpdatedAt);
  });

  it('cannot be cancelled when it has ended', async () => {
    const { taskId } = await client.begin('either', { name: 'four' });
    await client.untilStatus(taskId, 'completed');
    expect((await client.ask('cancel', taskId)).message.result).toEqual({ resultType: 'complete' });
    expect(await client.get(taskId)).toMatchObject({ status: 'completed', result: expect.anything() });
  });

  it('comes to nothing when the arguments do not fit', async () => {
    const { message } = await client.call('slow', { format: 'csv' });
    expect(message.result).toMatchObject({ resultType: 'complete', isError: true });
  });

  it('is not made of tools without it, whatever the client sends', async () => {
    const { message } = await client.call('plain', { name: 'six' }, { task: { ttl: 1_000 } });
    expect(message.result).toMatchObject({ resultType: 'complete', content: [{ text: '{"name":"six"}' }] });
  });

  it('is not made for clients that do not say in the call that they can handle it', async () => {
    const other = app.as('ada');
    for (const capabilities of [{}, { extensions: { [TASKS_EXTENSION]: true } }, { tasks: {} }]) {
      other.capabilities = capabilities;
      const { message } = await other.call('either', { name: 'seven' });
      expect(message.result).toMatchObject({
        resultType: 'complete',
        content: [{ text: '{"name":"seven"}' }],
      });
      const refused = await other.call('slow', { name: 'seven' });
      expect(refused.status).toBe(400);
      expect(refused.message.error).toMatchObject({ code: -32021, data: NEEDED });
      for (const method of ['get', 'update', 'cancel'] as const) {
        expect((await other.ask(method, 'no-such-task')).message.error).toMatchObject({
          code: -32021,
          data: NEEDED,
        });
      }
    }
    expect(app.exports.steps.filter((step) => step.startsWith('begin'))).toEqual([]);
  });

  it('is not made for older clients: an optional one runs at once, a required one says why not', async () => {
    expect((await client.callTool('either', { name: 'eight' })).said).toBe('{"name":"eight"}');
    const { message, said } = await client.callTool('slow', { name: 'eight' });
    expect(message.result).toMatchObject({ isError: true });
    expect(said).toContain('"slow" runs as a task only');
    const get = await client.legacy('tasks/get', { taskId: 'x' });
    expect(get.message.error).toMatchObject({ code: -32601 });
  });

  it('has no list, and no result of its own', async () => {
    for (const method of ['tasks/list', 'tasks/result']) {
      const answer = await client.modern(method, { taskId: 'x' }, { 'mcp-name': 'x' });
      expect([answer.status, answer.message.error!.code]).toEqual([404, -32601]);
    }
  });

  it('is not found by another id, and the header has to name it', async () => {
    const { message } = await client.ask('get', 'no-such-task');
    expect(message.error).toMatchObject({ code: -32602, message: expect.stringContaining('Unknown task') });
    const { taskId } = await client.begin('either', { name: 'nine' });
    const other = await client.modern('tasks/get', { taskId }, { 'mcp-name': 'another' });
    expect([other.status, other.message.error!.code]).toEqual([400, -32020]);
  });

  it('runs what was added while the application runs', async () => {
    app.app.get(McpCatalog).addTool({
      name: `added_${platform}`,
      description: 'Added',
      taskSupport: 'required',
      handler: async (_args, context) => {
        await app.exports.work('added', context.signal);
        return { added: true };
      },
    });
    const { taskId } = await client.begin(`added_${platform}`);
    app.exports.gate('end added').open();
    const { result } = await client.untilStatus(taskId, 'completed');
    expect(result!.content[0]!.text).toBe('{"added":true}');
  });
});
