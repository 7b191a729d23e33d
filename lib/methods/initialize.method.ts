import type { ResolvedMcpOptions } from '../mcp.options.js';
import type { Method, MethodRequest, MethodResult } from '../protocol/index.js';
import type { OuterExchange } from '../replay/index.js';
import type { Capabilities } from './change-capabilities.js';
import { serverInfo } from './server-info.js';

/** The handshake of legacy clients. Nothing is remembered of it: every later request stands alone. */
export class InitializeMethod implements Method<OuterExchange> {
  readonly name = 'initialize';
  readonly eras = ['legacy'] as const;

  constructor(
    private readonly capabilities: Capabilities,
    private readonly options: ResolvedMcpOptions,
  ) {}

  handle({ version }: MethodRequest<OuterExchange>): MethodResult {
    return {
      protocolVersion: version,
      capabilities: this.capabilities,
      serverInfo: serverInfo(this.options),
      instructions: this.options.instructions,
    };
  }
}
