import { Module, ValidationPipe } from '@nestjs/common';
import { APP_PIPE } from '@nestjs/core';
import { McpModule } from 'nestjs-mcp';
import { RedisMcpStore } from 'nestjs-mcp/redis';
import { RedisModule } from './redis/redis.module.js';
import { settings } from './settings.js';
import { StockModule } from './stock/stock.module.js';

@Module({
  imports: [
    McpModule.forRootAsync({
      useFactory: () => ({
        name: 'stock',
        version: '1.0.0',
        title: 'Stock',
        instructions: 'The stock of a shop.',
        sessions: true,
        tasks: { pollIntervalMs: 500 },
        // Sessions, tasks and notifications of all instances.
        store: new RedisMcpStore(settings.redisUrl),
        requestState: { keys: [settings.stateKey] },
      }),
    }),
    RedisModule,
    StockModule,
  ],
  providers: [
    {
      provide: APP_PIPE,
      useValue: new ValidationPipe({ transform: true, whitelist: true, forbidNonWhitelisted: true }),
    },
  ],
})
export class AppModule {}
