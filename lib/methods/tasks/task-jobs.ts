import type { IncomingHttpHeaders, Server } from 'node:http';
import { Logger } from '@nestjs/common';
import type { ResolvedMcpOptions } from '../../mcp-options.defaults.js';
import type { JsonObject, MethodRequest } from '../../protocol/index.js';
import type { OuterExchange } from '../../replay/index.js';
import type { McpTaskRecord } from '../../store/index.js';
import type { RunningTask } from '../../tasks/index.js';
import { StateSeal } from '../input/state-seal.js';
import { postInMemory } from './post-in-memory.js';
import type { MemoryAnswer } from './post-in-memory.js';

/** The call that a task came from, as an HTTP request. */
interface Job {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly params: JsonObject;
}

/** A task that its process has left, and the call by which it is begun again. */
export interface LeftTask {
  readonly record: McpTaskRecord;
  take(task: RunningTask | undefined): RunningTask | undefined;
  /** @param reason a sentence */
  refuse(reason: string): undefined;
}

interface RawRequest {
  readonly url?: string;
  readonly originalUrl?: string;
  readonly headers: IncomingHttpHeaders;
  readonly socket: object;
}

/** They are about the connection and the bytes that came over it. */
const OF_THE_CONNECTION = [
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'content-encoding',
  'accept-encoding',
  'expect',
  'upgrade',
  'te',
  'trailer',
];

/**
 * Keeps the calls of tasks that may be begun again, and makes them again: as HTTP requests within the process, so that
 * middleware and guards decide anew. They are sealed, since they have the credentials of their callers.
 */
export class TaskJobs {
  private readonly logger = new Logger('McpModule');
  private readonly seals?: StateSeal;
  private hasWarned = false;
  /** By the connections of their calls: nobody else can have one. */
  private readonly left = new WeakMap<object, LeftTask>();

  constructor(
    { requestState }: Pick<ResolvedMcpOptions, 'requestState'>,
    private readonly server: Server,
  ) {
    this.seals = requestState?.keys && new StateSeal(requestState.keys);
  }

  /** What another process needs to make this call; undefined when it could not read it. */
  seal({ exchange, params }: MethodRequest<OuterExchange>, id: string): JsonObject | undefined {
    if (!this.seals) {
      this.warn();
      return undefined;
    }
    const { originalUrl, url = '/', headers } = rawOf(exchange.request);
    const kept = Object.entries(headers).filter(([name]) => !OF_THE_CONNECTION.includes(name));
    const job: Job = { path: originalUrl ?? url, headers: Object.fromEntries(kept), params };
    return { sealed: this.seals.seal(JSON.stringify(job), bindingOf(id)) };
  }

  /** The task that a request begins again. */
  taskOf(request: object): LeftTask | undefined {
    return this.left.get(rawOf(request).socket);
  }

  /** @returns why the task could not be begun again, as a sentence; undefined when it runs */
  async begin(record: McpTaskRecord): Promise<string | undefined> {
    const sealed = record.job?.['sealed'];
    const text = typeof sealed === 'string' ? this.seals?.open(sealed, bindingOf(record.id)) : undefined;
    if (text === undefined) {
      return 'The server that tried has other keys (requestState.keys) than the one that began it.';
    }
    const { path, headers, params } = JSON.parse(text) as Job;
    let isTaken = false;
    const take = (task: RunningTask | undefined) => {
      isTaken = task !== undefined;
      return task;
    };
    let refusal: string | undefined;
    const refuse = (reason: string) => {
      refusal = reason;
      return undefined;
    };
    const body = JSON.stringify({ jsonrpc: '2.0', id: record.id, method: 'tools/call', params });
    const answer = await postInMemory(this.server, { path, headers, body }, (socket) =>
      this.left.set(socket, { record, take, refuse }),
    );
    return isTaken ? undefined : (refusal ?? refusalIn(answer));
  }

  private warn(): void {
    if (!this.hasWarned) {
      this.hasWarned = true;
      this.logger.warn(
        'Tasks of retryable tools are not begun again when their process is gone: what that takes is kept sealed, and ' +
          'other instances can only open it with the same keys. Set requestState.keys.',
      );
    }
  }
}

function bindingOf(id: string): string {
  return `task ${id}`;
}

function rawOf(request: object): RawRequest {
  return ((request as { raw?: object }).raw ?? request) as RawRequest;
}

function refusalIn({ status, text }: MemoryAnswer): string {
  return `Its call was answered with HTTP ${status}: ${messageIn(text) ?? 'no reason is given'}.`;
}

function messageIn(text: string): string | undefined {
  try {
    const { error, result } = JSON.parse(text) as {
      error?: { message?: string };
      result?: { content?: { text?: string }[] };
    };
    return (error?.message ?? result?.content?.[0]?.text)?.replace(/\.$/, '');
  } catch {
    return undefined;
  }
}
