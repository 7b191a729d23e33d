import { CatalogHolder } from '../discovery/index.js';
import { lintServer } from '../lint/index.js';
import type { LintFinding } from '../lint/index.js';
import { MCP_MODULE_OPTIONS } from '../mcp.constants.js';
import type { ResolvedMcpOptions } from '../mcp-options.defaults.js';

/** A Nest application after `init()` or `listen()`. */
export interface InitializedApplication {
  get<T = unknown>(token: unknown, options: { strict: false }): T;
}

/**
 * Says which tools of an application break which clients, and why: every client takes a smaller part of JSON Schema, and
 * some drop all tools of a server for one that they do not understand. Each finding names its source.
 *
 * @param app an application that is initialized: `await app.init()` or `await app.listen(0)`
 *
 * @example
 * ```ts
 * it('offers tools that every client can use', () => {
 *   expect(lintTools(app)).toEqual([]);
 * });
 * ```
 *
 * @throws Error when the application has no `McpModule`, or is not initialized
 *
 * @publicApi
 */
export function lintTools(app: InitializedApplication): LintFinding[] {
  const { catalog } = app.get<CatalogHolder>(CatalogHolder, { strict: false });
  if (!catalog) {
    throw new Error(
      'lintTools() needs an application whose routes are known: call "await app.init()" before.',
    );
  }
  const { name } = app.get<ResolvedMcpOptions>(MCP_MODULE_OPTIONS, { strict: false });
  return lintServer({ name, tools: catalog.tools.map(({ definition }) => definition) });
}
