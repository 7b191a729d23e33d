/**
 * How important a log message is, least first.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/logging#log-levels
 * @publicApi
 */
export type McpLogLevel =
  'debug' | 'info' | 'notice' | 'warning' | 'error' | 'critical' | 'alert' | 'emergency';

/**
 * W3C trace context that the client sent with the call (SEP-414).
 *
 * @publicApi
 */
export interface McpTraceContext {
  readonly traceparent?: string;
  readonly tracestate?: string;
  readonly baggage?: string;
}

/**
 * What is known of an MCP call, and the way back to its client while it lasts.
 *
 * @publicApi
 */
export interface McpCallContext {
  /** The MCP method: `tools/call`. */
  readonly method: string;
  /** The tool that was called. */
  readonly name: string;
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
  /** Aborted when the client goes away before it has its answer. */
  readonly signal: AbortSignal;
  /** What the client sent to continue a trace. */
  readonly trace: McpTraceContext;

  /**
   * Tells the client how far the call is. Does nothing when the client did not ask for it.
   *
   * @param progress must grow with every report
   * @param total what `progress` will be at the end, if known
   * @param message for people
   * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/progress
   */
  reportProgress(progress: number, total?: number, message?: string): void;

  /**
   * Sends a log message to the client. Does nothing when the client did not ask for messages of this level.
   *
   * @param data anything that is JSON: never secrets
   * @param logger the name of what logs
   * @see https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/logging
   */
  log(level: McpLogLevel, data: unknown, logger?: string): void;
}
