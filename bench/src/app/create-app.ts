import 'reflect-metadata';
import { ValidationPipe } from '@nestjs/common';
import type { CallHandler, CanActivate, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Observable } from 'rxjs';
import { createAppModule } from './app-module.js';
import type { Adapter, AppSettings } from './app-settings.js';

export type App = NestFastifyApplication | NestExpressApplication;

class OpenGuard implements CanActivate {
  canActivate(): boolean {
    return true;
  }
}

class PassThroughInterceptor implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle();
  }
}

/** The measured app, which does not listen yet. */
export async function createApp(adapter: Adapter, settings: AppSettings): Promise<App> {
  if (settings.importsContext) {
    await import('nestjs-mcp/context');
  }
  const app = await createOn(adapter, settings);
  app.useGlobalPipes(new ValidationPipe({ transform: true, whitelist: true }));
  app.useGlobalGuards(new OpenGuard());
  app.useGlobalInterceptors(new PassThroughInterceptor());
  return app;
}

async function createOn(adapter: Adapter, settings: AppSettings): Promise<App> {
  const module = createAppModule(settings);
  if (adapter === 'fastify') {
    return NestFactory.create<NestFastifyApplication>(module, new FastifyAdapter(), { logger: false });
  }
  const app = await NestFactory.create<NestExpressApplication>(module, { logger: false });
  // Fastify takes as much without being told.
  app.useBodyParser('json', { limit: '1mb' });
  return app;
}
