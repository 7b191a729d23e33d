import { performance } from 'node:perf_hooks';
import type { Catalog, Tool } from '../discovery/index.js';
import { ERROR_ID_META_KEY } from '../failures/index.js';
import type { ResolvedMcpOptions } from '../mcp-options.defaults.js';
import { invalidParams, isJsonObject, SerializedResult } from '../protocol/index.js';
import type { HeaderParameter, JsonObject, Method, MethodRequest, MethodResult } from '../protocol/index.js';
import { deepestArgument } from '../replay/index.js';
import type { CapturedResponse, OuterExchange, Replayer } from '../replay/index.js';
import { renderToolResult, serializeToolResult } from '../results/index.js';
import type { ArgumentProblem, PreparedArguments } from '../schema/index.js';
import type { CallContext } from './call-context.js';
import { failedAnswerId } from './failed-answer.js';
import type { InputRounds } from './input/index.js';
import { ToolCallHooks } from './tool-call-hooks.js';

type Arguments = Readonly<Record<string, unknown>>;

const NO_ARGUMENTS: Arguments = Object.freeze({});

/** Runs a tool: arguments are checked, then its route is replayed. */
export class ToolsCallMethod implements Method<OuterExchange> {
  readonly name = 'tools/call';
  readonly eras = ['modern', 'legacy'] as const;
  readonly nameParameter = 'name';

  private readonly hooks: ToolCallHooks;

  constructor(
    private readonly catalog: Catalog,
    private readonly replayer: Replayer,
    private readonly options: ResolvedMcpOptions,
    private readonly rounds: InputRounds,
  ) {
    this.hooks = new ToolCallHooks(options);
  }

  headerParameters({ name }: JsonObject): readonly HeaderParameter[] | undefined {
    return typeof name === 'string' ? this.catalog.getTool(name)?.input.headerParameters : undefined;
  }

  async handle(request: MethodRequest<OuterExchange>): Promise<MethodResult> {
    const tool = this.findTool(request.params['name']);
    const { arguments: args, problems } = prepare(tool, readArguments(request.params['arguments']));
    if (problems) {
      return refuse(tool, problems, request);
    }
    const outcome = await this.rounds.run(
      { request, name: tool.definition.name, args, confirmation: tool.confirmation },
      (context) => this.run(tool, args, request.exchange, context),
    );
    if ('result' in outcome) {
      return outcome.result;
    }
    if ('refusal' in outcome) {
      return failure(outcome.refusal, request);
    }
    const { response } = outcome;
    const errorId = failedAnswerId(response, `tools/call "${tool.definition.name}"`);
    return new SerializedResult(
      await renderToolResult(response, {
        era: request.era,
        version: request.version,
        maxBlobBytes: this.options.maxBlobBytes,
        hasOutputSchema: tool.output !== undefined,
        wrapsOutput: tool.output?.wraps,
        contract: tool.output,
        url: response.url ?? '/',
        request: request.exchange.request,
        meta: errorId === undefined ? undefined : { [ERROR_ID_META_KEY]: errorId },
      }),
    );
  }

  private findTool(name: unknown): Tool {
    if (typeof name !== 'string') {
      throw invalidParams('"name" must be the name of a tool');
    }
    const tool = this.catalog.getTool(name);
    if (!tool) {
      throw invalidParams(`Unknown tool: ${name}`);
    }
    return tool;
  }

  private run(
    tool: Tool,
    args: Arguments,
    outer: OuterExchange,
    context: CallContext,
  ): Promise<CapturedResponse> {
    return this.hooks.hasAny
      ? this.runWithHooks(tool, args, outer, context)
      : this.replayer.run(tool, args, outer, context);
  }

  private async runWithHooks(
    tool: Tool,
    args: Arguments,
    outer: OuterExchange,
    context: CallContext,
  ): Promise<CapturedResponse> {
    const { name } = tool.definition;
    await this.hooks.before(name, args, outer.request);
    const start = performance.now();
    const response = await this.replayer.run(tool, args, outer, context);
    await this.hooks.after(name, args, outer.request, response, performance.now() - start);
    return response;
  }
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

function prepare(tool: Tool, args: Arguments): PreparedArguments {
  try {
    return tool.input.prepare(args);
  } catch (error) {
    if (error instanceof RangeError) {
      return { problems: [{ path: deepestArgument(args) ?? '', message: 'is nested too deeply' }] };
    }
    throw error;
  }
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
