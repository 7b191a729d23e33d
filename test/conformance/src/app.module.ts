import { join } from 'node:path';
import { Module, ValidationPipe } from '@nestjs/common';
import { APP_PIPE } from '@nestjs/core';
import { McpModule } from 'nestjs-mcp';
import { RedisMcpStore } from 'nestjs-mcp/redis';
import { PromptsController } from './prompts.controller.js';
import { ResourcesController } from './resources.controller.js';
import { AskingToolsController } from './tools/asking-tools.controller.js';
import { ChangeToolsController } from './tools/change-tools.controller.js';
import { ContentToolsController } from './tools/content-tools.controller.js';
import { InputRoundsController } from './tools/input-rounds.controller.js';
import { SchemaToolsController } from './tools/schema-tools.controller.js';
import { StreamToolsController } from './tools/stream-tools.controller.js';
import { TaskToolsController } from './tools/task-tools.controller.js';

const { REDIS_URL } = process.env;

@Module({
  imports: [
    McpModule.forRoot({
      name: 'nestjs-mcp-conformance',
      version: '1.0.0',
      lint: 'off',
      sessions: true,
      skills: { directory: join(import.meta.dirname, '../skills') },
      tasks: true,
      ...(REDIS_URL !== undefined && { store: new RedisMcpStore(REDIS_URL) }),
      requestState: { keys: ['only for conformance runs, 32 characters'] },
    }),
  ],
  controllers: [
    ContentToolsController,
    StreamToolsController,
    AskingToolsController,
    InputRoundsController,
    SchemaToolsController,
    ChangeToolsController,
    TaskToolsController,
    PromptsController,
    ResourcesController,
  ],
  providers: [{ provide: APP_PIPE, useFactory: () => new ValidationPipe({ transform: true }) }],
})
export class AppModule {}
