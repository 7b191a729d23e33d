import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../protocol/index.js';
import type { McpStore, McpTaskRecord } from '../store/index.js';
import { AbandonedTasks, failureOf } from './abandoned-tasks.js';
import type { BeginAgain } from './abandoned-tasks.js';
import { NOBODY_RUNS, RunningTask } from './running-task.js';
import { ENDED_BY_SHUTDOWN, isOver } from './task-failure.js';
import type { ResolvedTaskOptions } from './task-options.js';
import { TaskRecords } from './task-records.js';
import type { TaskListener } from './task-records.js';
import { Turns } from './turns.js';

/** Who a task belongs to, and what it runs. */
export interface TaskSeed {
  readonly principal: string;
  readonly owner: string;
  readonly tool: string;
  /** What it takes to begin it again elsewhere; only for tools that allow it. */
  readonly job?: (id: string) => JsonObject | undefined;
}

/** How often a process says that its tasks are alive while their leases last. */
const SIGNS_PER_LEASE = 3;
/** Abandoned tasks that are looked after at once. */
const MOST_ABANDONED = 100;
/** The tasks of a server: those that this process runs, and those that it only knows of by the store. */
export class Tasks {
  /** What this process is called in tasks. */
  private readonly runner = randomUUID();
  private readonly records: TaskRecords;
  private readonly turns: Turns;
  private readonly abandoned: AbandonedTasks;
  private readonly running = new Map<string, RunningTask>();
  private readonly timer: NodeJS.Timeout;
  private readonly listeners = new Set<TaskListener>();
  private stopListening?: Promise<() => Promise<void>>;
  private ticks = 0;
  private isClosing = false;
  private whenRunEnds?: () => void;

  /** @param onError told of a store that does not do what it should; it is asked again */
  constructor(
    { tasks, bus }: Pick<McpStore, 'tasks' | 'bus'>,
    private readonly options: ResolvedTaskOptions,
    private readonly onError: (error: unknown) => void,
  ) {
    this.records = new TaskRecords(tasks, bus, onError);
    this.turns = new Turns(options.concurrency);
    this.abandoned = new AbandonedTasks({
      records: this.records,
      runner: this.runner,
      options,
      isRunning: (id) => this.running.has(id),
      onError,
    });
    this.timer = setInterval(() => void this.tick(), Math.ceil(options.leaseMs / SIGNS_PER_LEASE));
    // A process that has nothing else to do may end.
    this.timer.unref();
    this.listenToOthers();
  }

  /** Tells of every change, whoever has made it. */
  listen(listener: TaskListener): void {
    this.listeners.add(listener);
  }

  /** From now on tasks that allow it are begun again when their process is gone. */
  beginAgainBy(beginAgain: BeginAgain): void {
    this.abandoned.beginAgain = beginAgain;
  }

  /** A new task, which waits for its `begin()`; undefined when there is no room for it. */
  async create({ principal, owner, tool, job }: TaskSeed): Promise<RunningTask | undefined> {
    const now = Date.now();
    const { maxTtlMs, pollIntervalMs } = this.options;
    const id = randomUUID();
    const record: McpTaskRecord = {
      id,
      revision: 1,
      principal,
      owner,
      tool,
      status: 'working',
      createdAt: now,
      updatedAt: now,
      ttlMs: maxTtlMs,
      pollIntervalMs,
      runner: this.runner,
      leaseUntil: this.leaseUntil(),
      job: job?.(id),
      attempt: 1,
    };
    if (this.isClosing || !(await this.records.add(record, this.options))) {
      return undefined;
    }
    return this.run(record);
  }

  /** A task that `BeginAgain` got, which waits for its `begin()`; undefined when it has gone on or ended meanwhile. */
  async resume({ id, attempt }: McpTaskRecord): Promise<RunningTask | undefined> {
    const record = await this.records.get(id);
    const isOwn = record?.runner === this.runner && record.attempt === attempt;
    return isOwn && !this.running.has(id) ? this.run(record) : undefined;
  }

  private async run(record: McpTaskRecord): Promise<RunningTask> {
    const { maxTtlMs, ttlMs } = this.options;
    const task = new RunningTask(record, {
      records: this.records,
      turns: this.turns,
      ttlMs,
      onEnd: (ended) => {
        clearTimeout(expiry);
        this.running.delete(ended.id);
        this.whenRunEnds?.();
      },
      onError: this.onError,
    });
    const expiry = setTimeout(
      () => task.stop(new DOMException('The task has taken longer than it may', 'TimeoutError')),
      Math.max(0, record.createdAt + maxTtlMs - Date.now()),
    );
    expiry.unref();
    this.running.set(record.id, task);
    if (this.isClosing) {
      await this.failInShutdown(task);
    }
    return task;
  }

