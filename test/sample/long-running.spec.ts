import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { createApp } from '../../sample/02-long-running/src/create-app.js';
import { ExportsService } from '../../sample/02-long-running/src/exports/exports.service.js';
import { OrdersService } from '../../sample/02-long-running/src/orders/orders.service.js';
import { TaskClient as SampleTaskClient } from '../../sample/02-long-running/src/task-client.js';
import { accept, TaskClient } from '../tasks/task-client.js';

const FOREVER = 3_600_000;
const QUESTION = 'The file for 2025 will have the e-mail addresses of your customers. Go on?';

describe('long work', () => {
  let app: NestExpressApplication;
  let baseUrl: string;
  let tasks: TaskClient;

  beforeEach(async () => {
    app = await createApp({ logger: false });
    app.get(OrdersService).monthMs = 1;
    await app.listen(0, '127.0.0.1');
    baseUrl = await app.getUrl();
    tasks = new TaskClient(new URL(`${baseUrl}/mcp`));
  });

  afterEach(() => app.close());

  function post(body: object): Promise<Response> {
    return fetch(`${baseUrl}/exports`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  }

  describe('over HTTP', () => {
    it('makes a file, without a question', async () => {
      const answer = await post({ year: 2025, withEmails: true });
      expect(answer.status).toBe(201);
      expect(await answer.json()).toEqual({ name: 'orders-2025-1.csv', state: 'ready', orders: 60 });
      const file = await fetch(`${baseUrl}/exports/orders-2025-1.csv`);
      expect(file.headers.get('content-type')).toMatch(/^text\/csv/);
      expect((await file.text()).split('\n').slice(0, 2)).toEqual([
        'number,date,customer,email,total',
        '101,2025-01-01,Ada,ada@example.com,1',
      ]);
    });

    it.each([
      [{}, /year must be an integer/],
      [{ year: 1812 }, /year must not be less than 2000/],
      [{ year: 2025, format: 'pdf' }, /property format should not exist/],
    ])('refuses %j', async (body, message) => {
      const answer = await post(body);
      expect(answer.status).toBe(400);
      expect(await answer.text()).toMatch(message);
    });

    it('has no file that was not made', async () => {
      expect((await fetch(`${baseUrl}/exports/orders-2025-1.csv`)).status).toBe(404);
    });
  });

  describe('for a client that knows tasks', () => {
    afterEach(() => tasks.wire.assertValidMessages());

    it('is a task at once, and its progress the status message', async () => {
      app.get(OrdersService).monthMs = FOREVER;
      const { taskId, status } = await tasks.begin('export_orders', { year: 2025 });
      expect(status).toBe('working');
      const { statusMessage } = await tasks.until(taskId, (task) => task.statusMessage !== undefined);
      expect(statusMessage).toBe('Reading month 1 of 2025 (0 of 12)');
      await tasks.ask('cancel', taskId);
    });

    it('asks before e-mail addresses are in it, and goes on with the answer', async () => {
      const { taskId } = await tasks.begin('export_orders', { year: 2025, withEmails: true });
      const { inputRequests } = await tasks.untilStatus(taskId, 'input_required');
      expect(inputRequests).toMatchObject({ emails: { params: { message: QUESTION } } });
      expect(app.get(ExportsService).list()).toEqual([]);

      await tasks.update(taskId, { emails: accept() });
      const { result } = await tasks.untilStatus(taskId, 'completed');
      expect(JSON.parse(result!.content[0]!.text)).toMatchObject({ name: 'orders-2025-1.csv', orders: 60 });
      const { message } = await tasks.modern('resources/read', { uri: 'nest://exports/orders-2025-1.csv' });
      expect(message.result).toMatchObject({
        contents: [{ text: expect.stringContaining('ada@example.com') as unknown }],
      });
    });

    it('makes no file when the user does not agree', async () => {
      const { taskId } = await tasks.begin('export_orders', { year: 2025, withEmails: true });
      await tasks.untilStatus(taskId, 'input_required');
      await tasks.update(taskId, { emails: { action: 'decline' } });
      const { result } = await tasks.untilStatus(taskId, 'completed');
      expect(result).toMatchObject({ isError: true });
      expect(result!.content[0]!.text).toMatch(/The user wants no e-mail addresses in it/);
      expect(app.get(ExportsService).list()).toEqual([]);
    });

    it('stops the work when the task is cancelled', async () => {
      app.get(OrdersService).monthMs = FOREVER;
      const { taskId } = await tasks.begin('export_orders', { year: 2025 });
      await tasks.until(taskId, (task) => task.statusMessage !== undefined);
      await tasks.ask('cancel', taskId);
      expect(await tasks.get(taskId)).toMatchObject({ status: 'cancelled' });
      const { said } = await tasks.call('list_exports');
      expect(JSON.parse(said)).toEqual([{ name: 'orders-2025-1.csv', state: 'stopped', orders: 0 }]);
    });

    it('is handled by the client of the demo', async () => {
      const client = new SampleTaskClient(`${baseUrl}/mcp`);
      const { taskId } = await client.begin('export_orders', { year: 2025, withEmails: true });
      await tasks.untilStatus(taskId, 'input_required');
      await client.answer(taskId, { emails: { action: 'accept', content: {} } });
      await tasks.untilStatus(taskId, 'completed');
      expect(await client.get(taskId)).toMatchObject({ status: 'completed', result: { content: [{}] } });
      await client.cancel(taskId);
      expect(await client.get(taskId)).toMatchObject({ status: 'completed' });
    });
  });

  describe('for a client that does not', () => {
    let client: Client;
    let asked: string[];

    beforeEach(async () => {
      asked = [];
      client = new Client(
        { name: 'test', version: '1.0.0' },
        { versionNegotiation: { mode: 'auto' }, capabilities: { elicitation: { form: {} } } },
      );
      client.setRequestHandler('elicitation/create', ({ params }) => {
        asked.push(params.message);
        return { action: 'accept', content: {} };
      });
      await client.connect(new StreamableHTTPClientTransport(new URL(`${baseUrl}/mcp`)));
    });

    afterEach(() => client.close());

    it('answers with the file, and tells of its progress meanwhile', async () => {
      const progress: number[] = [];
      const { content } = await client.callTool(
        { name: 'export_orders', arguments: { year: 2025 } },
        { onprogress: (told) => progress.push(told.progress) },
      );
      expect(content).toMatchObject([{ text: expect.stringContaining('"state":"ready"') as unknown }]);
      expect(progress).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    });

    it('asks the same question', async () => {
      const { content } = await client.callTool({
        name: 'export_orders',
        arguments: { year: 2025, withEmails: true },
      });
      expect(asked).toEqual([QUESTION]);
      expect(content).toMatchObject([{ text: expect.stringContaining('"state":"ready"') as unknown }]);
    });
  });
});
