import 'reflect-metadata';
import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { AppModule } from './app.module.js';

const { PORT = '3400', PLATFORM = 'fastify' } = process.env;

const adapter = PLATFORM === 'express' ? new ExpressAdapter() : new FastifyAdapter();
const app = await NestFactory.create<INestApplication>(AppModule, adapter, {
  logger: ['fatal', 'error', 'warn'],
  forceCloseConnections: true,
});
app.enableShutdownHooks();
await app.listen(Number(PORT), '127.0.0.1');
console.log(`The conformance server on ${PLATFORM} answers at http://127.0.0.1:${PORT}/mcp`);
