import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { AppModule } from './app.module.js';

// One instance. The deployment starts it as a process of its own, and is told where it listens.
const app = await NestFactory.create<NestFastifyApplication>(AppModule, new FastifyAdapter(), {
  logger: ['error', 'warn'],
});
app.enableShutdownHooks();
await app.listen(Number(process.env.PORT ?? 0), '127.0.0.1');
process.send?.({ origin: await app.getUrl() });

// Whoever started it is gone.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
