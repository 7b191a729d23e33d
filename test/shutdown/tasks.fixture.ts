import { Controller, Get, Inject, Injectable, Post } from '@nestjs/common';
import { McpContext, McpInput, McpInputRequired, McpTool } from '../../lib/index.js';
import { Gate } from '../streams/job.fixture.js';

/** What the tests and the running handlers tell each other. */
@Injectable()
export class Tasks {
  readonly begun = new Gate();
  readonly mayEnd = new Gate();
  readonly aborted = new Gate();
}

@Controller('tasks')
export class TasksController {
  constructor(@Inject(Tasks) private readonly tasks: Tasks) {}

  /** Hears of the shutdown, and ends when it may. */
  @Post('long')
  @McpTool('long')
  async long(@McpContext() context?: McpContext) {
    context?.signal.addEventListener('abort', () => this.tasks.aborted.open());
    context?.reportProgress(1);
    this.tasks.begun.open();
    await this.tasks.mayEnd.opened;
    return { carriedOut: true };
  }

  @Get('quick')
  @McpTool('quick')
  quick() {
    return { quick: true };
  }

  @Get('ask-later')
  @McpTool('ask_later')
  async askLater() {
    this.tasks.begun.open();
    await this.tasks.mayEnd.opened;
    return this.ask();
  }

  @Get('ask')
  @McpTool('ask')
  ask() {
    return new McpInputRequired({
      inputRequests: {
        name: McpInput.form('Who are you?', { type: 'object', properties: { name: { type: 'string' } } }),
      },
    });
  }
}
