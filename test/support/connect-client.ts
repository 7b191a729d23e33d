import {
  Client as CurrentClient,
  StreamableHTTPClientTransport as CurrentTransport,
} from '@modelcontextprotocol/client';
import type { VersionNegotiationMode } from '@modelcontextprotocol/client';
import { Client as SdkClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as SdkTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { recordingFetch } from './wire/index.js';
import type { RecordingFetch } from './wire/index.js';

export interface ListedTool {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly outputSchema?: Readonly<Record<string, unknown>>;
  readonly annotations?: Readonly<Record<string, unknown>>;
}

export interface CallResult {
  readonly content: readonly Readonly<Record<string, unknown>>[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
}

/** What the tests do with either of the official clients. */
export interface ConnectedClient {
  /** The protocol version that was agreed upon. */
  readonly version: string | undefined;
  readonly wire: RecordingFetch;
  readonly serverInfo: unknown;
  readonly instructions: string | undefined;
  /** All pages. */
  listTools(): Promise<ListedTool[]>;
  listPage(cursor?: string): Promise<{ tools: ListedTool[]; nextCursor?: string }>;
  callTool(name: string, args?: Record<string, unknown>): Promise<CallResult>;
  listResources(): Promise<{ resources: { uri: string; name: string }[] }>;
  listResourceTemplates(): Promise<{ resourceTemplates: { uriTemplate: string }[] }>;
  readResource(uri: string): Promise<{ contents: unknown[] }>;
  listPrompts(): Promise<{ prompts: { name: string; arguments?: unknown[] }[] }>;
  getPrompt(
    name: string,
    args?: Record<string, string>,
  ): Promise<{ description?: string; messages: unknown[] }>;
  complete(
    params: CompleteParams,
  ): Promise<{ completion: { values: string[]; total?: number; hasMore?: boolean } }>;
  ping(): Promise<unknown>;
  /** Ends the session as far as there is one, and the connection. */
  close(): Promise<void>;
}

export interface CompleteParams {
  readonly ref: { type: 'ref/prompt'; name: string } | { type: 'ref/resource'; uri: string };
  readonly argument: { name: string; value: string };
  readonly context?: { arguments?: Record<string, string> };
}

export interface ConnectOptions {
  readonly headers?: Record<string, string>;
}

type Connect = (url: URL, options?: ConnectOptions) => Promise<ConnectedClient>;

export interface ClientKind {
  readonly label: string;
  readonly version: string;
  readonly connect: Connect;
}

const CLIENT_INFO = { name: 'test-client', version: '1.0.0' };

/** Every way in which an official client can speak to the server. */
export const CLIENT_KINDS: readonly ClientKind[] = [
  current('@modelcontextprotocol/client pinned to 2026-07-28', '2026-07-28', { pin: '2026-07-28' }),
  current('@modelcontextprotocol/client that negotiates', '2026-07-28', 'auto'),
  current('@modelcontextprotocol/client in legacy mode', '2025-11-25', 'legacy'),
  current('@modelcontextprotocol/client that knows 2025-06-18', '2025-06-18', 'legacy', ['2025-06-18']),
  current('@modelcontextprotocol/client that knows 2025-03-26', '2025-03-26', 'legacy', ['2025-03-26']),
  { label: '@modelcontextprotocol/sdk 1.x', version: '2025-11-25', connect: connectSdk },
];

export function isModern({ version }: ClientKind): boolean {
  return version === '2026-07-28';
}

function current(
  label: string,
  version: string,
  mode: VersionNegotiationMode,
  supportedProtocolVersions?: string[],
): ClientKind {
  const connect: Connect = async (url, { headers } = {}) => {
    const wire = recordingFetch();
    const client = new CurrentClient(CLIENT_INFO, {
      versionNegotiation: { mode },
      ...(supportedProtocolVersions && { supportedProtocolVersions }),
    });
    const transport = new CurrentTransport(url, { fetch: wire, requestInit: { headers } });
    await client.connect(transport);
    return {
      version: client.getNegotiatedProtocolVersion(),
      listTools: async () => (await client.listTools()).tools,
      listPage: (cursor) => client.listTools(cursor === undefined ? undefined : { cursor }),
      callTool: async (name, args) => await client.callTool({ name, arguments: args }),
      ...commonParts(client, transport, wire),
    };
  };
  return { label, version, connect };
}

async function connectSdk(url: URL, { headers }: ConnectOptions = {}): Promise<ConnectedClient> {
  const wire = recordingFetch();
  const client = new SdkClient(CLIENT_INFO);
  const transport = new SdkTransport(url, { fetch: wire, requestInit: { headers } });
  await client.connect(transport);
  const listPage = (cursor?: string) => client.listTools(cursor === undefined ? undefined : { cursor });
  return {
    version: transport.protocolVersion,
    listPage,
    listTools: async () => {
      const tools: ListedTool[] = [];
      let cursor: string | undefined;
      do {
        const page = await listPage(cursor);
        tools.push(...page.tools);
        cursor = page.nextCursor;
      } while (cursor !== undefined);
      return tools;
    },
    callTool: async (name, args) => (await client.callTool({ name, arguments: args })) as CallResult,
    ...commonParts(client, transport, wire),
  };
}

/** What both clients offer in the same way. */
function commonParts(
  client: CurrentClient | SdkClient,
  transport: CurrentTransport | SdkTransport,
  wire: RecordingFetch,
): Omit<ConnectedClient, 'version' | 'listTools' | 'listPage' | 'callTool'> {
  return {
    wire,
    serverInfo: client.getServerVersion(),
    instructions: client.getInstructions(),
    listResources: () => client.listResources(),
    listResourceTemplates: () => client.listResourceTemplates(),
    readResource: (uri) => client.readResource({ uri }),
    listPrompts: () => client.listPrompts(),
    getPrompt: (name, args) => client.getPrompt({ name, arguments: args }),
    complete: (params) => client.complete(params),
    ping: () => client.ping(),
    close: async () => {
      await transport.terminateSession();
      await client.close();
    },
  };
}
