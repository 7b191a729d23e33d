import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as SdkClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as SdkTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
  LoggingMessageNotificationSchema,
  ResourceUpdatedNotificationSchema,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';

interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onprogress?: (progress: { progress: number }) => void;
}

interface Answer {
  readonly content: readonly { readonly text: string }[];
  readonly isError?: boolean;
}

/** What the tests do with an official client that has started a program. */
export interface StdioClient {
  readonly version: string | undefined;
  /** What the client was told without having asked, and what it could not read. */
  readonly told: unknown[];
  readonly errors: Error[];
  call(name: string, args?: Record<string, unknown>, options?: CallOptions): Promise<Answer>;
  listTools(): Promise<string[]>;
  /** Wants to be told of changed lists, and of the menu. */
  listen(): Promise<void>;
  setLevel?(level: 'debug' | 'error'): Promise<unknown>;
  close(): Promise<void>;
}

export interface Program {
  readonly args: string[];
  readonly env?: Record<string, string>;
}

export interface StdioClientKind {
  readonly label: string;
  readonly version: string;
  connect(program: Program): Promise<StdioClient>;
}

export const MENU = 'nest://desk/menu';

const CLIENT_INFO = { name: 'test-client', version: '1.0.0' };
const CAPABILITIES = { elicitation: { form: {} }, sampling: {}, roots: { listChanged: true } };
const ALICE = { action: 'accept' as const, content: { name: 'Alice' } };
const PARIS = {
  role: 'assistant' as const,
  content: { type: 'text' as const, text: 'Paris' },
  model: 'test',
};
const ROOTS = { roots: [{ uri: 'file:///test/root' }] };

export const STDIO_CLIENTS: readonly StdioClientKind[] = [
  { label: '@modelcontextprotocol/sdk 1.x', version: '2025-11-25', connect: connectSdk },
  {
    label: '@modelcontextprotocol/client in legacy mode',
    version: '2025-11-25',
    connect: (program) => connectCurrent(program, 'legacy'),
  },
  {
    label: '@modelcontextprotocol/client that negotiates',
    version: '2026-07-28',
    connect: (program) => connectCurrent(program, 'auto'),
  },
];

async function connectSdk({ args, env }: Program): Promise<StdioClient> {
  const told: unknown[] = [];
  const errors: Error[] = [];
  const client = new SdkClient(CLIENT_INFO, { capabilities: CAPABILITIES });
  client.onerror = (error) => errors.push(error);
  client.setRequestHandler(ElicitRequestSchema, () => ALICE);
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
  const transport = new SdkTransport({ command: process.execPath, args, env, stderr: 'ignore' });
  await client.connect(transport);
  return {
    version: (await client.ping()) && '2025-11-25',
    told,
    errors,
    call: async (name, args, options) =>
      (await client.callTool({ name, arguments: args }, undefined, options)) as Answer,
    listTools: async () => (await client.listTools()).tools.map(({ name }) => name),
    listen: async () => void (await client.subscribeResource({ uri: MENU })),
    setLevel: (level) => client.setLoggingLevel(level),
    close: () => client.close(),
  };
}

async function connectCurrent({ args, env }: Program, mode: 'legacy' | 'auto'): Promise<StdioClient> {
  const told: unknown[] = [];
  const errors: Error[] = [];
  const client = new Client(CLIENT_INFO, { capabilities: CAPABILITIES, versionNegotiation: { mode } });
  client.onerror = (error) => errors.push(error);
  client.setRequestHandler('elicitation/create', () => ALICE);
  client.setRequestHandler('sampling/createMessage', () => PARIS);
  client.setRequestHandler('roots/list', () => ROOTS);
  client.setNotificationHandler('notifications/message', ({ params }) => void told.push(params.data));
  client.setNotificationHandler(
    'notifications/resources/updated',
    ({ params }) => void told.push(params.uri),
  );
  client.setNotificationHandler('notifications/tools/list_changed', () => void told.push('tools'));
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: 'ignore' }));
  return {
    version: client.getNegotiatedProtocolVersion(),
    told,
    errors,
    call: async (name, args, options) =>
      (await client.callTool({ name, arguments: args }, options)) as unknown as Answer,
    listTools: async () => (await client.listTools()).tools.map(({ name }) => name),
    listen: async () => {
      if (mode === 'legacy') {
        await client.subscribeResource({ uri: MENU });
      } else {
        await client.listen({ toolsListChanged: true, resourceSubscriptions: [MENU] });
      }
    },
    ...(mode === 'legacy' && { setLevel: (level: 'debug' | 'error') => client.setLoggingLevel(level) }),
    close: () => client.close(),
  };
}
