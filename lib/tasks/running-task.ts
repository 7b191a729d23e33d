import { setTimeout as wait } from 'node:timers/promises';
import type { JsonObject } from '../protocol/index.js';
import type { McpTaskRecord } from '../store/index.js';
import { isOver } from './task-failure.js';
import { TaskQuestions } from './task-questions.js';
import type { TaskChange, TaskRecords } from './task-records.js';
import type { Turns } from './turns.js';

/** How a task has ended: with the result of its request, or with its error. */
export type TaskOutcome = { readonly result: JsonObject } | { readonly error: JsonObject };

export interface RunningTaskSetup {
  readonly records: TaskRecords;
  readonly turns: Turns;
  /** How long its outcome is kept. */
  readonly ttlMs: number;
  /** Called when nothing is left to be done. */
  onEnd(task: RunningTask): void;
  /** Told of a store that does not do what it should. */
  onError(error: unknown): void;
}

/** Messages that come faster are not all seen. */
const MESSAGE_INTERVAL_MS = 250;
const LONGEST_MESSAGE = 1_000;

/** A task that this process runs. */
export class RunningTask {
  private readonly controller = new AbortController();
  private readonly questions: TaskQuestions;
  /** By which it is told from the same task in other hands. */
  private readonly runner: string | undefined;
  private readonly attemptCount: number;
  /** Questions that are not answered yet; above 0 the task takes no turn. */
  private waits = 0;
  private hasTurn = false;
  private message?: string;
  private isSavingMessage = false;
  private outcome?: TaskChange;
  private hasEnded = false;
  private whenStopped?: () => void;

  constructor(
    /** As far as it is known here. */
    public record: McpTaskRecord,
    private readonly setup: RunningTaskSetup,
  ) {
    this.runner = record.runner;
    this.attemptCount = record.attempt;
    this.questions = new TaskQuestions(record.attempt);
  }

  get id(): string {
    return this.record.id;
  }

  /** Aborted when nobody wants the outcome any more. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Whether it needs somebody else to go on: its user, or another task that ends. */
  get isIdle(): boolean {
    return !this.hasTurn && this.outcome === undefined;
  }

  /** Calls back when the signal has been aborted. */
  onStop(listener: () => void): void {
    this.whenStopped = listener;
  }

  /** Waits for its turn. @throws what the signal is aborted with */
  async begin(): Promise<void> {
    const { turns } = this.setup;
    const waits = turns.isFull;
    if (waits) {
      this.report('Waits for its turn.');
    }
    await turns.take(this.signal);
    this.hasTurn = true;
    if (waits) {
      this.report('');
    }
  }

  /** Has clients see how far it is; nothing with an empty message. */
  report(message: string): void {
    this.message = message.slice(0, LONGEST_MESSAGE);
    if (!this.isSavingMessage) {
      this.isSavingMessage = true;
      this.attempt(() => this.saveMessages());
    }
  }

  /**
   * Asks the client, and waits until it has answered everything.
   *
   * @throws what the signal is aborted with
   */
  async ask(requests: JsonObject): Promise<JsonObject> {
    this.signal.throwIfAborted();
    const { inputRequests, answers } = this.questions.add(requests);
    this.leaveTurn();
    this.waits++;
    try {
      await this.change((task) => ({
        status: 'input_required',
        inputRequests: { ...task.inputRequests, ...inputRequests },
      }));
      return await answers;
    } finally {
      this.waits--;
      this.resumeTurn();
    }
  }

  /** Keeps how it has ended, unless it was ended by somebody else before. */
  async finish(outcome: TaskOutcome, statusMessage?: string): Promise<void> {
    const now = Date.now();
    this.outcome ??= {
      ...('result' in outcome ? { status: 'completed' } : { status: 'failed' }),
      ...outcome,
      statusMessage,
      ttlMs: now - this.record.createdAt + this.setup.ttlMs,
      ...NOBODY_RUNS,
    };
    const { outcome: kept } = this;
    await this.change(() => kept);
    this.end(undefined);
  }

