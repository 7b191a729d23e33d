import type { Catalog, Completer } from '../../discovery/index.js';
import { logWithId } from '../../failures/index.js';
import type { McpCompletion } from '../../interfaces/index.js';
import { ArgumentLimits, withinTime } from '../../limits/index.js';
import type { ResolvedMcpOptions } from '../../mcp-options.defaults.js';
import { internalError, invalidParams, isJsonObject } from '../../protocol/index.js';
import type { JsonObject, Method, MethodRequest, MethodResult } from '../../protocol/index.js';
import type { OuterExchange, Replayer } from '../../replay/index.js';
import { discardBody, readEnveloped } from '../../results/index.js';
import { enumeratedValues } from '../../schema/index.js';
import { applicationError } from '../application-error.js';
import { CallContext } from '../call-context.js';
import { returnedCompletion, toCompletion } from './completion-result.js';
import { findCompletionTarget } from './completion-target.js';
import type { CompletionTarget } from './completion-target.js';

/** What the client wants completed. */
interface Typed {
  readonly name: string;
  readonly value: string;
  /** The other arguments, as far as the client knows them. */
  readonly others: JsonObject;
}

/** Suggests values: those that a method has for the argument, else those that its schema names. */
export class CompletionCompleteMethod implements Method<OuterExchange> {
  readonly name = 'completion/complete';
  readonly eras = ['modern', 'legacy'] as const;

  private readonly limits: ArgumentLimits;

  constructor(
    private readonly catalog: Catalog,
    private readonly replayer: Replayer,
    private readonly options: ResolvedMcpOptions,
  ) {
    this.limits = new ArgumentLimits(options.limits);
  }

  async handle(request: MethodRequest<OuterExchange>): Promise<MethodResult> {
    const target = findCompletionTarget(this.catalog, request.params['ref']);
    const typed = readTyped(request.params);
    this.assertWithinLimits(typed, request);
    if (!target.isOpen && !target.names.includes(typed.name)) {
      throw invalidParams(
        `Unknown argument "${typed.name}"; the arguments are: ${target.names.join(', ') || 'none'}`,
      );
    }
    const completer = this.catalog.getCompleter(target.refs, typed.name);
    const found = completer
      ? await this.ask(completer, typed, request)
      : { values: namedValues(target, typed) };
    const completion = toCompletion(found);
    return request.era === 'modern' ? { resultType: 'complete', completion } : { completion };
  }

  /** @throws ProtocolError -32602 that names the argument */
  private assertWithinLimits({ name, value, others }: Typed, { headers }: MethodRequest): void {
    const problem = this.limits.problem({ ...others, [name]: value }, headers);
    if (problem) {
      throw invalidParams(
        `The arguments do not fit: ${[problem.path, problem.message].filter(Boolean).join(': ')}`,
      );
    }
  }

  private async ask(
    completer: Completer,
    typed: Typed,
    request: MethodRequest<OuterExchange>,
  ): Promise<McpCompletion> {
    const context = new CallContext(request, completer.ref);
    const args = argumentsOf(completer, typed);
    const response = await withinTime({
      name: completer.ref,
      timeoutMs: this.options.limits.callTimeoutMs,
      channel: request.channel,
      run: (whenOver) => this.replayer.run(completer, args, request.exchange, context, whenOver),
      discard: discardBody,
    });
    if (response.status >= 400) {
      throw applicationError(response, `${this.name} by ${completer.label}`, {});
    }
    const completion = readEnveloped(response.body, returnedCompletion);
    if (!completion) {
      throw internalError(
        logWithId(
          'error',
          `${completer.label} returned no completion: return a list of values, or { values, total, hasMore }`,
        ),
      );
    }
    return completion;
  }
}

function readTyped({ argument, context }: JsonObject): Typed {
  if (
    !isJsonObject(argument) ||
    typeof argument['name'] !== 'string' ||
    typeof argument['value'] !== 'string'
  ) {
    throw invalidParams('"argument" must be { name, value }, both strings');
  }
  const others = isJsonObject(context) ? (context['arguments'] ?? {}) : {};
  if ((context !== undefined && !isJsonObject(context)) || !isJsonObject(others)) {
    throw invalidParams('"context.arguments" must be an object');
  }
  return { name: argument['name'], value: argument['value'], others };
}

function namedValues({ callable }: CompletionTarget, { name, value }: Typed): string[] {
  const { inputSchema } = callable.input;
  const schema = inputSchema.properties?.[name];
  const start = value.toLowerCase();
  return schema
    ? enumeratedValues(schema, inputSchema).filter((text) => text.toLowerCase().startsWith(start))
    : [];
}

/** As much as the method takes. */
function argumentsOf({ input, target }: Completer, { name, value, others }: Typed): JsonObject {
  const known: JsonObject =
    target.kind === 'provider' ? { value, arguments: others } : { ...others, [name]: value, value };
  const names = input.bindings
    .map(({ argument }) => argument)
    .filter((argument) => Object.hasOwn(known, argument));
  return input.rest === undefined
    ? Object.fromEntries(names.map((argument) => [argument, known[argument]]))
    : known;
}
