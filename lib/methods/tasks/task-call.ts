import { EventEmitter } from 'node:events';
import { HttpException, HttpStatus } from '@nestjs/common';
import type { Tool } from '../../discovery/index.js';
import { logFailure } from '../../failures/index.js';
import { internalError, isJsonObject, ProtocolError, SerializedResult } from '../../protocol/index.js';
import type { JsonObject, MethodResult } from '../../protocol/index.js';
import type { CapturedResponse, OuterExchange, WhenOver } from '../../replay/index.js';
import { discardBody, McpError, protocolErrorOf } from '../../results/index.js';
import type { McpTaskRecord } from '../../store/index.js';
import type { RunningTask, TaskOutcome } from '../../tasks/index.js';
import type { CallContext } from '../call-context.js';
import type { InputCall, InputOutcome, InputRounds } from '../input/index.js';
import { askInTask } from './ask-in-task.js';

/** One call of a tool, as far as a task has to know it. */
export interface ToolRun {
  readonly tool: Tool;
  readonly call: InputCall;
  /** Runs the handler, with its guards. */
  replay(context: CallContext, exchange: OuterExchange, whenOver: WhenOver): Promise<CapturedResponse>;
  /**
   * What the call is answered with.
   *
   * @throws ProtocolError
   */
  conclude(
    outcome: Exclude<InputOutcome, { result: unknown }>,
    signal: AbortSignal,
  ): MethodResult | Promise<MethodResult>;
}

interface TaskCallServices {
  readonly rounds: InputRounds;
  /** Undefined when there is no room for one more. */
  createTask(): Promise<RunningTask | undefined>;
}

/** What ends the round in which the task has begun. Nobody looks at it. */
const BEGUN: CapturedResponse = Object.freeze({ status: 202, headers: {}, body: undefined });

const NO_ROOM =
  'There is no room for one more task: there are too many of yours, or in all. Ended tasks make room when they have expired.';

const NO_STORE = 'Nothing has begun: tasks cannot be kept at the moment. Try again later.';

/** A call that becomes a task as soon as its guards have let it through. */
export class TaskCall {
  /** The task that it has become. */
  task?: McpTaskRecord;
  /** Why it has not become one, though its guards have let it through. */
  refusal?: string;

  private loseConnection?: () => void;

  constructor(
    private readonly run: ToolRun,
    private readonly services: TaskCallServices,
  ) {}

  /** Whether this round may begin the task. */
  beginsIn(context: CallContext): boolean {
    const asksFirst = this.run.tool.tasks!.inputBeforeStart && context.inputResponses === undefined;
    return !context.isTrial && !asksFirst;
  }

  /**
   * Runs the round in which the task begins. The handler goes on when this has settled.
   *
   * @returns the answer of a call that has become none, since a guard has refused it
   */
  begin(context: CallContext, whenOver: WhenOver): Promise<CapturedResponse> {
    const { call, tool } = this.run;
    const exchange: OuterExchange = { ...call.request.exchange, connection: new EventEmitter() };
    // Node keeps the address of a connection only when it was asked for while that was open.
    void (exchange.request as { ip?: string }).ip;
    return new Promise((resolve, reject) => {
      let task: RunningTask | undefined;
      context.startBy(async () => {
        task = await this.createTask(context);
        resolve(BEGUN);
        await task.begin().catch(() => {
          throw new HttpException('The task has ended before it has begun', HttpStatus.GONE);
        });
      });
      const replay = async () => {
        if (tool.target.kind === 'function') {
          await context.begin();
        }
        return this.replay(context, exchange, (listener) => {
          whenOver(listener);
          this.loseConnection = listener;
        });
      };
      replay().then(
        (response) => (task ? void this.finish(task, exchange, response) : resolve(response)),
        (error: Error) => (task || this.refusal !== undefined ? resolve(BEGUN) : reject(error)),
      );
    });
  }

  private replay(
    context: CallContext,
    exchange: OuterExchange,
    whenOver: WhenOver,
  ): Promise<CapturedResponse> {
    return this.run.replay(context, exchange, whenOver);
  }

  /** @throws HttpException that stops the call, when there is to be no task */
  private async createTask(context: CallContext): Promise<RunningTask> {
    const { channel } = this.run.call.request;
    if (channel.isGone || channel.isAborted) {
      throw this.refuse('Nobody waits for the answer any more', HttpStatus.GONE);
    }
    const task = await this.services.createTask().catch((error: unknown) => {
      logFailure('A task could not be kept', error, this.run.call.request.exchange.request);
      throw this.refuse(NO_STORE, HttpStatus.SERVICE_UNAVAILABLE);
    });
    if (!task) {
      throw this.refuse(NO_ROOM, HttpStatus.TOO_MANY_REQUESTS);
    }
    this.task = task.record;
    this.enter(task, context);
    task.onStop(() => this.loseConnection?.());
    return task;
  }

  private refuse(reason: string, status: HttpStatus): HttpException {
    this.refusal = reason;
    return new HttpException(reason, status);
  }

  private enter(task: RunningTask, context: CallContext): void {
    context.goOnAs(task);
    context.askBy(askInTask(task, this.run.call.request.clientCapabilities));
  }

  /** Never rejects. */
  private async finish(
    task: RunningTask,
    exchange: OuterExchange,
    response: CapturedResponse,
  ): Promise<void> {
    try {
      const outcome = await this.outcomeOf(task, exchange, response);
      if (outcome) {
        await task.finish(outcome, 'error' in outcome ? (outcome.error['message'] as string) : undefined);
      }
    } catch (error) {
      // The store is gone: the task is finished when it is back.
      logFailure(`The end of the task ${task.id} could not be kept`, error, exchange.request);
    }
  }

  /** Undefined when nobody wants to know. */
  private async outcomeOf(
    task: RunningTask,
    exchange: OuterExchange,
    response: CapturedResponse,
  ): Promise<TaskOutcome | undefined> {
    const { call } = this.run;
    try {
      const ask = askInTask(task, call.request.clientCapabilities);
      const ended = await this.services.rounds.runInTask(call, response, ask, (context) => {
        this.enter(task, context);
        return this.replay(context, exchange, (listener) => {
          this.loseConnection = listener;
        });
      });
      if (task.signal.aborted) {
        if ('response' in ended) {
          discardBody(ended.response);
        }
        return undefined;
      }
      return { result: resultOf(await this.run.conclude(ended, task.signal)) };
    } catch (error) {
      return task.signal.aborted ? undefined : { error: errorOf(error, exchange.request) };
    }
  }
}

function resultOf(result: MethodResult): JsonObject {
  const json = result instanceof SerializedResult ? result.json : JSON.stringify(result);
  const value: unknown = JSON.parse(json);
  return isJsonObject(value) ? value : {};
}

function errorOf(error: unknown, request: object): JsonObject {
  const known = error instanceof McpError ? protocolErrorOf(error) : error;
  const { code, message, data } =
    known instanceof ProtocolError ? known : internalError(logFailure('A task failed', error, request));
  return { code, message, ...(data !== undefined && { data: JSON.parse(JSON.stringify(data)) as unknown }) };
}
