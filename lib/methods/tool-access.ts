import { createGrantedScopes } from '../auth/index.js';
import type { Tool } from '../discovery/index.js';
import { logFailure } from '../failures/index.js';
import type { McpCacheableMethod, McpCanSee, McpToolSummary } from '../interfaces/index.js';
import type { ResolvedMcpOptions } from '../mcp-options.defaults.js';

/** Methods that do not answer everyone alike. */
export function perCallerMethods({
  visibility,
}: Pick<ResolvedMcpOptions, 'visibility'>): McpCacheableMethod[] {
  return visibility === 'allowed' ? ['tools/list'] : [];
}

/** Says which tools the caller of a request is shown, and may call. */
export class ToolAccess {
  /** Whether callers are shown different tools. */
  readonly isPerCaller: boolean;

  private readonly grantedScopes: (request: object) => readonly string[];
  private readonly canSee?: McpCanSee;

  constructor({ auth, visibility, canSee }: Pick<ResolvedMcpOptions, 'auth' | 'visibility' | 'canSee'>) {
    this.isPerCaller = visibility === 'allowed';
    this.grantedScopes = createGrantedScopes(auth);
    this.canSee = canSee;
  }

  /** The tools that the caller is shown, in their order. */
  async visible(tools: readonly Tool[], request: object): Promise<readonly Tool[]> {
    if (!this.isPerCaller) {
      return tools;
    }
    const decisions = await Promise.all(tools.map((tool) => this.isVisible(tool, request)));
    return tools.filter((_tool, index) => decisions[index]);
  }

  async isVisible(tool: Tool, request: object): Promise<boolean> {
    if (!this.isPerCaller) {
      return true;
    }
    if (!this.canSee) {
      return this.missesNoScope(tool, request);
    }
    try {
      // Nothing but true lets in.
      return (await this.canSee(summaryOf(tool), request)) === true;
    } catch (error) {
      logFailure(`canSee failed for the tool "${tool.definition.name}", which stays hidden`, error, request);
      return false;
    }
  }

  /** Whether the caller has all scopes of the tool. */
  missesNoScope({ scopes }: Tool, request: object): boolean {
    if (scopes.length === 0) {
      return true;
    }
    const granted = this.grantedScopes(request);
    return scopes.every((scope) => granted.includes(scope));
  }
}

function summaryOf({ definition, tags, scopes }: Tool): McpToolSummary {
  const { name, title, description, annotations } = definition;
  return { name, title, description, annotations, tags, scopes };
}
