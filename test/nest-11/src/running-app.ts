import { Module } from '@nestjs/common';
import type { INestApplication, ModuleMetadata, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { McpModule } from 'nestjs-mcp';

export const PLATFORMS = ['fastify', 'express'] as const;
export type Platform = (typeof PLATFORMS)[number];

export interface CallResult {
  readonly isError: boolean;
  readonly text: string;
}

/** An application that listens, as an MCP client and as a browser see it. */
export class RunningApp {
  constructor(
    readonly app: INestApplication,
    readonly url: string,
  ) {}

  async call(name: string, args: object = {}, headers: Record<string, string> = {}): Promise<CallResult> {
    const { result, error } = await this.request('tools/call', { name, arguments: args }, headers);
    if (!result) {
      throw new Error(JSON.stringify(error));
    }
    const { content, isError = false } = result as { content: { text: string }[]; isError?: boolean };
    return { isError, text: content.map(({ text }) => text).join('\n') };
  }

  async request(
    method: string,
    params: object,
    headers: Record<string, string> = {},
  ): Promise<{ result?: unknown; error?: unknown }> {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const response = await this.fetch('/mcp', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
    return (await response.json()) as { result?: unknown; error?: unknown };
  }

  fetch(path: string, init?: RequestInit): Promise<Response> {
    return fetch(this.url + path, init);
  }
}

/** Runs `use` with an application that is closed afterwards. */
export async function withApp(
  platform: Platform,
  metadata: ModuleMetadata,
  use: (app: RunningApp) => Promise<void>,
  setup?: (app: INestApplication) => unknown,
): Promise<void> {
  @Module({ ...metadata, imports: [...(metadata.imports ?? []), McpModule.forRoot()] })
  class AppModule {}
  await withModule(platform, AppModule, use, setup);
}

/** The same with a root module that imports `McpModule` itself. */
export async function withModule(
  platform: Platform,
  module: Type,
  use: (app: RunningApp) => Promise<void>,
  setup?: (app: INestApplication) => unknown,
): Promise<void> {
  const app = await NestFactory.create(
    module,
    platform === 'fastify' ? new FastifyAdapter() : new ExpressAdapter(),
    { logger: false, abortOnError: false, forceCloseConnections: true },
  );
  try {
    await setup?.(app);
    await app.listen(0, '127.0.0.1');
    await use(new RunningApp(app, await app.getUrl()));
  } finally {
    await app.close();
  }
}
