import { setTimeout as wait } from 'node:timers/promises';
import { CAPABILITIES_KEY, EndpointClient } from '../support/endpoint-client.js';
import type { EndpointAnswer } from '../support/endpoint-client.js';

export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks';
export const WITH_TASKS = { elicitation: { form: {} }, extensions: { [TASKS_EXTENSION]: {} } };

export interface TaskView {
  readonly taskId: string;
  readonly status: string;
  readonly statusMessage?: string;
  readonly createdAt: string;
  readonly lastUpdatedAt: string;
  readonly ttlMs: number;
  readonly pollIntervalMs: number;
  readonly inputRequests?: Readonly<Record<string, { method: string; params: Record<string, unknown> }>>;
  readonly result?: { content: { text: string }[]; isError?: boolean; resultType?: string };
  readonly error?: { code: number; message: string; data?: unknown };
}

type Headers = Readonly<Record<string, string>>;

const OVER = ['completed', 'failed', 'cancelled'];

/** A client of 2026-07-28 that can handle tasks. */
export class TaskClient extends EndpointClient {
  capabilities: object = WITH_TASKS;

  constructor(
    url: URL,
    private readonly headers: Headers = {},
  ) {
    super(url);
  }

  call(name: string, args: object = {}, rest: object = {}): Promise<EndpointAnswer> {
    const params = { name, arguments: args, ...rest };
    return this.modern('tools/call', params, this.headers, { [CAPABILITIES_KEY]: this.capabilities });
  }

  /** A call that must become a task. */
  async begin(name: string, args: object = {}, rest: object = {}): Promise<TaskView> {
    const { message, text } = await this.call(name, args, rest);
    if (message.result?.['resultType'] !== 'task') {
      throw new Error(`${name} is no task: ${text}`);
    }
    return message.result as unknown as TaskView;
  }

  ask(method: 'get' | 'update' | 'cancel', taskId: string, params: object = {}): Promise<EndpointAnswer> {
    return this.modern(
      `tasks/${method}`,
      { taskId, ...params },
      { 'mcp-name': taskId, ...this.headers },
      { [CAPABILITIES_KEY]: this.capabilities },
    );
  }

  async get(taskId: string): Promise<TaskView> {
    const { message, text } = await this.ask('get', taskId);
    if (!message.result) {
      throw new Error(text);
    }
    return message.result as unknown as TaskView;
  }

  /** Looks at a task until it is as it should be. */
  async until(taskId: string, isThere: (task: TaskView) => boolean): Promise<TaskView> {
    for (;;) {
      const task = await this.get(taskId);
      if (isThere(task)) {
        return task;
      }
      if (OVER.includes(task.status)) {
        throw new Error(`It has ended otherwise: ${JSON.stringify(task)}`);
      }
      await wait(10);
    }
  }

  untilStatus(taskId: string, status: string): Promise<TaskView> {
    return this.until(taskId, (task) => task.status === status);
  }

  update(taskId: string, inputResponses: object): Promise<EndpointAnswer> {
    return this.ask('update', taskId, { inputResponses });
  }
}

export function accept(content: object = {}): object {
  return { action: 'accept', content };
}
