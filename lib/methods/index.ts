import type { Catalog } from '../discovery/index.js';
import type { ResolvedMcpOptions } from '../mcp.options.js';
import type { Method } from '../protocol/index.js';
import type { OuterExchange, Replayer } from '../replay/index.js';
import { DiscoverMethod } from './discover.method.js';
import { InitializeMethod } from './initialize.method.js';
import { PingMethod } from './ping.method.js';
import { ToolsCallMethod } from './tools-call.method.js';
import { ToolsListMethod } from './tools-list.method.js';

/** Every MCP method that this server answers. */
export function createMethods(
  catalog: Catalog,
  replayer: Replayer,
  options: ResolvedMcpOptions,
): Method<OuterExchange>[] {
  return [
    new DiscoverMethod(options),
    new InitializeMethod(options),
    new PingMethod(),
    new ToolsListMethod(catalog, options.listPageSize),
    new ToolsCallMethod(catalog, replayer, options),
  ];
}
