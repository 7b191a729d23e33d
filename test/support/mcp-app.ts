import { afterEach } from '@jest/globals';
import { Module, VersioningType } from '@nestjs/common';
import type { INestApplication, ModuleMetadata, NestApplicationOptions, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { McpModule } from '../../lib/index.js';
import type { McpRootOptions, McpToolAnnotations } from '../../lib/index.js';

export const PLATFORMS = ['fastify', 'express'] as const;
export type PlatformName = (typeof PLATFORMS)[number];

/** What a test needs of a listed tool. */
export interface ListedTool {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: {
    readonly properties: Record<string, Record<string, unknown>>;
    readonly required?: string[];
  };
  readonly annotations?: McpToolAnnotations;
}

export interface ToolResult {
  readonly content: { readonly type: string; readonly text: string }[];
  readonly isError?: boolean;
}

export interface BootOptions {
  readonly platform?: PlatformName;
  readonly mcp?: McpRootOptions;
  readonly nest?: NestApplicationOptions;
  /** Runs before the application is initialized. */
  readonly setup?: (app: INestApplication) => unknown;
}

type Headers = Record<string, string>;

/** An application that listens on a port of its own, as an MCP client sees it. */
export class McpApp {
  private requestId = 0;

  constructor(
    readonly app: INestApplication,
    readonly url: string,
  ) {}

  async tools(): Promise<ListedTool[]> {
    const { tools } = (await this.request('tools/list')) as { tools: ListedTool[] };
    return tools;
  }

  async toolNames(): Promise<string[]> {
    return (await this.tools()).map(({ name }) => name);
  }

  async tool(name: string): Promise<ListedTool> {
    const tool = (await this.tools()).find((listed) => listed.name === name);
    if (!tool) {
      throw new Error(`There is no tool "${name}".`);
    }
    return tool;
  }

  /** Calls a tool, and reads its text: as JSON when it is JSON. */
  async call(
    name: string,
    args: Record<string, unknown> = {},
    headers: Headers = {},
  ): Promise<{ isError: boolean; text: string; value: unknown }> {
    const result = (await this.request('tools/call', { name, arguments: args }, headers)) as ToolResult;
    const text = result.content.map((block) => block.text).join('\n');
    return { isError: result.isError === true, text, value: parse(text) };
  }

  /** As `call()`, for calls that must succeed. */
  async value(name: string, args: Record<string, unknown> = {}, headers: Headers = {}): Promise<unknown> {
    const { isError, text, value } = await this.call(name, args, headers);
    if (isError) {
      throw new Error(`The tool "${name}" failed: ${text}`);
    }
    return value;
  }

  async request(method: string, params: object = {}, headers: Headers = {}): Promise<unknown> {
    const response = await this.post({ jsonrpc: '2.0', id: ++this.requestId, method, params }, headers);
    const message = (await response.json()) as { result?: unknown; error?: unknown };
    if (message.error) {
      throw new Error(JSON.stringify(message.error));
    }
    return message.result;
  }

  post(body: unknown, headers: Headers = {}): Promise<Response> {
    return fetch(`${this.url}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'mcp-protocol-version': '2025-11-25', ...headers },
      body: JSON.stringify(body),
    });
  }

  close(): Promise<void> {
    return this.app.close();
  }
}

const running: INestApplication[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((app) => app.close()));
});

/** Starts an application with `McpModule`; it is closed after the test. */
export async function boot(metadata: ModuleMetadata, options: BootOptions = {}): Promise<McpApp> {
  const { imports = [], ...rest } = metadata;
  @Module({ ...rest, imports: [...imports, McpModule.forRoot(options.mcp)] })
  class AppModule {}
  return start(AppModule, options);
}

/** Starts an application that imports `McpModule` itself. */
export async function start(appModule: Type, options: BootOptions = {}): Promise<McpApp> {
  const { platform = 'fastify', nest, setup } = options;
  const app = await NestFactory.create(
    appModule,
    platform === 'fastify' ? new FastifyAdapter() : new ExpressAdapter(),
    { logger: false, abortOnError: false, forceCloseConnections: true, ...nest },
  );
  running.push(app);
  await setup?.(app);
  await app.listen(0, '127.0.0.1');
  return new McpApp(app, (await app.getUrl()).replace('[::1]', '127.0.0.1'));
}

/** The message with which an application refuses to start. */
export async function bootError(metadata: ModuleMetadata, options: BootOptions = {}): Promise<string> {
  try {
    await boot(metadata, options);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('The application has started.');
}

export const HEADER_VERSIONING = { type: VersioningType.HEADER, header: 'X-Api-Version' } as const;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
