import type { ResolvedMcpOptions } from '../mcp-options.defaults.js';
import { PreparedResult, SUPPORTED_VERSIONS } from '../protocol/index.js';
import type { Method, MethodResult } from '../protocol/index.js';
import type { OuterExchange } from '../replay/index.js';
import { cacheHints } from './cache-hints.js';
import type { Extensions } from './extensions.js';
import { withChangeNotifications } from './change-capabilities.js';
import type { Capabilities } from './change-capabilities.js';
import { serverInfo } from './server-info.js';

export class DiscoverMethod implements Method<OuterExchange> {
  readonly name = 'server/discover';
  readonly eras = ['modern'] as const;

  private readonly result: MethodResult;

  constructor(capabilities: Capabilities, options: ResolvedMcpOptions, extensions?: Extensions) {
    this.result = new PreparedResult(
      JSON.stringify({
        resultType: 'complete',
        supportedVersions: SUPPORTED_VERSIONS,
        capabilities: {
          ...(options.subscriptions ? withChangeNotifications(capabilities) : capabilities),
          // A request of this era says by itself which messages it wants.
          logging: {},
          extensions,
        },
        instructions: options.instructions,
        ...cacheHints(this.name, options.caching),
        _meta: { 'io.modelcontextprotocol/serverInfo': serverInfo(options) },
      }),
    );
  }

  handle(): MethodResult {
    return this.result;
  }
}
