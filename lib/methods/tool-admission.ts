import type { Tool } from '../discovery/index.js';
import type { ResolvedMcpOptions } from '../mcp-options.defaults.js';
import { checkParameterHeaders, invalidParams } from '../protocol/index.js';
import type { MethodRequest, ProtocolError } from '../protocol/index.js';
import type { OuterExchange } from '../replay/index.js';
import { AuthChallenges } from './auth-challenges.js';
import type { ToolAccess } from './tool-access.js';

/** Lets callers through to the tools that they may call. */
export class ToolAdmission {
  readonly challenges: AuthChallenges;

  private readonly enforcesScopes: boolean;
  private readonly requiredScopes: readonly string[];

  constructor(
    { auth }: Pick<ResolvedMcpOptions, 'auth'>,
    private readonly access: ToolAccess,
  ) {
    this.challenges = new AuthChallenges(auth);
    this.enforcesScopes = auth?.enforceScopes ?? false;
    this.requiredScopes = auth?.requiredScopes ?? [];
  }

  /** Whether nothing about a tool may be said before `admit()` has let the caller through. */
  get hidesTools(): boolean {
    return this.access.isPerCaller;
  }

  /** Whether `admit()` has anything to decide. */
  decidesOn({ scopes }: Tool): boolean {
    return this.hidesTools || (this.enforcesScopes && scopes.length > 0);
  }

  /**
   * @throws ProtocolError as for an unknown tool when the caller is not shown it; with HTTP 403 when scopes are missing;
   * -32020 for headers that do not mirror the arguments, which nobody has compared before when tools are hidden
   */
  async admit(tool: Tool, request: MethodRequest<OuterExchange>): Promise<void> {
    const { exchange, channel, params, headers, era } = request;
    if (!(await this.access.isVisible(tool, exchange.request))) {
      throw unknownTool(tool.definition.name);
    }
    if (this.hidesTools && era === 'modern') {
      checkParameterHeaders(tool.input.headerParameters, params['arguments'], headers);
    }
    if (this.enforcesScopes && !this.access.missesNoScope(tool, exchange.request)) {
      throw this.challenges.insufficientScope(
        [...new Set([...this.requiredScopes, ...tool.scopes])],
        channel,
      );
    }
  }
}

export function unknownTool(name: string): ProtocolError {
  return invalidParams(`Unknown tool: ${name}`);
}
