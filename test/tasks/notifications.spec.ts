import { afterEach, describe, expect, it } from '@jest/globals';
import type { McpRootOptions } from '../../lib/index.js';
import { CAPABILITIES_KEY } from '../support/endpoint-client.js';
import { sendModern } from '../support/raw-exchange.js';
import type { RawExchange, WireMessage } from '../support/raw-exchange.js';
import { PLATFORMS } from '../support/running-app.js';
import { startExports } from './exports-app.js';
import type { ExportsApp } from './exports-app.js';
import { SharedStore } from './shared-store.js';
import { accept, TASKS_EXTENSION, WITH_TASKS } from './task-client.js';
import type { TaskView } from './task-client.js';

const ID_KEY = 'io.modelcontextprotocol/subscriptionId';

describe.each(PLATFORMS)('a client that listens to its tasks on %s', (platform) => {
  const apps: ExportsApp[] = [];
  const open: RawExchange[] = [];

  async function start(options: McpRootOptions = {}): Promise<ExportsApp> {
    const app = await startExports(platform, options);
    apps.push(app);
    return app;
  }

  function listen(
    app: ExportsApp,
    notifications: object,
    user = 'ada',
    capabilities: object = WITH_TASKS,
  ): RawExchange {
    const meta = { [CAPABILITIES_KEY]: capabilities };
    const exchange = sendModern(
      app.mcp,
      'subscriptions/listen',
      { notifications },
      meta,
      { 'x-user': user },
      'sub',
    );
    open.push(exchange);
    return exchange;
  }

  const told = (exchange: RawExchange) =>
    exchange.messages
      .filter(({ method }) => method === 'notifications/tasks')
      .map(({ params }) => params as unknown as TaskView);
  const acknowledged = ([first]: WireMessage[]) => first?.params?.['notifications'];

  afterEach(async () => {
    open.splice(0).forEach((exchange) => exchange.close());
    await Promise.all(apps.splice(0).map((app) => app.close()));
  });

  it('is told what tasks/get would say, to the end, and nothing of others', async () => {
    const app = await start();
    const { taskId } = await app.client.begin('ask');
    const other = await app.client.begin('slow', { name: 'other' });
    const exchange = listen(app, { taskIds: [taskId, taskId] });
    await exchange.until(() => told(exchange).some(({ status }) => status === 'input_required'));
    expect(exchange.messages[0]).toEqual({
      jsonrpc: '2.0',
      method: 'notifications/subscriptions/acknowledged',
      params: { _meta: { [ID_KEY]: 'sub' }, notifications: { taskIds: [taskId] } },
    });
    const { resultType, ...asked } = (await app.client.ask('get', taskId)).message.result!;
    expect(resultType).toBe('complete');
    expect(told(exchange).at(-1)).toEqual({ _meta: { [ID_KEY]: 'sub' }, ...asked });
    await app.client.update(taskId, { name: accept({ name: 'Ada' }) });
    await exchange.until(() => told(exchange).some(({ inputRequests }) => 'name-2' in (inputRequests ?? {})));
    await app.client.ask('cancel', other.taskId);
    await app.client.update(taskId, { 'name-2': accept({ name: 'Bob' }) });
    await exchange.until(() => told(exchange).at(-1)?.status === 'completed');
    expect(told(exchange).at(-1)!.result!.content[0]!.text).toContain('"name":"Ada"');
    expect(new Set(told(exchange).map((task) => task.taskId))).toEqual(new Set([taskId]));
    expect(new Set(exchange.methods)).toEqual(
      new Set(['notifications/subscriptions/acknowledged', 'notifications/tasks']),
    );
  });

  it('is told at once of one that has ended already', async () => {
    const app = await start();
    const { taskId } = await app.client.begin('either', { name: 'one' });
    await app.client.untilStatus(taskId, 'completed');
    const exchange = listen(app, { taskIds: [taskId] });
    await exchange.until(() => told(exchange).length > 0);
    expect(told(exchange)).toMatchObject([{ taskId, status: 'completed', result: { content: [{}] } }]);
  });

  it('is told by the other instance, too', async () => {
    const store = new SharedStore();
    const here = await start({ store });
    const there = await start({ store });
    const { taskId } = await here.client.begin('slow', { name: 'one' });
    const exchange = listen(there, { taskIds: [taskId] });
    await exchange.until(() => told(exchange).length > 0);
    here.exports.gate('end one').open();
    await exchange.until(() => told(exchange).at(-1)?.status === 'completed');
  });

  it('listens to its own tasks only', async () => {
    const app = await start();
    const { taskId } = await app.client.begin('slow', { name: 'one' });
    const exchange = listen(app, { taskIds: [taskId, 'no-such-task'], toolsListChanged: true }, 'bob');
    await exchange.until(({ messages }) => messages.length > 0);
    expect(acknowledged(exchange.messages)).toEqual({ toolsListChanged: true });
    await app.client.ask('cancel', taskId);
    const own = await app.as('bob').begin('either', { name: 'one' });
    const second = listen(app, { taskIds: [taskId, own.taskId] }, 'bob');
    await second.until(() => told(second).length > 0);
    expect(acknowledged(second.messages)).toEqual({ taskIds: [own.taskId] });
    expect(told(exchange)).toEqual([]);
  });

  it('has to say that it can handle tasks, and name them', async () => {
    const app = await start();
    const refused = await listen(app, { taskIds: ['x'] }, 'ada', {}).whole();
    expect(refused.response!.statusCode).toBe(400);
    expect(refused.messages[0]!.error).toMatchObject({
      code: -32021,
      data: { requiredCapabilities: { extensions: { [TASKS_EXTENSION]: {} } } },
    });
    for (const taskIds of ['x', [1], Array.from({ length: 1_001 }, (_, index) => `${index}`)]) {
      const wrong = await listen(app, { taskIds }).whole();
      expect(wrong.messages[0]!.error).toMatchObject({
        code: -32602,
        message: expect.stringContaining('taskIds'),
      });
    }
  });

  it('need not handle tasks when it names none', async () => {
    const app = await start();
    const exchange = listen(app, { taskIds: [], toolsListChanged: true }, 'ada', {});
    await exchange.until(({ messages }) => messages.length > 0);
    expect(acknowledged(exchange.messages)).toEqual({ toolsListChanged: true });
  });
});
