import { ConsoleLogger } from '@nestjs/common';
import type { DynamicModule, INestApplication, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { AbstractHttpAdapter } from '@nestjs/core';
import { platformOf } from '../discovery/index.js';
import { MCP_MODULE_OPTIONS } from '../mcp.constants.js';
import type { ResolvedMcpOptions } from '../mcp-options.defaults.js';
import { identifyRequests } from './identity.js';
import type { McpStdioOptions } from './mcp-stdio-options.interface.js';
import { markForStdio } from './stdio-adapters.js';

type AdapterClass = new () => AbstractHttpAdapter;

/** Makes the application as `main.ts` does, but for listening at a port. */
export async function createApplication(
  module: Type | DynamicModule | Promise<Type | DynamicModule>,
  options: McpStdioOptions,
): Promise<{ readonly app: INestApplication; readonly mcp: ResolvedMcpOptions }> {
  const adapter = options.adapter ?? (await installedAdapter());
  markForStdio(adapter);
  const app = await NestFactory.create(await module, adapter, {
    logger: new ConsoleLogger({ colors: process.stderr.isTTY ?? false }),
    ...options.application,
    abortOnError: false,
  });
  try {
    identifyRequests(app, options);
    await options.configure?.(app);
    await app.init();
    if (platformOf(adapter) === 'fastify') {
      // What `listen()` would do.
      await (app.getHttpAdapter().getInstance() as { ready(): PromiseLike<unknown> }).ready();
    }
    return { app, mcp: optionsOf(app) };
  } catch (error) {
    await app.close();
    throw error;
  }
}

async function installedAdapter(): Promise<AbstractHttpAdapter> {
  const express = (await importInstalled('@nestjs/platform-express')) as
    { readonly ExpressAdapter: AdapterClass } | undefined;
  if (express) {
    return new express.ExpressAdapter();
  }
  const fastify = (await importInstalled('@nestjs/platform-fastify')) as
    { readonly FastifyAdapter: AdapterClass } | undefined;
  if (fastify) {
    return new fastify.FastifyAdapter();
  }
  throw new Error(
    'McpStdio.serve() needs @nestjs/platform-express or @nestjs/platform-fastify. Install one, or pass an "adapter".',
  );
}

async function importInstalled(name: string): Promise<unknown> {
  try {
    return await import(name);
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ERR_MODULE_NOT_FOUND') {
      return undefined;
    }
    throw error;
  }
}

function optionsOf(app: INestApplication): ResolvedMcpOptions {
  try {
    return app.get<ResolvedMcpOptions>(MCP_MODULE_OPTIONS, { strict: false });
  } catch {
    throw new Error(
      'McpStdio.serve() needs an application with McpModule: import McpModule.forRoot() in its root module.',
    );
  }
}
