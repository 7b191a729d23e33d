// Boots the measured app once, and tells its parent how long that took.
import 'reflect-metadata';
import '@nestjs/common';
import '@nestjs/core';
import '@nestjs/platform-express';
import '@nestjs/platform-fastify';
import 'class-transformer';
import 'class-validator';
import { readAdapter, readSettings } from './app/environment.js';
import { time } from './process/boot-times.js';

const importTime = await time(() => import('nestjs-mcp'));
const { createApp } = await import('./app/create-app.js');
const bootTime = await time(async () => {
  const app = await createApp(readAdapter(), readSettings());
  await app.listen(0, '127.0.0.1');
});
process.on('disconnect', () => process.exit());
process.send!({ import: importTime, boot: bootTime });
