import type { ResolvedMcpOptions } from '../mcp.options.js';

/** Who this server says it is, in `initialize` and `server/discover`. */
export interface ServerInfo {
  readonly name: string;
  readonly version: string;
  readonly title?: string;
}

export function serverInfo({ name, version, title }: ResolvedMcpOptions): ServerInfo {
  return { name, version, title };
}

/** What this server can do. */
export const CAPABILITIES = { tools: {} } as const;
