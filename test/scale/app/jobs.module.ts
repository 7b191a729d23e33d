import { setTimeout as wait } from 'node:timers/promises';
import {
  Body,
  Controller,
  ForbiddenException,
  Headers,
  Inject,
  Injectable,
  Module,
  Param,
  Post,
  UseGuards,
} from '@nestjs/common';
import type { CanActivate, ExecutionContext, OnModuleDestroy, Type } from '@nestjs/common';
import { Redis } from 'ioredis';
import { McpContext, McpInput, McpModule, McpTool } from 'nestjs-mcp';
import type { McpTaskOptions } from 'nestjs-mcp';
import { RedisMcpStore } from 'nestjs-mcp/redis';

export interface JobsSettings {
  readonly redisUrl: string;
  readonly prefix: string;
  readonly tasks: McpTaskOptions;
  /** Shared by all instances that may begin each other's tasks again. */
  readonly key?: string;
  /** A user that its guard does not let through. */
  readonly refused?: string;
  /** What callers are known by; `x-user` by default. */
  readonly userHeader?: string;
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

interface HttpRequest {
  readonly headers: Readonly<Record<string, string | undefined>>;
}

@Injectable()
class UserGuard implements CanActivate {
  constructor(@Inject('JOBS') private readonly settings: JobsSettings) {}

  canActivate(context: ExecutionContext): boolean {
    const user = context.switchToHttp().getRequest<HttpRequest>().headers['x-user'];
    if (user !== undefined && user === this.settings.refused) {
      throw new ForbiddenException(`Not for ${user} any more`);
    }
    return true;
  }
}

@Controller('jobs')
@UseGuards(UserGuard)
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

  @Post(':name/again')
  @McpTool({ name: 'work_again', taskSupport: 'required', retryable: true })
  async workAgain(
    @Param('name') name: string,
    @Body() body: { ms: number; asks?: boolean },
    @Headers('x-user') user?: string,
    @McpContext() context?: McpContext,
  ) {
    await this.journal.note('begun', name);
    if (body.asks) {
      await context?.input({ ok: McpInput.form('Go on?') });
    }
    context?.reportProgress(0, 1, 'At work');
    await wait(body.ms, undefined, { signal: context?.signal });
    await this.journal.note('ended', name);
    return { name, user };
  }
}

/** An application that works on jobs as tasks, for several instances. */
export function createJobsModule(settings: JobsSettings): Type {
  @Module({
    imports: [
      McpModule.forRoot({
        tasks: settings.tasks,
        shutdownGraceMs: 0,
        ...(settings.key !== undefined && { requestState: { keys: [settings.key] } }),
        principal: (request) => (request as HttpRequest).headers[settings.userHeader ?? 'x-user'],
        store: new RedisMcpStore(settings.redisUrl, { prefix: settings.prefix }),
      }),
    ],
    controllers: [JobsController],
    providers: [{ provide: 'JOBS', useValue: settings }, Journal, UserGuard],
  })
  class JobsModule {}
  return JobsModule;
}
