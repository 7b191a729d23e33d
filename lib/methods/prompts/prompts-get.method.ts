import type { Catalog, Prompt } from '../../discovery/index.js';
import { ArgumentLimits, withinTime } from '../../limits/index.js';
import { logWithId } from '../../failures/index.js';
import type { ResolvedMcpOptions } from '../../mcp-options.defaults.js';
import {
  INTERNAL_ERROR,
  internalError,
  INVALID_PARAMS,
  invalidParams,
  ProtocolError,
} from '../../protocol/index.js';
import type { Method, MethodRequest, MethodResult } from '../../protocol/index.js';
import type { CapturedResponse, OuterExchange, Replayer } from '../../replay/index.js';
import { discardBody, promptResult, resultSizeProblem } from '../../results/index.js';
import { applicationError } from '../application-error.js';
import { AuthChallenges } from '../auth-challenges.js';
import type { InputRounds } from '../input/index.js';
import { PromptArguments } from './prompt-arguments.js';

/** Statuses by which an application says that the arguments are wrong. */
const WRONG_ARGUMENTS: ReadonlySet<number> = new Set([400, 422]);

/** Makes the messages of a prompt: arguments are checked, then its method runs. */
export class PromptsGetMethod implements Method<OuterExchange> {
  readonly name = 'prompts/get';
  readonly eras = ['modern', 'legacy'] as const;
  readonly nameParameter = 'name';

  private readonly challenges: AuthChallenges;
  private readonly limits: ArgumentLimits;
  private readonly checks = new WeakMap<Prompt, PromptArguments>();

  constructor(
    private readonly catalog: Catalog,
    private readonly replayer: Replayer,
    private readonly options: ResolvedMcpOptions,
    private readonly rounds: InputRounds,
  ) {
    this.challenges = new AuthChallenges(options.auth);
    this.limits = new ArgumentLimits(options.limits);
  }

  async handle(request: MethodRequest<OuterExchange>): Promise<MethodResult> {
    const prompt = this.findPrompt(request.params['name']);
    const { name } = prompt.definition;
    const args = this.checkOf(prompt).prepare(request.params['arguments'], request.headers);
    const outcome = await this.rounds.run({ request, name, args }, (context) =>
      withinTime({
        name,
        timeoutMs: this.options.limits.callTimeoutMs,
        channel: request.channel,
        run: (whenOver) => this.replayer.run(prompt, args, request.exchange, context, whenOver),
        discard: discardBody,
      }),
    );
    if ('result' in outcome) {
      return outcome.result;
    }
    if ('refusal' in outcome) {
      throw new ProtocolError(INTERNAL_ERROR, outcome.refusal);
    }
    return this.render(prompt, outcome.response, request);
  }

  private findPrompt(name: unknown): Prompt {
    if (typeof name !== 'string') {
      throw invalidParams('"name" must be the name of a prompt');
    }
    const prompt = this.catalog.getPrompt(name);
    if (!prompt) {
      throw invalidParams(`Unknown prompt: ${name}`);
    }
    return prompt;
  }

  private checkOf(prompt: Prompt): PromptArguments {
    let check = this.checks.get(prompt);
    if (!check) {
      check = new PromptArguments(prompt, this.options, this.limits);
      this.checks.set(prompt, check);
    }
    return check;
  }

  private render(
    prompt: Prompt,
    response: CapturedResponse,
    { era, version, channel }: MethodRequest<OuterExchange>,
  ): MethodResult {
    if (response.status >= 400) {
      const code = WRONG_ARGUMENTS.has(response.status) ? INVALID_PARAMS : INTERNAL_ERROR;
      throw (
        this.challenges.unauthorized(response, channel) ??
        applicationError(response, `${this.name} of ${prompt.label}`, {}, code)
      );
    }
    const result = promptResult(response.body, version);
    if (!result) {
      throw internalError(
        logWithId(
          'error',
          `${prompt.label} returned no prompt: return a text, a message { role, content }, a list of these, or { messages }`,
        ),
      );
    }
    const problem = resultSizeProblem(
      result.messages.map(({ content }) => content),
      this.options.limits.resultBytes,
    );
    if (problem !== undefined) {
      throw new ProtocolError(INTERNAL_ERROR, problem);
    }
    return era === 'modern' ? { resultType: 'complete', ...result } : { ...result };
  }
}
