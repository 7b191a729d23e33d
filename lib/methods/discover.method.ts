import type { ResolvedMcpOptions } from '../mcp.options.js';
import { SUPPORTED_VERSIONS } from '../protocol/index.js';
import type { Method, MethodResult } from '../protocol/index.js';
import type { OuterExchange } from '../replay/index.js';
import { NOT_CACHED } from './cache-hints.js';
import { CAPABILITIES, serverInfo } from './server-info.js';

export class DiscoverMethod implements Method<OuterExchange> {
  readonly name = 'server/discover';
  readonly eras = ['modern'] as const;

  private readonly result: MethodResult;

  constructor(options: ResolvedMcpOptions) {
    this.result = {
      resultType: 'complete',
      supportedVersions: SUPPORTED_VERSIONS,
      capabilities: CAPABILITIES,
      instructions: options.instructions,
      ...NOT_CACHED,
      _meta: { 'io.modelcontextprotocol/serverInfo': serverInfo(options) },
    };
  }

  handle(): MethodResult {
    return this.result;
  }
}
