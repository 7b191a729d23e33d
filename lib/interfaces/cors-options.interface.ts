/**
 * CORS headers of the endpoint.
 *
 * @publicApi
 */
export interface McpCorsOptions {
  /** Request headers that pages may send beside those of MCP, `authorization` and `content-type`. */
  allowedHeaders?: readonly string[];
  /**
   * Seconds for which browsers remember what is allowed.
   *
   * @default 86400 (a day)
   */
  maxAge?: number;
}