  /** A task as it is now. One that nobody runs any more has failed, or is begun again. */
  async find(id: string): Promise<McpTaskRecord | undefined> {
    const task = await this.records.get(id);
    return task && this.abandoned.has(task) ? this.abandoned.careFor(id) : task;
  }

  /**
   * Gives a task what it waits for, whoever runs it.
   *
   * @param read what is an answer to the task's `inputRequests`
   * @returns how it is now; undefined when there is none
   */
  answer(
    id: string,
    read: (task: McpTaskRecord) => JsonObject | undefined,
  ): Promise<McpTaskRecord | undefined> {
    return this.records.change(id, (task) => {
      const responses = task.inputRequests && read(task);
      if (!responses || Object.keys(responses).length === 0) {
        return undefined;
      }
      const left = Object.entries(task.inputRequests).filter(([key]) => !Object.hasOwn(responses, key));
      return {
        status: left.length > 0 ? 'input_required' : 'working',
        inputRequests: left.length > 0 ? Object.fromEntries(left) : undefined,
        inputResponses: { ...task.inputResponses, ...responses },
      };
    });
  }

  /** Ends a task whose outcome the client does not want, unless it has ended. */
  async cancel(id: string): Promise<void> {
    await this.records.change(id, (task) =>
      isOver(task)
        ? undefined
        : {
            status: 'cancelled',
            statusMessage: 'Cancelled by the client. What the tool had begun by then may have been done.',
            ttlMs: this.ttlFromNow(task),
            ...NOBODY_RUNS,
          },
    );
  }

  /** Lets tasks end that are worked on. Others, and what takes longer, have failed. */
  async close(graceMs: number): Promise<void> {
    this.isClosing = true;
    this.abandoned.isClosing = true;
    await Promise.all(
      [...this.running.values()].filter(({ isIdle }) => isIdle).map((task) => this.failInShutdown(task)),
    );
    await this.untilAllHaveEnded(graceMs);
    await Promise.all([...this.running.values()].map((task) => this.failInShutdown(task)));
    clearInterval(this.timer);
    const stop = await this.stopListening?.catch(() => undefined);
    await stop?.().catch(this.onError);
  }

  private async untilAllHaveEnded(graceMs: number): Promise<void> {
    if (this.running.size === 0 || graceMs === 0) {
      return;
    }
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      timer = setTimeout(resolve, graceMs);
      this.whenRunEnds = () => {
        if (this.running.size === 0) {
          resolve();
        }
      };
    });
    clearTimeout(timer);
  }

  private failInShutdown(task: RunningTask): Promise<void> {
    if (this.abandoned.mayBeginAgain(task.record)) {
      task.stop(new DOMException(ENDED_BY_SHUTDOWN, 'AbortError'));
      return this.abandoned.leave(task.record).catch(this.onError);
    }
    return this.failOf(task, ENDED_BY_SHUTDOWN).catch((error: unknown) => {
      this.onError(error);
      // The lease that passes says that it has failed.
      task.stop(new DOMException(ENDED_BY_SHUTDOWN, 'AbortError'));
    });
  }

  private async failOf(task: RunningTask, message: string): Promise<void> {
    await this.records.change(task.id, (record) =>
      isOver(record) ? undefined : failureOf(record, message, this.options.ttlMs),
    );
    task.stop(new DOMException(message, 'AbortError'));
  }

  private ttlFromNow({ createdAt }: McpTaskRecord): number {
    return Date.now() - createdAt + this.options.ttlMs;
  }

  private leaseUntil(): number {
    return Date.now() + this.options.leaseMs;
  }

  /** Never rejects. */
  private async tick(): Promise<void> {
    try {
      this.listenToOthers();
      await Promise.all([...this.running.values()].map((task) => task.renew(this.leaseUntil())));
      this.ticks++;
      if (this.ticks % SIGNS_PER_LEASE === 0) {
        const ids = await this.records.abandoned(Date.now(), MOST_ABANDONED);
        await Promise.all(ids.map((id) => this.abandoned.careFor(id)));
      }
    } catch (error) {
      this.onError(error);
    }
  }

  /** A store that could not be reached is tried again with the next tick. */
  private listenToOthers(): void {
    if (!this.stopListening) {
      this.stopListening = this.records.listen((id, revision) => this.heard(id, revision));
      this.stopListening.catch((error: unknown) => {
        this.stopListening = undefined;
        this.onError(error);
      });
    }
  }

  private heard(id: string, revision: number): void {
    const task = this.running.get(id);
    if (task && revision > task.record.revision) {
      task.look().catch(this.onError);
    }
    this.listeners.forEach((listener) => listener(id, revision));
  }
}
