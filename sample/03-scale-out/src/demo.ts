import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { startDeployment } from './deployment/deployment.js';
import type { Deployment } from './deployment/deployment.js';
import type { InstanceProcess } from './deployment/instance-process.js';
import { SERVED_BY } from './deployment/round-robin-proxy.js';
import { TaskClient } from './task-client.js';

let deployment: Deployment;
try {
  deployment = await startDeployment({ redisUrl: process.env.REDIS_URL });
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
const [a, b] = deployment.instances as [InstanceProcess, InstanceProcess];
console.log(`Redis at ${deployment.redisUrl}, two instances, one address for both: ${deployment.origin}/mcp`);
try {
  await notify();
  await poll();
  await outlive();
} finally {
  await deployment.stop();
}

async function notify(): Promise<void> {
  heading('A notification published on one instance reaches a listener on the other');
  const [listener, writer] = [await connect(b.origin), await connect(a.origin)];
  const heard = new EventTarget();
  listener.setNotificationHandler('notifications/resources/updated', ({ params }) => {
    console.log(`listener on b: ${params.uri} has changed`);
    heard.dispatchEvent(new Event('change'));
  });
  await listener.listen({ resourceSubscriptions: ['nest://stock/cups'] });

  const change = once(heard, 'change');
  for (const [item, quantity] of Object.entries({ beans: 12, filters: 300, cups: 80 })) {
    console.log(`writer on a: ${await call(writer, 'set_stock', { item, quantity })}`);
  }
  await change;
  const { contents } = await listener.readResource({ uri: 'nest://stock/cups' });
  console.log(
    `listener on b reads it: ${contents.map((block) => ('text' in block ? block.text : '')).join()}`,
  );
  await Promise.all([listener.close(), writer.close()]);
}

async function poll(): Promise<void> {
  heading('A task that was created on one instance is polled on the other');
  const { taskId, status } = await new TaskClient(`${a.origin}/mcp`).begin('count_stock', {});
  console.log(`created on a: ${status}`);
  const there = new TaskClient(`${b.origin}/mcp`);
  for (;;) {
    const task = await there.get(taskId);
    console.log(`polled on b:  ${[task.status, task.statusMessage].filter(Boolean).join(': ')}`);
    if (task.result) return console.log(`its result:   ${textOf(task.result.content)}`);
    if (task.status !== 'working') throw new Error(task.error?.message ?? `The task is ${task.status}`);
    await wait(task.pollIntervalMs);
  }
}

async function outlive(): Promise<void> {
  heading('A session goes on when the instance that opened it is stopped');
  let opener: string | null = null;
  // A client of 2025-11-25, whose first answer names the session.
  const client = await connect(deployment.origin, 'legacy', (response) => {
    if (response.headers.has('mcp-session-id')) opener ??= response.headers.get(SERVED_BY);
  });
  console.log(`opened by ${opener}`);
  for (let round = 0; round < 2; round++) console.log(await call(client, 'get_stock', { item: 'cups' }));

  await deployment.instances.find(({ name }) => name === opener)?.stop();
  console.log(`${opener} is stopped`);
  for (let round = 0; round < 2; round++) console.log(await call(client, 'get_stock', { item: 'cups' }));
  await client.close();
}

async function connect(
  origin: string,
  mode: 'auto' | 'legacy' = 'auto',
  onResponse?: (response: Response) => void,
): Promise<Client> {
  const client = new Client({ name: 'scale-out-demo', version: '1.0.0' }, { versionNegotiation: { mode } });
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', origin), {
    fetch: async (url, init) => {
      const response = await fetch(url, init);
      onResponse?.(response);
      return response;
    },
  });
  await client.connect(transport);
  return client;
}

async function call(client: Client, name: string, args: Record<string, unknown>): Promise<string> {
  return textOf((await client.callTool({ name, arguments: args })).content);
}

function textOf(content: readonly object[] = []): string {
  return content.map((block) => ('text' in block ? String(block.text) : '')).join('\n');
}

function heading(text: string): void {
  console.log(`\n--- ${text}`);
}
