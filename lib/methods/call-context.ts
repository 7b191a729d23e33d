import type {
  McpCallContext,
  McpElicitationResponse,
  McpFormSource,
  McpInputRequest,
  McpInputKind,
  McpInputResponse,
  McpLogLevel,
  McpTraceContext,
} from '../interfaces/index.js';
import { INTERNAL_ERROR } from '../protocol/index.js';
import type { Era, JsonObject, MethodRequest, RequestId } from '../protocol/index.js';
import type { OuterExchange } from '../replay/index.js';
import { formProblems, formSchemaOf } from '../schema/index.js';
import type { AskClient } from './input/ask-client.js';
import { isDeclared } from './input/input-capabilities.js';
import type { InputRound } from './input/input-round.js';
import { jsonText, McpError } from '../results/index.js';
import { isLogged, isLogLevel, requestedLogLevel } from './log-level.js';

const NOTHING_ASKED: InputRound = Object.freeze({ stage: 'new', capabilities: Object.freeze({}) });

/** The task as which a call goes on. */
export interface CallTask {
  readonly signal: AbortSignal;
  report(message: string): void;
}

/** The context of one call, over the request that it came with. */
export class CallContext implements McpCallContext {
  private readonly logLevel: McpLogLevel | undefined;
  private awaitsConfirmation = false;
  private held = false;
  private start?: () => Promise<void>;
  private task?: CallTask;
  private ask?: AskClient;
  private lastProgress = -Infinity;

  /** @throws ProtocolError -32602 when the request asks for an unknown log level */
  constructor(
    private readonly call: MethodRequest<OuterExchange>,
    readonly name: string,
    private round: InputRound = NOTHING_ASKED,
  ) {
    this.logLevel = requestedLogLevel(call.meta) ?? sessionLogLevel(call);
  }

  get method(): string {
    return this.call.method;
  }

  get era(): Era {
    return this.call.era;
  }

  get protocolVersion(): string {
    return this.call.version;
  }

  get requestId(): RequestId {
    return this.call.id;
  }

  get clientInfo(): JsonObject | undefined {
    return this.call.clientInfo;
  }

  get clientCapabilities(): JsonObject {
    return this.call.clientCapabilities;
  }

  get meta(): JsonObject {
    return this.call.meta;
  }

  get request(): object {
    return this.call.exchange.request;
  }

  get signal(): AbortSignal {
    return this.task?.signal ?? this.call.channel.signal;
  }

  get trace(): McpTraceContext {
    const text = (key: string) => {
      const value = this.call.meta[key];
      return typeof value === 'string' ? value : undefined;
    };
    return { traceparent: text('traceparent'), tracestate: text('tracestate'), baggage: text('baggage') };
  }

  get inputResponses(): Readonly<Record<string, McpInputResponse>> | undefined {
    return this.round.responses;
  }

  get requestState(): unknown {
    return this.round.state;
  }

  can(kind: McpInputKind): boolean {
    return isDeclared(kind, this.round.capabilities);
  }

  accepted<T extends object>(key: string, form?: McpFormSource<T>): T | undefined {
    const response = this.round.responses?.[key] as McpElicitationResponse | undefined;
    if (response?.action !== 'accept') {
      return undefined;
    }
    const content = response.content ?? {};
    const fits = !form || formProblems(formSchemaOf(form).full, content).length === 0;
    return fits ? (content as T) : undefined;
  }

  async input(
    requests: Readonly<Record<string, McpInputRequest>>,
  ): Promise<Readonly<Record<string, McpInputResponse>>> {
    if (!this.ask) {
      throw new McpError(
        INTERNAL_ERROR,
        `"${this.name}" asks with context.input(), which waits for answers in a task and in a session of 2025-11-25 ` +
          'and before. Here it has to return new McpInputRequired({ inputRequests }).',
      );
    }
    const responses = await this.ask(requests);
    this.round = { ...this.round, responses: { ...this.round.responses, ...responses } };
    return responses;
  }

  /** Says how the client is asked while the handler goes on. */
  askBy(ask: AskClient): this {
    this.ask = ask;
    return this;
  }

  /** Has the call become a task behind its guards. */
  startBy(start: () => Promise<void>): void {
    this.start = start;
  }

  /** Called behind the guards: begins the task, if the call is to be one. */
  begin(): true | Promise<true> {
    const { start } = this;
    if (!start) {
      return true;
    }
    this.start = undefined;
    return start().then(() => true);
  }

  /** The client has its answer: from here on it knows the call as this task. */
  goOnAs(task: CallTask): void {
    this.task = task;
  }

  /** Whether the call is run to see whether its guards let it through. */
  get isTrial(): boolean {
    return this.awaitsConfirmation;
  }

  /** Has the call stopped behind its guards. */
  untilConfirmed(): this {
    this.awaitsConfirmation = true;
    return this;
  }

  /** Whether the guards have let the call through, to be stopped then. */
  get isHeld(): boolean {
    return this.held;
  }

  /** Called behind the guards: whether the call stops there. */
  hold(): boolean {
    this.held = this.awaitsConfirmation;
    return this.held;
  }

  reportProgress(progress: number, total?: number, message?: string): void {
    const { progressToken } = this.call.meta;
    if (this.task) {
      this.reportToTask(this.task, progress, total, message);
      return;
    }
    const isAsked = typeof progressToken === 'string' || Number.isInteger(progressToken);
    // The protocol wants it to grow: after 50 of 100, clients can do nothing with 40.
    if (isAsked && Number.isFinite(progress) && progress > this.lastProgress) {
      this.lastProgress = progress;
      const known = Number.isFinite(total) ? total : undefined;
      this.call.channel.notify('notifications/progress', { progressToken, progress, total: known, message });
    }
  }

  log(level: McpLogLevel, data: unknown, logger?: string): void {
    if (!this.task && this.logLevel !== undefined && isLogged(level, this.logLevel)) {
      this.call.channel.notify('notifications/message', { level, logger, data: jsonData(data) });
    }
  }

  closeStream(): void {
    this.call.channel.pause();
  }

  private reportToTask(task: CallTask, progress: number, total?: number, message?: string): void {
    if (Number.isFinite(progress) && progress > this.lastProgress) {
      this.lastProgress = progress;
      const figures = Number.isFinite(total) ? `${progress} of ${total}` : `${progress}`;
      task.report(message === undefined ? figures : `${message} (${figures})`);
    }
  }
}

function sessionLogLevel({ session }: MethodRequest<OuterExchange>): McpLogLevel | undefined {
  return isLogLevel(session?.logLevel) ? session.logLevel : undefined;
}

/** A log message must not make the call fail that it tells of. */
function jsonData(data: unknown): unknown {
  try {
    return JSON.parse(jsonText(data) ?? 'null');
  } catch {
    return '[cannot be shown]';
  }
}
