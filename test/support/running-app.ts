import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import type { INestApplication, LoggerService, ModuleMetadata } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';

export const PLATFORMS = ['fastify', 'express'] as const;
export type PlatformName = (typeof PLATFORMS)[number];

export interface AppOptions {
  readonly platform: PlatformName;
  readonly module: ModuleMetadata;
  /** What an application does in `main.ts` between creating the application and listening. */
  readonly configure?: (app: INestApplication) => unknown;
  /** Options of `new FastifyAdapter()`. */
  readonly fastify?: ConstructorParameters<typeof FastifyAdapter>[0];
  /** Gets what the application logs; by default nothing is logged. */
  readonly logger?: LoggerService;
  /** Where to listen; by default at a free port. */
  readonly port?: number;
  /** As the option of `NestFactory.create()`. */
  readonly cors?: boolean;
}

export interface RunningApp {
  readonly app: INestApplication;
  /** Where it listens, e.g. `http://127.0.0.1:41234`. */
  readonly origin: string;
  /** Address of the MCP endpoint at its default path. */
  readonly mcp: URL;
  close(): Promise<void>;
}

/** Starts a Nest application on a port of its own. */
export async function startApp(options: AppOptions): Promise<RunningApp> {
  const { platform, module, configure, fastify } = options;
  const builder = Test.createTestingModule(module);
  builder.setLogger(options.logger ?? (false as unknown as LoggerService));
  const testingModule = await builder.compile();
  const settings = { logger: options.logger ?? (false as const), cors: options.cors };
  const app: INestApplication =
    platform === 'fastify'
      ? testingModule.createNestApplication<NestFastifyApplication>(new FastifyAdapter(fastify), settings)
      : testingModule.createNestApplication<NestExpressApplication>(new ExpressAdapter(), settings);
  await configure?.(app);
  await app.listen(options.port ?? 0, '127.0.0.1');
  const server = app.getHttpServer() as Server;
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    app,
    origin,
    mcp: new URL('/mcp', origin),
    close: async () => {
      // Clients keep their connections alive.
      server.closeAllConnections();
      await app.close();
    },
  };
}