  /** Looks at what others have done to it. */
  async look(): Promise<void> {
    if (!this.hasEnded) {
      this.adopt(await this.setup.records.get(this.id));
    }
  }

  /** Says that it is alive, or ends it after all when that did not work before. */
  async renew(leaseUntil: number): Promise<void> {
    if (this.outcome) {
      await this.change(() => this.outcome);
      this.end(undefined);
    } else if (!this.hasEnded) {
      const renewed = await this.setup.records.changeQuietly(
        this.id,
        (task) => (this.mayChange(task) ? { leaseUntil } : undefined),
        this.record,
      );
      this.adopt(renewed?.task);
    }
  }

  /** Nobody wants the outcome any more. */
  stop(reason: DOMException): void {
    if (!this.signal.aborted) {
      this.controller.abort(reason);
      this.questions.end(reason);
      this.whenStopped?.();
    }
    this.end(reason);
  }

  private async change(change: (task: McpTaskRecord) => TaskChange | undefined): Promise<void> {
    if (!this.hasEnded) {
      this.adopt(
        await this.setup.records.change(
          this.id,
          (task) => (this.mayChange(task) ? change(task) : undefined),
          this.record,
        ),
      );
    }
  }

  private adopt(task: McpTaskRecord | undefined): void {
    if (this.hasEnded) {
      return;
    }
    if (!task) {
      this.stop(new DOMException('The time of the task is over', 'TimeoutError'));
    } else if (task.revision >= this.record.revision) {
      this.record = task;
      if (isOver(task) && task.status !== this.outcome?.status) {
        this.stop(new DOMException(task.statusMessage ?? `The task is ${task.status}`, 'AbortError'));
      } else if (!isOver(task) && !this.mayChange(task)) {
        this.stop(new DOMException('Another process has begun the task again', 'AbortError'));
      } else if (task.inputResponses) {
        this.attempt(() => this.takeAnswers());
      }
    }
  }

  /** Not when it has ended, nor when another process has taken this one for dead and runs it now. */
  private mayChange(task: McpTaskRecord): boolean {
    return !isOver(task) && task.runner === this.runner && task.attempt === this.attemptCount;
  }

  private async takeAnswers(): Promise<void> {
    let responses: JsonObject | undefined;
    const taken = await this.setup.records.changeQuietly(
      this.id,
      (task) => {
        responses = task.inputResponses;
        return responses && this.mayChange(task) ? { inputResponses: undefined } : undefined;
      },
      this.record,
    );
    if (taken?.isChanged && responses) {
      this.questions.answer(responses);
    }
    this.adopt(taken?.task);
  }

  private async saveMessages(): Promise<void> {
    try {
      while (this.message !== undefined && !this.hasEnded && !this.outcome) {
        const statusMessage = this.message;
        this.message = undefined;
        await this.change(() => ({ statusMessage: statusMessage || undefined }));
        await wait(MESSAGE_INTERVAL_MS, undefined, { ref: false });
      }
    } finally {
      this.isSavingMessage = false;
    }
  }

  private leaveTurn(): void {
    if (this.hasTurn) {
      this.hasTurn = false;
      this.setup.turns.giveBack();
    }
  }

  private resumeTurn(): void {
    if (this.waits === 0 && !this.hasEnded && !this.hasTurn) {
      this.hasTurn = true;
      this.setup.turns.resume();
    }
  }

  private end(reason: unknown): void {
    if (!this.hasEnded) {
      this.hasEnded = true;
      this.questions.end(reason);
      this.leaveTurn();
      this.setup.onEnd(this);
    }
  }

  private attempt(work: () => Promise<void>): void {
    work().catch((error: unknown) => this.setup.onError(error));
  }
}

/** Of tasks that have ended. */
export const NOBODY_RUNS: TaskChange = Object.freeze({
  runner: undefined,
  leaseUntil: undefined,
  inputRequests: undefined,
  inputResponses: undefined,
  job: undefined,
});
