import { Controller, Get } from '@nestjs/common';
import { McpContext, McpTool } from '../../lib/index.js';

/** A promise that somebody else settles. */
export class Gate {
  isOpen = false;
  open!: () => void;
  readonly opened = new Promise<void>((resolve) => {
    this.open = () => {
      this.isOpen = true;
      resolve();
    };
  });
}

/** What the test and the running handlers tell each other. */
export class Jobs {
  /** The handler has begun. */
  begun = new Gate();
  /** The handler may end. */
  mayEnd = new Gate();
  /** The handler's signal has been aborted. */
  aborted = new Gate();
}

export const LOG_LEVEL_KEY = 'io.modelcontextprotocol/logLevel';

export function createJobController(jobs: Jobs) {
  @Controller('jobs')
  class JobController {
    @Get('steps')
    @McpTool()
    steps(@McpContext() context?: McpContext) {
      context?.reportProgress(1, 3, 'one');
      context?.reportProgress(2, 3, 'two\nlines');
      context?.reportProgress(3, 3);
      return { done: true };
    }

    @Get('back-and-forth')
    @McpTool({ name: 'back_and_forth' })
    backAndForth(@McpContext() context?: McpContext) {
      [10, 5, 10, NaN, Infinity, 20].forEach((progress) => context?.reportProgress(progress, Infinity));
      return 'done';
    }

    @Get('logs')
    @McpTool()
    logs(@McpContext() context?: McpContext) {
      context?.log('debug', 'details');
      context?.log('warning', { left: 3 }, 'stock');
      context?.log('error', undefined);
      const cycle: Record<string, unknown> = { big: 1n };
      cycle['self'] = cycle;
      context?.log('critical', cycle);
      return 'logged';
    }

    @Get('wait')
    @McpTool()
    async wait(@McpContext() context?: McpContext) {
      context?.reportProgress(1);
      context?.signal.addEventListener('abort', () => jobs.aborted.open());
      jobs.begun.open();
      await jobs.mayEnd.opened;
      context?.reportProgress(2);
      return 'waited';
    }

    @Get('flood')
    @McpTool()
    async flood(@McpContext() context?: McpContext) {
      const message = 'x'.repeat(64 * 1024);
      for (let count = 1; count <= 400; count++) {
        context?.reportProgress(count, 400, message);
        await new Promise((resolve) => setImmediate(resolve));
      }
      jobs.begun.open();
      await jobs.mayEnd.opened;
      return { flooded: true };
    }

    @Get('fail')
    @McpTool()
    fail(@McpContext() context?: McpContext) {
      context?.reportProgress(1);
      throw new Error('no');
    }
  }
  return JobController;
}
