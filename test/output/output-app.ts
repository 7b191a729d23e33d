import type { LoggerService, Type } from '@nestjs/common';
import { McpModule } from '../../lib/index.js';
import type { McpRootOptions } from '../../lib/index.js';
import { CLIENT_KINDS } from '../support/connect-client.js';
import type { CallResult, ClientKind, ConnectedClient, ListedTool } from '../support/connect-client.js';
import { startApp } from '../support/running-app.js';
import type { AppOptions, PlatformName } from '../support/running-app.js';

/** The clients that know output schemas, and so check results against them. */
export const CHECKING_CLIENTS: readonly ClientKind[] = CLIENT_KINDS.filter(
  ({ version }) => version >= '2025-06-18',
);

export interface OutputAppOptions {
  readonly controllers: Type[];
  readonly mcp?: McpRootOptions;
  readonly platform?: PlatformName;
  readonly configure?: AppOptions['configure'];
  readonly providers?: AppOptions['module']['providers'];
}

/** An application as one client sees it, and what it logs. */
export interface OutputApp {
  readonly logged: string[];
  readonly client: ConnectedClient;
  tool(name: string): Promise<ListedTool>;
  /** Lists the tools first, as clients do that then know what to check results against. */
  call(name: string, args?: Record<string, unknown>): Promise<CallResult>;
  close(): Promise<void>;
}

export async function startOutputApp(
  { controllers, mcp, platform = 'fastify', configure, providers }: OutputAppOptions,
  kind: ClientKind = CLIENT_KINDS[0]!,
): Promise<OutputApp> {
  const logged: string[] = [];
  const app = await startApp({
    platform,
    module: { imports: [McpModule.forRoot(mcp)], controllers, providers },
    logger: recorder(logged),
    configure,
  });
  const client = await kind.connect(app.mcp);
  return {
    logged,
    client,
    tool: async (name) => (await client.listTools()).find((tool) => tool.name === name)!,
    call: async (name, args) => {
      await client.listTools();
      return client.callTool(name, args);
    },
    close: async () => {
      await client.close();
      await app.close();
    },
  };
}

/** Keeps what this package warns of and what it calls an error. */
export function recorder(lines: string[]): LoggerService {
  const keep = (message: unknown, ...rest: unknown[]) => {
    if (rest.at(-1) === 'McpModule') {
      lines.push(String(message));
    }
  };
  return { log: () => undefined, warn: keep, error: keep };
}

export function textOf({ content }: CallResult): string[] {
  return content.map((block) => String(block['text']));
}
