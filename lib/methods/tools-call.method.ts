import { performance } from 'node:perf_hooks';
import type { Catalog, Tool } from '../discovery/index.js';
import { ArgumentLimits, CallTimeoutError, withinTime } from '../limits/index.js';
import { ERROR_ID_META_KEY } from '../failures/index.js';
import type { ResolvedMcpOptions } from '../mcp-options.defaults.js';
import { invalidParams, isJsonObject, SerializedResult } from '../protocol/index.js';
import type { HeaderParameter, JsonObject, Method, MethodRequest, MethodResult } from '../protocol/index.js';
import type { CapturedResponse, OuterExchange, Replayer, WhenOver } from '../replay/index.js';
import {
  discardBody,
  mcpErrorOf,
  renderToolResult,
  serializeToolResult,
  thrownMcpError,
} from '../results/index.js';
import type { ArgumentProblem, PreparedArguments } from '../schema/index.js';
import type { CallContext } from './call-context.js';
import { failedAnswerId } from './failed-answer.js';
import type { InputCall, InputOutcome, InputRounds } from './input/index.js';
import { createdTask, missingTasksExtension, TaskRequiredError } from './tasks/index.js';
import type { TaskCall, TaskCalls } from './tasks/index.js';
import type { ToolAccess } from './tool-access.js';
import { ToolAdmission, unknownTool } from './tool-admission.js';
import { ToolCallHooks } from './tool-call-hooks.js';

type Arguments = Readonly<Record<string, unknown>>;

const NO_ARGUMENTS: Arguments = Object.freeze({});

/** Runs a tool: arguments are checked, then its route is replayed. */
export class ToolsCallMethod implements Method<OuterExchange> {
  readonly name = 'tools/call';
  readonly eras = ['modern', 'legacy'] as const;
  readonly nameParameter = 'name';

  private readonly admission: ToolAdmission;
  private readonly hooks: ToolCallHooks;
  private readonly limits: ArgumentLimits;

  constructor(
    private readonly catalog: Catalog,
    private readonly replayer: Replayer,
    private readonly options: ResolvedMcpOptions,
    private readonly rounds: InputRounds,
    access: ToolAccess,
    private readonly tasks?: TaskCalls,
  ) {
    this.admission = new ToolAdmission(options, access);
    this.hooks = new ToolCallHooks(options);
    this.limits = new ArgumentLimits(options.limits);
  }

  headerParameters({ name }: JsonObject): readonly HeaderParameter[] | undefined {
    // That headers do not mirror the arguments would show that the tool exists.
    return typeof name === 'string' && !this.admission.hidesTools
      ? this.catalog.getTool(name)?.input.headerParameters
      : undefined;
  }

  handle(request: MethodRequest<OuterExchange>): MethodResult | Promise<MethodResult> {
    const tool = this.findTool(request.params['name']);
    return this.admission.decidesOn(tool)
      ? this.admission.admit(tool, request).then(() => this.call(tool, request))
      : this.call(tool, request);
  }

  private async call(tool: Tool, request: MethodRequest<OuterExchange>): Promise<MethodResult> {
    try {
      const mayBeTask = this.tasks !== undefined && this.tasks.decidesOn(tool, request);
      const { arguments: args, problems } = this.prepare(tool, request);
      if (problems) {
        return refuse(tool, problems, request);
      }
      const call: InputCall = { request, name: tool.definition.name, args, confirmation: tool.confirmation };
      const taskCall = mayBeTask ? this.createTaskCall(tool, call) : undefined;
      const outcome = await this.rounds.run(call, (context) => this.runInTime(tool, call, context, taskCall));
      if (taskCall?.task) {
        return createdTask(taskCall.task);
      }
      const result = this.conclude(tool, call, outcome, taskCall?.refusal);
      return result instanceof Promise ? await result : result;
    } catch (error) {
      if (error instanceof CallTimeoutError || error instanceof TaskRequiredError) {
        return failure(error.message, request);
      }
      throw error;
    }
  }

  private createTaskCall(tool: Tool, call: InputCall): TaskCall {
    const { request, args } = call;
    return this.tasks!.create({
      tool,
      call,
      replay: (context, exchange, whenOver) => this.run(tool, args, exchange, context, whenOver),
      conclude: async (outcome, signal) =>
        'refusal' in outcome
          ? failure(outcome.refusal, request)
          : new SerializedResult(await this.render(tool, outcome.response, request, { signal })),
    });
  }

  /** @throws CallTimeoutError */
  private runInTime(
    tool: Tool,
    { request, name, args }: InputCall,
    context: CallContext,
    taskCall: TaskCall | undefined,
  ): Promise<CapturedResponse> {
    return withinTime({
      name,
      timeoutMs: this.timeoutOf(tool),
      channel: request.channel,
      run: (whenOver) => {
        if (taskCall?.beginsIn(context)) {
          return taskCall.begin(context, whenOver);
        }
        const needsTask = tool.tasks && !taskCall && request.era === 'modern';
        return this.run(
          tool,
          args,
          request.exchange,
          needsTask ? context.askBy(askOutsideOfTask) : context,
          whenOver,
        );
      },
      discard: discardBody,
    });
  }

