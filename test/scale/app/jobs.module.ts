import { setTimeout as wait } from 'node:timers/promises';
import { Body, Controller, Inject, Injectable, Module, Param, Post } from '@nestjs/common';
import type { OnModuleDestroy, Type } from '@nestjs/common';
import { Redis } from 'ioredis';
import { McpContext, McpModule, McpTool } from 'nestjs-mcp';
import type { McpTaskOptions } from 'nestjs-mcp';
import { RedisMcpStore } from 'nestjs-mcp/redis';

export interface JobsSettings {
  readonly redisUrl: string;
  readonly prefix: string;
  readonly tasks: McpTaskOptions;
}

export interface JournalEntry {
  readonly what: 'begun' | 'ended';
  /** Of the job. */
  readonly name: string;
  readonly pid: number;
}

/** Which process has begun and ended which job. It is kept apart from what the library keeps. */
@Injectable()
export class Journal implements OnModuleDestroy {
  private readonly redis: Redis;

  constructor(@Inject('JOBS') private readonly settings: JobsSettings) {
    this.redis = new Redis(settings.redisUrl);
  }

  note(what: JournalEntry['what'], name: string): Promise<unknown> {
    const entry: JournalEntry = { what, name, pid: process.pid };
    return this.redis.rpush(`${this.settings.prefix}journal`, JSON.stringify(entry));
  }

  onModuleDestroy(): void {
    this.redis.disconnect();
  }
}

@Controller('jobs')
class JobsController {
  constructor(@Inject(Journal) private readonly journal: Journal) {}

  @Post(':name')
  @McpTool({ name: 'work', taskSupport: 'required' })
  async work(@Param('name') name: string, @Body() body: { ms: number }, @McpContext() context?: McpContext) {
    await this.journal.note('begun', name);
    context?.reportProgress(0, 1, 'At work');
    await wait(body.ms, undefined, { signal: context?.signal });
    await this.journal.note('ended', name);
    return { name };
  }
}

/** An application that works on jobs as tasks, for several instances. */
export function createJobsModule(settings: JobsSettings): Type {
  @Module({
    imports: [
      McpModule.forRoot({
        tasks: settings.tasks,
        shutdownGraceMs: 0,
        store: new RedisMcpStore(settings.redisUrl, { prefix: settings.prefix }),
      }),
    ],
    controllers: [JobsController],
    providers: [{ provide: 'JOBS', useValue: settings }, Journal],
  })
  class JobsModule {}
  return JobsModule;
}
