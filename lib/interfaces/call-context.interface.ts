/**
 * What is known of an MCP call.
 *
 * @publicApi
 */
export interface McpCallContext {
  /** The tool that was called. */
  readonly toolName: string;
  /** `modern` from 2026-07-28 on, `legacy` before. */
  readonly era: 'modern' | 'legacy';
  /** The protocol version of this call, e.g. `2025-11-25`. */
  readonly protocolVersion: string;
  /** The JSON-RPC id of the call. */
  readonly requestId: string | number;
  /** Who the client says it is. Modern clients say so in every call, legacy clients only when they connect. */
  readonly clientInfo?: Readonly<Record<string, unknown>>;
  /** What the client can do, as far as this call says. */
  readonly clientCapabilities: Readonly<Record<string, unknown>>;
  /** `params._meta` of the call. */
  readonly meta: Readonly<Record<string, unknown>>;
  /** The request that reached the MCP endpoint: a Fastify or Express request. */
  readonly request: object;
}
