import {
  BadRequestException,
  Body,
  Controller,
  ForbiddenException,
  Get,
  Inject,
  Injectable,
  Param,
  Post,
  Req,
  Res,
  Scope,
  UseGuards,
} from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { McpConfirm, McpContext, McpError, McpInput, McpInputRequired, McpTool } from '../../lib/index.js';
import { Gate } from '../streams/job.fixture.js';

/** What the test and the running handlers tell each other, by the name of the export. */
@Injectable()
export class Exports {
  readonly steps: string[] = [];
  private readonly gates = new Map<string, Gate>();

  gate(name: string): Gate {
    const gate = this.gates.get(name) ?? new Gate();
    this.gates.set(name, gate);
    return gate;
  }

  /** A handler works until it is let go, or its signal is aborted. */
  async work(name: string, signal?: AbortSignal): Promise<void> {
    this.steps.push(`begin ${name}`);
    this.gate(`begun ${name}`).open();
    signal?.addEventListener('abort', () => {
      this.steps.push(`abort ${name}: ${(signal.reason as Error).name}`);
      this.gate(`aborted ${name}`).open();
    });
    await Promise.race([this.gate(`end ${name}`).opened, this.gate(`aborted ${name}`).opened]);
    this.steps.push(`end ${name}`);
  }
}

@Injectable({ scope: Scope.REQUEST })
export class Caller {}

interface HttpRequest {
  readonly headers: Readonly<Record<string, string | undefined>>;
  user?: { id: string };
}

/** Who the `x-user` header says. */
@Injectable()
export class UserGuard implements CanActivate {
  constructor(@Inject(Exports) private readonly exports: Exports) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<HttpRequest>();
    const id = request.headers['x-user'];
    if (id) {
      request.user = { id };
    }
    this.exports.steps.push(`guard ${id ?? 'nobody'}`);
    return true;
  }
}

const notEve: CanActivate = {
  canActivate: (context) => {
    if (context.switchToHttp().getRequest<HttpRequest>().user?.id === 'eve') {
      throw new ForbiddenException('Not for Eve');
    }
    return true;
  },
};

const NAME = McpInput.form('What is your name?', {
  type: 'object',
  properties: { name: { type: 'string', maxLength: 5 } },
  required: ['name'],
});

@Controller('exports')
@UseGuards(UserGuard, notEve)
export class ExportsController {
  constructor(
    @Inject(Exports) private readonly exports: Exports,
    @Inject(Caller) private readonly caller: Caller,
  ) {}

  @Post('slow/:name')
  @McpTool({ name: 'slow', taskSupport: 'required' })
  async slow(
    @Param('name') name: string,
    @Body() body: { format?: string },
    @Req() request: HttpRequest,
    @McpContext() context?: McpContext,
  ) {
    await this.exports.work(name, context?.signal);
    return {
      name,
      format: body?.format,
      user: request.user?.id,
      trace: request.headers['x-trace'],
      isScoped: this.caller instanceof Caller,
    };
  }

  @Get('either/:name')
  @McpTool({ name: 'either', taskSupport: 'optional' })
  either(@Param('name') name: string) {
    return { name };
  }

  @Get('plain/:name')
  @McpTool({ name: 'plain' })
  plain(@Param('name') name: string) {
    return { name };
  }

  @Get('progress/:name')
  @McpTool({ name: 'progress', taskSupport: 'required' })
  async progress(@Param('name') name: string, @McpContext() context?: McpContext) {
    context?.log('error', 'nobody hears of it');
    context?.reportProgress(50, 100, 'Half of it');
    context?.reportProgress(40, 100, 'back again');
    await this.exports.work(name, context?.signal);
    return 'done';
  }

  @Post('fail')
  @McpTool({ name: 'fail', taskSupport: 'required' })
  fail() {
    throw new BadRequestException('There is nothing to export');
  }

  @Post('break')
  @McpTool({ name: 'break', taskSupport: 'optional' })
  break() {
    throw new McpError(-32099, 'The index is being rebuilt', { data: { retryAfter: 60 } });
  }

  @Post('ask')
  @McpTool({ name: 'ask', taskSupport: 'optional' })
  async ask(@McpContext() context?: McpContext) {
    const first = await context!.input({ name: NAME });
    const name = context!.accepted<{ name: string }>('name')?.name;
    const second = await context!.input({ name: NAME });
    return { name, first, second };
  }

  @Post('ask-two')
  @McpTool({ name: 'ask_two', taskSupport: 'required' })
  async askTwo(@McpContext() context?: McpContext) {
    const [one, two] = await Promise.all([
      context!.input({ a: NAME, b: NAME }),
      context!.input({ c: McpInput.form('Go on?') }),
    ]);
    return { one, two };
  }

  @Post('ask-model')
  @McpTool({ name: 'ask_model', taskSupport: 'required' })
  async askModel(@McpContext() context?: McpContext) {
    return context!.input({ model: McpInput.sampling({ messages: [], maxTokens: 1 }) });
  }

  @Post('ask-plainly')
  @McpTool({ name: 'ask_plainly' })
  async askPlainly(@McpContext() context?: McpContext) {
    return context!.input({ name: NAME });
  }

  @Post('return-questions')
  @McpTool({ name: 'return_questions', taskSupport: 'required' })
  returnQuestions(@McpContext() context?: McpContext) {
    this.exports.steps.push('handler');
    const round = Number(context?.requestState ?? 0);
    return round === 2
      ? { answers: context?.inputResponses }
      : new McpInputRequired({ inputRequests: { name: NAME }, requestState: round + 1 });
  }

  @Post('ask-before')
  @McpTool({ name: 'ask_before', taskSupport: 'required', taskInputBeforeStart: true })
  askBefore(@McpContext() context?: McpContext) {
    const name = context?.accepted<{ name: string }>('name')?.name;
    return name === undefined
      ? new McpInputRequired({ inputRequests: { name: NAME } })
      : { greeting: `Hello, ${name}` };
  }

  @Post('confirmed/:name')
  @McpTool({ name: 'confirmed', taskSupport: 'required' })
  @McpConfirm('Export {name}?')
  confirmed(@Param('name') name: string) {
    this.exports.steps.push('handler');
    return { name };
  }

  @Get('closing/:name')
  @McpTool({ name: 'closing', taskSupport: 'required' })
  async closing(
    @Param('name') name: string,
    @Req() request: { once(event: string, listener: () => void): void },
    @Res({ passthrough: true }) response: { raw?: object; once?: unknown },
    @McpContext() context?: McpContext,
  ) {
    const raw = (response.raw ?? response) as { once(event: string, listener: () => void): void };
    raw.once('close', () => this.exports.steps.push('response closed'));
    const incoming = ((request as { raw?: object }).raw ?? request) as typeof request;
    incoming.once('close', () => this.exports.steps.push('request closed'));
    await this.exports.work(name, context?.signal);
    return 'closed?';
  }
}
