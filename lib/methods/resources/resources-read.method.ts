import type { Catalog, ResourceMatch } from '../../discovery/index.js';
import { ArgumentLimits, withinTime } from '../../limits/index.js';
import { logFailure } from '../../failures/index.js';
import type { ResolvedMcpOptions } from '../../mcp-options.defaults.js';
import { INTERNAL_ERROR, invalidParams, ProtocolError } from '../../protocol/index.js';
import type { Method, MethodRequest, MethodResult } from '../../protocol/index.js';
import type { CapturedResponse, OuterExchange, Replayer } from '../../replay/index.js';
import { BlobLimitError, discardBody, resourceContents, resultSizeProblem } from '../../results/index.js';
import type { McpResourceContents } from '../../results/index.js';
import type { PreparedArguments } from '../../schema/index.js';
import type { SkillLibrary } from '../../skills/index.js';
import { applicationError } from '../application-error.js';
import { AuthChallenges } from '../auth-challenges.js';
import { cacheHints } from '../cache-hints.js';
import type { CacheHints } from '../cache-hints.js';
import type { InputRounds } from '../input/index.js';
import { skillContents } from '../skills/index.js';

/** Reads a resource: its URI says the arguments, then its route is replayed. Or it is a file of a skill. */
export class ResourcesReadMethod implements Method<OuterExchange> {
  readonly name = 'resources/read';
  readonly eras = ['modern', 'legacy'] as const;
  readonly nameParameter = 'uri';

  private readonly challenges: AuthChallenges;
  private readonly hints: CacheHints;
  private readonly limits: ArgumentLimits;

  constructor(
    private readonly catalog: Catalog,
    private readonly replayer: Replayer,
    private readonly options: ResolvedMcpOptions,
    private readonly rounds: InputRounds,
    private readonly skills?: SkillLibrary,
  ) {
    this.challenges = new AuthChallenges(options.auth);
    this.hints = cacheHints(this.name, options.caching);
    this.limits = new ArgumentLimits(options.limits);
  }

  async handle(request: MethodRequest<OuterExchange>): Promise<MethodResult> {
    const { uri } = request.params;
    if (typeof uri !== 'string') {
      throw invalidParams('"uri" must be the URI of a resource');
    }
    const ofSkill = this.skills && (await skillContents(this.skills, uri));
    if (ofSkill) {
      return this.result(request, [ofSkill]);
    }
    const match = this.find(uri);
    const { arguments: args, problems } = this.prepare(match, request);
    if (problems) {
      const lines = problems.map(({ path, message }) => (path ? `${path}: ${message}` : message));
      throw invalidParams(`The URI does not fit its template: ${lines.join('; ')}`, { data: { uri } });
    }
    const { channel, exchange } = request;
    const timed = { name: uri, timeoutMs: this.options.limits.callTimeoutMs, channel };
    const outcome = await this.rounds.run({ request, name: uri, args }, (context) =>
      withinTime({
        ...timed,
        run: (whenOver) => this.replayer.run(match.resource, args, exchange, context, whenOver),
        discard: discardBody,
      }),
    );
    if ('result' in outcome) {
      return outcome.result;
    }
    if ('refusal' in outcome) {
      throw new ProtocolError(INTERNAL_ERROR, outcome.refusal, { data: { uri } });
    }
    const { response } = outcome;
    if (response.status >= 400) {
      throw (
        this.challenges.unauthorized(response, request.channel) ??
        applicationError(response, `${this.name} of ${match.resource.label}`, { uri })
      );
    }
    const contents = await withinTime({
      ...timed,
      run: () => this.convert(match, response, uri, request),
    });
    const problem = resultSizeProblem(contents, this.options.limits.resultBytes);
    if (problem !== undefined) {
      throw new ProtocolError(INTERNAL_ERROR, problem, { data: { uri } });
    }
    return this.result(request, contents);
  }

  private result({ era }: MethodRequest<OuterExchange>, contents: McpResourceContents[]): MethodResult {
    return era === 'modern' ? { resultType: 'complete', contents, ...this.hints } : { contents };
  }

  private find(uri: string): ResourceMatch {
    const match = this.catalog.findResource(uri);
    if (!match) {
      throw invalidParams('Resource not found', { data: { uri } });
    }
    return match;
  }

  private prepare(
    { resource, arguments: args }: ResourceMatch,
    { headers }: MethodRequest<OuterExchange>,
  ): PreparedArguments {
    const problem = this.limits.problem(args, headers);
    return problem ? { problems: [problem] } : resource.input.prepare(args);
  }

  private async convert(
    { resource }: ResourceMatch,
    response: CapturedResponse,
    uri: string,
    { channel: { signal }, exchange }: MethodRequest<OuterExchange>,
  ): Promise<McpResourceContents[]> {
    const { mimeType } = resource.definition;
    const { maxBlobBytes } = this.options;
    try {
      return await resourceContents(response, { uri, mimeType, maxBlobBytes, signal });
    } catch (error) {
      if (error instanceof BlobLimitError) {
        throw new ProtocolError(INTERNAL_ERROR, error.message, { data: { uri } });
      }
      if (signal.aborted) {
        throw error;
      }
      const errorId = logFailure(
        `The answer of ${resource.label} could not be read`,
        error,
        exchange.request,
      );
      throw new ProtocolError(INTERNAL_ERROR, 'Internal error', { data: { statusCode: 500, uri, errorId } });
    }
  }
}
