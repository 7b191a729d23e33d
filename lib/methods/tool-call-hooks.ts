import { logFailure } from '../failures/index.js';
import type { McpToolCallOutcome } from '../interfaces/index.js';
import type { ResolvedMcpOptions } from '../mcp-options.defaults.js';
import type { CapturedResponse } from '../replay/index.js';

type Arguments = Readonly<Record<string, unknown>>;

/** Runs the application's hooks around a tool call. A hook that fails is logged, and the call goes on. */
export class ToolCallHooks {
  constructor(private readonly options: Pick<ResolvedMcpOptions, 'beforeToolCall' | 'afterToolCall'>) {}

  get hasAny(): boolean {
    return this.options.beforeToolCall !== undefined || this.options.afterToolCall !== undefined;
  }

  async before(name: string, args: Arguments, request: object): Promise<void> {
    const { beforeToolCall } = this.options;
    if (beforeToolCall) {
      await this.guard('beforeToolCall', name, request, () => beforeToolCall(name, args, request));
    }
  }

  async after(
    name: string,
    args: Arguments,
    request: object,
    response: CapturedResponse,
    durationMs: number,
  ): Promise<void> {
    const { afterToolCall } = this.options;
    if (afterToolCall) {
      const outcome = outcomeOf(response, durationMs);
      await this.guard('afterToolCall', name, request, () => afterToolCall(name, args, request, outcome));
    }
  }

  private async guard(hook: string, tool: string, request: object, run: () => unknown): Promise<void> {
    try {
      await run();
    } catch (error) {
      logFailure(`${hook} failed for the tool "${tool}"`, error, request);
    }
  }
}

function outcomeOf({ status, body }: CapturedResponse, durationMs: number): McpToolCallOutcome {
  return status >= 400 ? { status, error: body, durationMs } : { status, result: body, durationMs };
}
