import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as SdkClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as SdkTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
  LoggingMessageNotificationSchema,
  ResourceListChangedNotificationSchema,
  ResourceUpdatedNotificationSchema,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { RecordingFetch } from '../support/wire/index.js';

interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onprogress?: (progress: { progress: number }) => void;
}

/** What the tests do with an official client in a session. */
export interface SessionedClient {
  readonly sessionId: () => string | undefined;
  call(name: string, args?: Record<string, unknown>, options?: CallOptions): Promise<string>;
  setLevel(level: 'debug' | 'info' | 'error'): Promise<unknown>;
  subscribe(uri: string): Promise<unknown>;
  unsubscribe(uri: string): Promise<unknown>;
  close(): Promise<void>;
}

/** How a client answers, and where it notes what it was told. */
export interface ClientBehaviour {
  readonly told: unknown[];
  readonly elicit: (message: string) => {
    action: 'accept' | 'decline' | 'cancel';
    content?: Record<string, string | boolean>;
  };
}

export interface SessionClientKind {
  readonly label: string;
  readonly connect: (url: URL, wire: RecordingFetch, behaviour: ClientBehaviour) => Promise<SessionedClient>;
}

const CLIENT_INFO = { name: 'test-client', version: '1.0.0' };
const CAPABILITIES = { elicitation: { form: {} }, sampling: {}, roots: { listChanged: true } };
const PARIS = {
  role: 'assistant' as const,
  content: { type: 'text' as const, text: 'Paris' },
  model: 'test',
};
const ROOTS = { roots: [{ uri: 'file:///test/root' }] };

export const SESSION_CLIENTS: readonly SessionClientKind[] = [
  { label: '@modelcontextprotocol/sdk 1.x', connect: connectSdk },
  { label: '@modelcontextprotocol/client in legacy mode', connect: connectCurrent },
];

async function connectSdk(
  url: URL,
  wire: RecordingFetch,
  { told, elicit }: ClientBehaviour,
): Promise<SessionedClient> {
  const client = new SdkClient(CLIENT_INFO, { capabilities: CAPABILITIES });
  client.setRequestHandler(ElicitRequestSchema, ({ params }) => elicit(params.message));
  client.setRequestHandler(CreateMessageRequestSchema, () => PARIS);
  client.setRequestHandler(ListRootsRequestSchema, () => ROOTS);
  client.setNotificationHandler(
    LoggingMessageNotificationSchema,
    ({ params }) => void told.push(params.data),
  );
  client.setNotificationHandler(
    ResourceUpdatedNotificationSchema,
    ({ params }) => void told.push(params.uri),
  );
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => void told.push('tools'));
  client.setNotificationHandler(ResourceListChangedNotificationSchema, () => void told.push('resources'));
  const transport = new SdkTransport(url, { fetch: wire });
  await client.connect(transport);
  return {
    sessionId: () => transport.sessionId,
    call: async (name, args, options) =>
      textOf(await client.callTool({ name, arguments: args }, undefined, options)),
    setLevel: (level) => client.setLoggingLevel(level),
    subscribe: (uri) => client.subscribeResource({ uri }),
    unsubscribe: (uri) => client.unsubscribeResource({ uri }),
    close: async () => {
      await transport.terminateSession();
      await client.close();
    },
  };
}

async function connectCurrent(
  url: URL,
  wire: RecordingFetch,
  { told, elicit }: ClientBehaviour,
): Promise<SessionedClient> {
  const client = new Client(CLIENT_INFO, {
    capabilities: CAPABILITIES,
    versionNegotiation: { mode: 'legacy' },
  });
  client.setRequestHandler('elicitation/create', ({ params }) => elicit(params.message));
  client.setRequestHandler('sampling/createMessage', () => PARIS);
  client.setRequestHandler('roots/list', () => ROOTS);
  client.setNotificationHandler('notifications/message', ({ params }) => void told.push(params.data));
  client.setNotificationHandler(
    'notifications/resources/updated',
    ({ params }) => void told.push(params.uri),
  );
  client.setNotificationHandler('notifications/tools/list_changed', () => void told.push('tools'));
  client.setNotificationHandler('notifications/resources/list_changed', () => void told.push('resources'));
  const transport = new StreamableHTTPClientTransport(url, { fetch: wire });
  await client.connect(transport);
  return {
    sessionId: () => transport.sessionId,
    call: async (name, args, options) => textOf(await client.callTool({ name, arguments: args }, options)),
    setLevel: (level) => client.setLoggingLevel(level),
    subscribe: (uri) => client.subscribeResource({ uri }),
    unsubscribe: (uri) => client.unsubscribeResource({ uri }),
    close: async () => {
      await transport.terminateSession();
      await client.close();
    },
  };
}

function textOf(result: object): string {
  const { content } = result as { content?: unknown };
  return (content as { text: string }[])[0]!.text;
}
