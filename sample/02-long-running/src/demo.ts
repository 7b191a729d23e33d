import { setTimeout as wait } from 'node:timers/promises';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createApp } from './create-app.js';
import { TaskClient } from './task-client.js';
import type { Task } from './task-client.js';

const app = process.env.MCP_URL ? undefined : await createApp({ logger: ['error', 'warn'] });
await app?.listen(0, '127.0.0.1');
const url = app ? `${await app.getUrl()}/mcp` : process.env.MCP_URL!;

const tasks = new TaskClient(url);
// The official client does not know the extension.
const client = new Client(
  { name: 'long-running-demo', version: '1.0.0' },
  { versionNegotiation: { mode: 'auto' } },
);
try {
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  await exportAtOnce();
  const { name } = await exportAsTask();
  await showFile(name);
  await cancelTask();
} finally {
  await client.close();
  await app?.close();
}

async function exportAtOnce(): Promise<void> {
  heading('A client that does not know tasks waits for its answer');
  const { content } = await client.callTool(
    { name: 'export_orders', arguments: { year: 2024 } },
    {
      onprogress: ({ progress, total, message }) => console.log(`progress  ${progress}/${total}  ${message}`),
    },
  );
  console.log('answer   ', textOf(content));
}

async function exportAsTask(): Promise<{ name: string }> {
  heading('A client that knows them gets a task at once, and is asked a question');
  const { taskId } = show(await tasks.begin('export_orders', { year: 2025, withEmails: true }));
  for (;;) {
    const task = show(await tasks.get(taskId));
    if (task.status === 'input_required') {
      for (const [key, { params }] of Object.entries(task.inputRequests ?? {})) {
        console.log(`question  ${params.message}\nanswer    yes`);
        await tasks.answer(taskId, { [key]: { action: 'accept', content: {} } });
      }
    } else if (task.status !== 'working') {
      if (task.status !== 'completed') throw new Error(task.error?.message ?? `The task is ${task.status}`);
      const answer = textOf(task.result?.content);
      console.log('answer   ', answer);
      return JSON.parse(answer) as { name: string };
    }
    await wait(task.pollIntervalMs);
  }
}

async function showFile(name: string): Promise<void> {
  heading('The file is a resource');
  const { contents } = await client.readResource({ uri: `nest://exports/${name}` });
  const [file] = contents;
  console.log(file && 'text' in file ? file.text.split('\n').slice(0, 4).join('\n') : file);
}

async function cancelTask(): Promise<void> {
  heading('A task that is cancelled stops its work');
  const { taskId, pollIntervalMs } = show(await tasks.begin('export_orders', { year: 2026 }));
  await wait(pollIntervalMs);
  show(await tasks.get(taskId));
  console.log('cancel');
  await tasks.cancel(taskId);
  show(await tasks.get(taskId));
  const { content } = await client.callTool({ name: 'list_exports', arguments: {} });
  console.log('exports  ', textOf(content));
}

function show(task: Task): Task {
  console.log(`task      ${task.status}${task.statusMessage ? `: ${task.statusMessage}` : ''}`);
  return task;
}

function textOf(content: readonly object[] = []): string {
  return content.map((block) => ('text' in block ? String(block.text) : '')).join('\n');
}

function heading(text: string): void {
  console.log(`\n--- ${text}`);
}
