import { Logger } from '@nestjs/common';
import type { Catalog, ResourceMatch } from '../../discovery/index.js';
import type { ResolvedMcpOptions } from '../../mcp-options.defaults.js';
import { INTERNAL_ERROR, invalidParams, ProtocolError } from '../../protocol/index.js';
import type { Method, MethodRequest, MethodResult } from '../../protocol/index.js';
import type { CapturedResponse, OuterExchange, Replayer } from '../../replay/index.js';
import { BlobLimitError, resourceContents } from '../../results/index.js';
import type { McpResourceContents } from '../../results/index.js';
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

  private readonly logger = new Logger('McpModule');
  private readonly challenges: AuthChallenges;
  private readonly hints: CacheHints;

  constructor(
    private readonly catalog: Catalog,
    private readonly replayer: Replayer,
    private readonly options: ResolvedMcpOptions,
    private readonly rounds: InputRounds,
    private readonly skills?: SkillLibrary,
  ) {
    this.challenges = new AuthChallenges(options.auth);
    this.hints = cacheHints(this.name, options.caching);
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
    const { arguments: args, problems } = match.resource.input.prepare(match.arguments);
    if (problems) {
      const lines = problems.map(({ path, message }) => (path ? `${path}: ${message}` : message));
      throw invalidParams(`The URI does not fit its template: ${lines.join('; ')}`, { data: { uri } });
    }
    const outcome = await this.rounds.run({ request, name: uri, args }, (context) =>
      this.replayer.run(match.resource, args, request.exchange, context),
    );
    if ('result' in outcome) {
      return outcome.result;
    }
    if ('refusal' in outcome) {
      throw new ProtocolError(INTERNAL_ERROR, outcome.refusal, { data: { uri } });
    }
    const { response } = outcome;
    if (response.status >= 400) {
      throw this.challenges.unauthorized(response, request.channel) ?? applicationError(response, { uri });
    }
    const contents = await this.convert(match, response, uri, request.channel.signal);
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

  private async convert(
    { resource }: ResourceMatch,
    response: CapturedResponse,
    uri: string,
    signal: AbortSignal,
  ): Promise<McpResourceContents[]> {
    const { mimeType } = resource.definition;
    const { maxBlobBytes } = this.options;
    try {
      return await resourceContents(response, { uri, mimeType, maxBlobBytes, signal });
    } catch (error) {
      if (error instanceof BlobLimitError) {
        throw new ProtocolError(INTERNAL_ERROR, error.message, { data: { uri } });
      }
      this.logger.error(
        `The answer of ${resource.label} could not be read`,
        error instanceof Error ? error.stack : String(error),
      );
      throw new ProtocolError(INTERNAL_ERROR, 'Internal error', { data: { statusCode: 500, uri } });
    }
  }
}
