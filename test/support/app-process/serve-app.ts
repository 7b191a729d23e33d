import type { Server } from 'node:http';
import { inspect } from 'node:util';
import type { INestApplication, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { AppMessage, PlatformName } from './app-messages.js';
import { measureProcess } from './process-figures.js';

/** Serves an application in a process that `AppProcess` has started. What nobody has caught there is told, not fatal. */
export async function serveApp(
  appModule: Type,
  configure: (app: INestApplication) => unknown = () => undefined,
): Promise<void> {
  const tell = (message: AppMessage) => process.send!(message);
  process.on('uncaughtException', (error, origin) => tell({ failure: `${origin}: ${inspect(error)}` }));
  process.on('warning', (warning) => {
    if (warning.name === 'MaxListenersExceededWarning') tell({ failure: inspect(warning) });
  });
  const platform = process.env.PLATFORM as PlatformName;
  const app = await NestFactory.create<INestApplication>(
    appModule,
    platform === 'fastify' ? new FastifyAdapter() : new ExpressAdapter(),
    { ...(!process.env.APP_LOG && { logger: false }), abortOnError: false },
  );
  await configure(app);
  await app.listen(0, '127.0.0.1');
  const server = app.getHttpServer() as Server;
  process.on('message', () => void measureProcess(server).then((figures) => tell({ figures })));
  process.on('disconnect', () => process.exit());
  tell({ url: await app.getUrl() });
}
