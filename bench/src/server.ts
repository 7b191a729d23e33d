// The measured app: a tool `echo` and `$TOOL_COUNT - 1` others at /mcp, and the same routes over plain HTTP.
import 'reflect-metadata';
import { Module, ValidationPipe } from '@nestjs/common';
import type { CallHandler, CanActivate, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { McpModule } from 'nestjs-mcp';
import type { Observable } from 'rxjs';
import { EchoController } from './echo.controller.js';
import { createOfficeControllers } from './office-controllers.js';
import type { ServerMessage } from './server-process.js';

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

@Module({
  imports: [McpModule.forRoot({ name: 'bench', version: '1.0.0' })],
  controllers: [EchoController, ...createOfficeControllers(Number(process.env.TOOL_COUNT ?? 50) - 1)],
})
class AppModule {}

async function createApp(adapter = 'fastify'): Promise<NestFastifyApplication | NestExpressApplication> {
  switch (adapter) {
    case 'fastify':
      return NestFactory.create<NestFastifyApplication>(AppModule, new FastifyAdapter(), { logger: false });
    case 'express': {
      const app = await NestFactory.create<NestExpressApplication>(AppModule, { logger: false });
      // Fastify takes as much without being told.
      app.useBodyParser('json', { limit: '1mb' });
      return app;
    }
    default:
      throw new Error(`ADAPTER is fastify or express, not "${adapter}"`);
  }
}

const app = await createApp(process.env.ADAPTER);
app.useGlobalPipes(new ValidationPipe({ transform: true, whitelist: true }));
app.useGlobalGuards(new OpenGuard());
app.useGlobalInterceptors(new PassThroughInterceptor());
await app.listen(Number(process.env.PORT ?? 3000), '127.0.0.1');

if (process.send) {
  const tell = (message: ServerMessage) => process.send!(message);
  process.on('message', () => tell({ cpu: process.cpuUsage() }));
  process.on('disconnect', () => process.exit());
  tell({ url: await app.getUrl() });
}
