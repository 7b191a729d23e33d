import {
  Body,
  Controller,
  Get,
  Inject,
  Injectable,
  Param,
  ParseIntPipe,
  Post,
  Query,
  Req,
  Scope,
  UseGuards,
} from '@nestjs/common';
import type { CanActivate, ExecutionContext, ModuleMetadata } from '@nestjs/common';
import { REQUEST } from '@nestjs/core';
import { McpContext, McpHeader, McpModule, McpNotifier, McpResource, McpTool } from 'nestjs-mcp';
import { getMcpContext } from 'nestjs-mcp/context';
import type { McpRootOptions } from 'nestjs-mcp';
import { InputToolsController } from '../input/input-tools.fixture.js';

interface LocalRequest {
  readonly user?: { readonly name?: string };
  readonly auth?: { readonly scopes: readonly string[] };
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly ip?: string;
}

@Injectable()
class UserGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    return context.switchToHttp().getRequest<LocalRequest>().user !== undefined;
  }
}

/** What the handlers of several calls have in common. */
@Injectable()
export class Course {
  /** Whether handlers write to standard output. */
  isTalkative = false;
  aborts = 0;
  private permits = 0;
  private waiting?: () => void;

  proceed(): void {
    this.permits++;
    this.waiting?.();
  }

  async mayProceed(): Promise<void> {
    while (this.permits === 0) {
      await new Promise<void>((resolve) => (this.waiting = resolve));
    }
    this.permits--;
  }
}

@Injectable({ scope: Scope.REQUEST })
class Visit {
  private static count = 0;
  readonly number = ++Visit.count;

  constructor(@Inject(REQUEST) readonly request: LocalRequest) {}
}

@Controller('desk')
export class DeskController {
  constructor(
    @Inject(Visit) private readonly visit: Visit,
    @Inject(McpNotifier) private readonly notifier: McpNotifier,
    @Inject(Course) private readonly course: Course,
  ) {}

  @Get('me')
  @UseGuards(UserGuard)
  @McpTool('me')
  me(@Req() request: LocalRequest) {
    if (this.course.isTalkative) {
      console.log('a line of the application');
      process.stdout.write('{"jsonrpc":"2.0","id":1,"result":"not a message"}\n');
    }
    return {
      user: request.user?.name,
      injected: this.visit.request.user?.name,
      scopes: request.auth?.scopes,
      authorization: request.headers['authorization'],
    };
  }

  @Get('visits')
  @McpTool('visits')
  visits() {
    return { number: this.visit.number };
  }

  @Get('rooms/:room')
  @McpTool('room')
  room(@Param('room', ParseIntPipe) room: number, @Query('region') @McpHeader('Region') region: string) {
    return { room, region };
  }

  @Post('echo')
  @McpTool('echo')
  echo(@Body() body: { text: string }) {
    return body;
  }

  @Post('steps')
  @McpTool('steps')
  async steps(@McpContext() context?: McpContext) {
    context?.reportProgress(1, 2);
    await this.course.mayProceed();
    context?.reportProgress(2, 2);
    await this.course.mayProceed();
    return { done: true };
  }

  @Post('proceed')
  @McpTool('proceed')
  proceed() {
    this.course.proceed();
  }

  @Post('logs')
  @McpTool('logs')
  logs(@McpContext() context?: McpContext) {
    context?.log('info', 'news');
    context?.log('error', 'trouble');
  }

  @Post('wait')
  @McpTool('wait')
  async wait(@McpContext() context?: McpContext) {
    await new Promise<void>((resolve) => {
      context?.signal.addEventListener('abort', () => {
        this.course.aborts++;
        resolve();
      });
      context?.reportProgress(1);
    });
    return { ended: true };
  }

  @Get('aborts')
  @McpTool('aborts')
  countAborts() {
    return { count: this.course.aborts };
  }

  @Post('change')
  @McpTool('change')
  change() {
    this.notifier.toolsChanged();
    this.notifier.resourceUpdated('nest://desk/menu');
    return { changed: getMcpContext() !== undefined };
  }

  @Get('menu')
  @McpResource({ name: 'menu', uri: 'nest://desk/menu' })
  menu() {
    return ['espresso'];
  }
}

/** The application that the tests serve over HTTP and over standard streams. */
export function localModule(
  options: McpRootOptions = {},
): Required<Pick<ModuleMetadata, 'imports' | 'controllers' | 'providers'>> {
  return {
    imports: [McpModule.forRoot({ name: 'desk', ...options })],
    controllers: [DeskController, InputToolsController],
    providers: [Visit, Course],
  };
}
