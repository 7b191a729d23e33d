import type { ResolvedMcpOptions } from '../mcp-options.defaults.js';
import { SESSION_HEADER } from '../protocol/index.js';
import type { Method, MethodRequest, MethodResult, Sessions } from '../protocol/index.js';
import type { OuterExchange } from '../replay/index.js';
import { withChangeNotifications } from './change-capabilities.js';
import type { Capabilities } from './change-capabilities.js';
import { serverInfo } from './server-info.js';

/** The handshake of legacy clients. Without sessions nothing is remembered of it: every later request stands alone. */
export class InitializeMethod implements Method<OuterExchange> {
  readonly name = 'initialize';
  readonly eras = ['legacy'] as const;

  constructor(
    private readonly capabilities: Capabilities,
    private readonly options: ResolvedMcpOptions,
    private readonly sessions?: Sessions<OuterExchange>,
  ) {}

  handle(request: MethodRequest<OuterExchange>): MethodResult | Promise<MethodResult> {
    return this.sessions
      ? this.beginSession(this.sessions, request)
      : this.result(request.version, this.capabilities);
  }

  /** When there is no room for a session, the client goes without, as it could everywhere else. */
  private async beginSession(
    sessions: Sessions<OuterExchange>,
    request: MethodRequest<OuterExchange>,
  ): Promise<MethodResult> {
    const session = await sessions.create(request);
    if (!session) {
      return this.result(request.version, this.capabilities);
    }
    request.channel.setHeader(SESSION_HEADER, session.id);
    return this.result(request.version, { ...withChangeNotifications(this.capabilities), logging: {} });
  }

  private result(version: string, capabilities: Capabilities): MethodResult {
    return {
      protocolVersion: version,
      capabilities,
      serverInfo: serverInfo(this.options),
      instructions: this.options.instructions,
    };
  }
}
