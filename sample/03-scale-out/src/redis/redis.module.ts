import { Global, Inject, Logger, Module } from '@nestjs/common';
import type { OnApplicationShutdown } from '@nestjs/common';
import { Redis } from 'ioredis';
import { settings } from '../settings.js';
import { REDIS } from './redis.constants.js';

const logger = new Logger('Redis');

/** It connects again by itself; without a listener each failure would be printed with its stack. */
function createClient(): Redis {
  const client = new Redis(settings.redisUrl);
  client.on('error', ({ message }: Error) => logger.warn(message));
  return client;
}

/** The connection of the application itself, for its stock. `RedisMcpStore` has its own. */
@Global()
@Module({
  providers: [{ provide: REDIS, useFactory: createClient }],
  exports: [REDIS],
})
export class RedisModule implements OnApplicationShutdown {
  constructor(@Inject(REDIS) private readonly redis: Redis) {}

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }
}
