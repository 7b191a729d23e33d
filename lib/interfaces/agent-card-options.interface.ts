/**
 * An address at which the application can be reached.
 *
 * @publicApi
 */
export interface McpAgentInterface {
  url: string;
  /** `JSONRPC`, `GRPC`, `HTTP+JSON`, or another name. */
  protocolBinding: string;
  /** The version of the protocol that is spoken there. */
  protocolVersion: string;
}

/**
 * What the agent card says that the server does not know by itself.
 *
 * @see https://a2a-protocol.org/v1.0.0/specification/#441-agentcard
 * @publicApi
 */
export interface McpAgentCardOptions {
  /**
   * The address of the MCP endpoint.
   *
   * @default `auth.resource`, else the endpoint's path at the host that the request named
   */
  url?: string;
  /**
   * What the server is for.
   *
   * @default the option `instructions`, else a sentence with its name
   */
  description?: string;
  /** Addresses at which the application speaks A2A, or anything else; they come before that of the MCP endpoint. */
  interfaces?: readonly McpAgentInterface[];
  /** Who runs the server. */
  provider?: { organization: string; url: string };
  documentationUrl?: string;
  iconUrl?: string;
}