  /** @throws CallTimeoutError */
  private conclude(
    tool: Tool,
    { request, name }: InputCall,
    outcome: InputOutcome,
    taskRefusal: string | undefined,
  ): MethodResult | Promise<MethodResult> {
    if ('result' in outcome) {
      return outcome.result;
    }
    if (taskRefusal !== undefined || 'refusal' in outcome) {
      return failure(taskRefusal ?? (outcome as { refusal: string }).refusal, request);
    }
    const { channel } = request;
    const json = this.render(tool, outcome.response, request, channel);
    return typeof json === 'string'
      ? new SerializedResult(json)
      : withinTime({ name, timeoutMs: this.timeoutOf(tool), channel, run: () => json }).then(
          (settled) => new SerializedResult(settled),
        );
  }

  private timeoutOf(tool: Tool): number | false {
    return tool.timeoutMs ?? this.options.limits.callTimeoutMs;
  }

  /**
   * @param cancellation has the signal, for which only streams ask: to make one costs something
   * @throws ProtocolError when the answer is no result
   */
  private render(
    tool: Tool,
    response: CapturedResponse,
    request: MethodRequest<OuterExchange>,
    cancellation: { readonly signal: AbortSignal },
  ): string | Promise<string> {
    const { name } = tool.definition;
    const { limits, maxBlobBytes } = this.options;
    const error =
      response.status < 400
        ? undefined
        : (thrownMcpError(response.body) ??
          this.admission.challenges.unauthorized(response, request.channel, tool.scopes));
    if (error) {
      throw error;
    }
    const errorId = response.status < 500 ? undefined : failedAnswerId(response, `${this.name} "${name}"`);
    return renderToolResult(response, {
      era: request.era,
      version: request.version,
      maxBlobBytes,
      maxResultBytes: limits.resultBytes,
      hasOutputSchema: tool.output !== undefined,
      wrapsOutput: tool.output?.wraps,
      contract: tool.output,
      url: response.url ?? '/',
      request: request.exchange.request,
      meta: errorId === undefined ? undefined : { [ERROR_ID_META_KEY]: errorId },
      cancellation,
    });
  }

  /** @throws ProtocolError -32602 when the arguments are no object */
  private prepare(tool: Tool, { params, headers }: MethodRequest<OuterExchange>): PreparedArguments {
    const args = readArguments(params['arguments']);
    const problem = this.limits.problem(args, headers);
    return problem ? { problems: [problem] } : tool.input.prepare(args);
  }

  private findTool(name: unknown): Tool {
    if (typeof name !== 'string') {
      throw invalidParams('"name" must be the name of a tool');
    }
    const tool = this.catalog.getTool(name);
    if (!tool) {
      throw unknownTool(name);
    }
    return tool;
  }

  private run(
    tool: Tool,
    args: Arguments,
    outer: OuterExchange,
    context: CallContext,
    whenOver: WhenOver,
  ): Promise<CapturedResponse> {
    return this.hooks.hasAny
      ? this.runWithHooks(tool, args, outer, context, whenOver)
      : this.replayer.run(tool, args, outer, context, whenOver);
  }

  private async runWithHooks(
    tool: Tool,
    args: Arguments,
    outer: OuterExchange,
    context: CallContext,
    whenOver: WhenOver,
  ): Promise<CapturedResponse> {
    const { name } = tool.definition;
    await this.hooks.before(name, args, outer.request);
    const start = performance.now();
    const response = await this.replayer.run(tool, args, outer, context, whenOver);
    await this.hooks.after(name, args, outer.request, response, performance.now() - start);
    return response;
  }
}

/** Of a tool that could ask if its client handled tasks. */
function askOutsideOfTask(): Promise<never> {
  return Promise.reject(mcpErrorOf(missingTasksExtension('Asking while the tool goes on')));
}

/** @throws ProtocolError -32602 when the arguments are no object */
function readArguments(value: unknown): Arguments {
  if (value === undefined) {
    return NO_ARGUMENTS;
  }
  if (!isJsonObject(value)) {
    throw invalidParams('"arguments" must be an object');
  }
  return value;
}

/** Arguments that do not fit are for the model to correct (SEP-1303): a result, not a protocol error. */
function refuse(
  tool: Tool,
  problems: readonly ArgumentProblem[],
  request: MethodRequest<OuterExchange>,
): MethodResult {
  const lines = problems.map(({ path, message }) => (path ? `- ${path}: ${message}` : `- ${message}`));
  return failure(
    `The arguments do not fit the tool "${tool.definition.name}":\n${lines.join('\n')}`,
    request,
  );
}

function failure(text: string, { era, version }: MethodRequest<OuterExchange>): MethodResult {
  return new SerializedResult(
    serializeToolResult({ content: [{ type: 'text', text }], isError: true }, { era, version }),
  );
}
