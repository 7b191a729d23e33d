// An application in a process of its own:
// `main.js <platform> <listens | stays-silent> <grace in ms> <calls end> [URL of Redis]`.
// It says on its output where it listens, and what is left of it when it has closed. It never calls process.exit().
import 'reflect-metadata';
import { createHook } from 'node:async_hooks';
import { writeSync } from 'node:fs';
import { Inject, Injectable, Module } from '@nestjs/common';
import type { OnModuleDestroy } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { McpModule } from '../../../lib/index.js';
import { RedisMcpStore } from '../../../lib/store/redis/index.js';
import { Tasks, TasksController } from '../tasks.fixture.js';

const [, , platform, mode, graceMs, callsEnd, redis] = process.argv;

/** Timers of the library, also those that do not keep the process: where each was started. */
const timers = new Map<number, string>();
createHook({
  init(id, type) {
    const { stack = '' } = new Error();
    if (type === 'Timeout' && stack.includes('/child-program/lib/')) {
      timers.set(id, stack);
    }
  },
  destroy: (id) => timers.delete(id),
}).enable();

@Injectable()
class Finisher implements OnModuleDestroy {
  constructor(@Inject(Tasks) private readonly tasks: Tasks) {}

  onModuleDestroy(): void {
    if (callsEnd === 'true') {
      setTimeout(() => this.tasks.mayEnd.open(), 50);
    }
  }
}

@Module({
  imports: [
    McpModule.forRoot({
      sessions: true,
      keepAliveMs: 20,
      shutdownGraceMs: Number(graceMs),
      ...(redis !== undefined && { store: new RedisMcpStore(redis) }),
    }),
  ],
  controllers: [TasksController],
  providers: [Tasks, Finisher],
})
class AppModule {}

const app = await NestFactory.create(
  AppModule,
  platform === 'fastify' ? new FastifyAdapter() : new ExpressAdapter(),
  { logger: false },
);

async function close(): Promise<void> {
  await app.close();
  // What was closed is gone a few turns later.
  for (let turn = 0; turn < 5; turn++) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  const held = process.getActiveResourcesInfo().filter((type) => !['PipeWrap', 'Immediate'].includes(type));
  say({ held, timers: [...timers.values()] });
}

function say(message: object): void {
  writeSync(1, `${JSON.stringify(message)}\n`);
}

if (mode === 'listens') {
  await app.listen(0, '127.0.0.1');
  process.once('SIGTERM', () => void close());
  say({ url: `${await app.getUrl()}/mcp` });
} else {
  await app.init();
  await close();
}
