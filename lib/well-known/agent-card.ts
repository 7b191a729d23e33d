import type { McpAgentCardOptions } from '../interfaces/index.js';
import type { ResolvedMcpOptions } from '../mcp-options.defaults.js';
import { LATEST_MODERN_VERSION } from '../protocol/index.js';
import type { Tool } from '../discovery/index.js';

interface SecurityRequirement {
  readonly schemes: Readonly<Record<string, { readonly list: readonly string[] }>>;
}

const SCHEME = 'bearer';

/**
 * What A2A 1.0 says of an agent, with the tools as its skills. The protocol at the address is MCP, which A2A leaves open.
 *
 * @see https://a2a-protocol.org/v1.0.0/specification/#441-agentcard
 */
export function agentCard(
  options: ResolvedMcpOptions,
  card: McpAgentCardOptions,
  url: string,
  tools: readonly Tool[],
): object {
  const { name, version, title, instructions, auth } = options;
  return {
    name: title ?? name,
    description:
      card.description ?? instructions ?? `${title ?? name} as tools of the Model Context Protocol`,
    version,
    supportedInterfaces: [
      ...(card.interfaces ?? []),
      { url, protocolBinding: 'MCP', protocolVersion: LATEST_MODERN_VERSION },
    ],
    provider: card.provider,
    documentationUrl: card.documentationUrl,
    iconUrl: card.iconUrl,
    capabilities: { streaming: false, pushNotifications: false, extendedAgentCard: false },
    ...(auth && {
      securitySchemes: {
        [SCHEME]: {
          httpAuthSecurityScheme: { scheme: 'Bearer', description: describeTokens(auth.metadataUrl) },
        },
      },
      securityRequirements: [requirement(auth.requiredScopes)],
    }),
    defaultInputModes: ['application/json'],
    defaultOutputModes: ['application/json', 'text/plain'],
    skills: tools.map((tool) => skill(tool, auth?.requiredScopes)),
  };
}

function skill({ definition, scopes }: Tool, requiredScopes: readonly string[] | undefined): object {
  const { name, title, description, annotations } = definition;
  return {
    id: name,
    name: title ?? name,
    description,
    // Those of @McpTool() are the application's own.
    tags: ['tool', annotations?.readOnlyHint ? 'read-only' : 'read-write'],
    ...(requiredScopes &&
      scopes.length > 0 && {
        securityRequirements: [requirement([...new Set([...requiredScopes, ...scopes])])],
      }),
  };
}

function requirement(scopes: readonly string[]): SecurityRequirement {
  return { schemes: { [SCHEME]: { list: scopes } } };
}

function describeTokens(metadataUrl: string | undefined): string {
  return metadataUrl === undefined ? 'OAuth 2.1 access token' : `OAuth 2.1 access token; see ${metadataUrl}`;
}
