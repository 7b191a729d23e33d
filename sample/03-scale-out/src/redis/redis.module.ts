import { Global, Inject, Module } from '@nestjs/common';
import type { OnApplicationShutdown } from '@nestjs/common';
import { Redis } from 'ioredis';
import { settings } from '../settings.js';
import { REDIS } from './redis.constants.js';

/** The connection of the application itself, for its stock. `RedisMcpStore` has its own. */
@Global()
@Module({
  providers: [{ provide: REDIS, useFactory: () => new Redis(settings.redisUrl) }],
  exports: [REDIS],
})
export class RedisModule implements OnApplicationShutdown {
  constructor(@Inject(REDIS) private readonly redis: Redis) {}

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }
}
