import type { McpTaskRecord } from '../store/index.js';
import { NOBODY_RUNS } from './running-task.js';
import { ABANDONED, BEGUN_AGAIN, isOver, notBegunAgain, taskError } from './task-failure.js';
import type { ResolvedTaskOptions } from './task-options.js';
import type { TaskRecords } from './task-records.js';

/**
 * Begins a task again that another process has left, and that is this process's by now.
 *
 * @returns why that was not possible, as a sentence; undefined when the task runs
 */
export type BeginAgain = (task: McpTaskRecord) => Promise<string | undefined>;

interface AbandonedTasksSetup {
  readonly records: TaskRecords;
  /** What this process is called in tasks. */
  readonly runner: string;
  readonly options: ResolvedTaskOptions;
  isRunning(id: string): boolean;
  onError(error: unknown): void;
}

/** A task that takes its process with it must not end one after the other. */
const MOST_RUNS = 3;
/** How long a process that cannot begin a task again leaves it to others. */
const LEASES_FOR_OTHERS = 2;

/** Tasks whose processes are gone: they are begun again here, where that is allowed, or have failed. */
export class AbandonedTasks {
  beginAgain?: BeginAgain;
  isClosing = false;

  constructor(private readonly setup: AbandonedTasksSetup) {}

  /** Whether this task may be begun again, if not by this process. */
  mayBeginAgain(task: McpTaskRecord): boolean {
    return this.beginAgain !== undefined && mayRunAgain(task);
  }

  /** Others need not wait for the end of its lease. */
  async leave({ id, attempt }: McpTaskRecord): Promise<void> {
    await this.setup.records.change(id, (task) =>
      task.runner === this.setup.runner && task.attempt === attempt
        ? { leaseUntil: Date.now() - 1 }
        : undefined,
    );
  }

  /** Begins a task again that nobody runs, or has it fail. */
  async careFor(id: string): Promise<McpTaskRecord | undefined> {
    let isClaimed = false;
    const task = await this.setup.records.change(id, (found) => {
      isClaimed = false;
      if (!this.has(found)) {
        return undefined;
      }
      if (!mayRunAgain(found)) {
        return this.fail(found, ABANDONED);
      }
      isClaimed = this.beginAgain !== undefined && !this.isClosing;
      return isClaimed ? this.claim(found) : this.leaveToOthers(found);
    });
    if (task && isClaimed) {
      void this.beginClaimed(task);
    }
    return task;
  }

  private claim({ attempt }: McpTaskRecord) {
    return {
      status: 'working',
      statusMessage: BEGUN_AGAIN,
      inputRequests: undefined,
      inputResponses: undefined,
      runner: this.setup.runner,
      leaseUntil: Date.now() + this.setup.options.leaseMs,
      attempt: attempt + 1,
    } as const;
  }

  private leaveToOthers(task: McpTaskRecord) {
    const isLate = task.leaseUntil! + LEASES_FOR_OTHERS * this.setup.options.leaseMs < Date.now();
    return isLate && !this.isClosing ? this.fail(task, ABANDONED) : undefined;
  }

  /** Never rejects. */
  private async beginClaimed(claimed: McpTaskRecord): Promise<void> {
    try {
      const reason = await this.beginAgain!(claimed);
      if (reason !== undefined && this.isClosing) {
        await this.leave(claimed);
      } else if (reason !== undefined) {
        await this.setup.records.change(claimed.id, (task) =>
          isOver(task) || task.runner !== this.setup.runner || task.attempt !== claimed.attempt
            ? undefined
            : this.fail(task, notBegunAgain(reason)),
        );
      }
    } catch (error) {
      // The lease that passes brings it back.
      this.setup.onError(error);
    }
  }

  /** A process that was busy for too long is alive all the same. */
  has({ id, leaseUntil }: McpTaskRecord): boolean {
    return leaseUntil !== undefined && leaseUntil < Date.now() && !this.setup.isRunning(id);
  }

  private fail(task: McpTaskRecord, message: string) {
    return failureOf(task, message, this.setup.options.ttlMs);
  }
}

/** What changes in a task that has failed. */
export function failureOf({ createdAt }: McpTaskRecord, message: string, ttlMs: number) {
  return {
    status: 'failed',
    statusMessage: message,
    error: taskError(message),
    ttlMs: Date.now() - createdAt + ttlMs,
    ...NOBODY_RUNS,
  } as const;
}

function mayRunAgain({ job, attempt }: McpTaskRecord): boolean {
  return job !== undefined && attempt < MOST_RUNS;
}
