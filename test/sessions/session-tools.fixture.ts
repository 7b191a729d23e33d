import { Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { McpConfirm, McpContext, McpPrompt, McpResource, McpTool } from 'nestjs-mcp';
import { Gate } from '../streams/job.fixture.js';

/** What the tests and the running handlers tell each other. */
export class Signals {
  begun = new Gate();
  mayEnd = new Gate();
  aborted = new Gate();
}

export function createSessionController(signals: Signals) {
  @Controller('work')
  class WorkController {
    @Post('logs')
    @McpTool('logs')
    logs(@McpContext() context?: McpContext) {
      context?.log('debug', 'details');
      context?.log('info', 'news');
      context?.log('error', 'trouble');
      return 'logged';
    }

    @Post('wait')
    @McpTool('wait')
    async wait(@McpContext() context?: McpContext) {
      context?.signal.addEventListener('abort', () => signals.aborted.open());
      signals.begun.open();
      await Promise.race([signals.mayEnd.opened, signals.aborted.opened]);
      return 'waited';
    }

    @Post('steps')
    @McpTool('steps')
    async steps(@McpContext() context?: McpContext) {
      context?.reportProgress(1, 3);
      signals.begun.open();
      await signals.mayEnd.opened;
      context?.reportProgress(2, 3);
      context?.reportProgress(3, 3);
      return 'done';
    }

    @Post('away')
    @McpTool('away')
    async away(@McpContext() context?: McpContext) {
      context?.closeStream();
      signals.begun.open();
      await signals.mayEnd.opened;
      return 'back';
    }

    @Post('who')
    @McpTool('who')
    who(@McpContext() context?: McpContext) {
      return {
        version: context?.protocolVersion,
        client: context?.clientInfo?.['name'],
        capabilities: Object.keys(context?.clientCapabilities ?? {}).sort(),
        can: context?.can('elicitation'),
      };
    }

    @Delete(':name')
    @McpTool('remove')
    @McpConfirm('Delete {name}?')
    remove(@Param('name') name: string) {
      return { removed: name };
    }

    @Get('menu')
    @McpResource({ name: 'menu', uri: 'nest://menu' })
    menu() {
      return ['espresso'];
    }

    @Get('greeting')
    @McpPrompt({ name: 'greeting', description: 'Greets' })
    greeting() {
      return 'Hello!';
    }
  }
  return WorkController;
}
