import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Body, Controller, Delete, Get, Param, ParseIntPipe, Post } from '@nestjs/common';
import { IsInt, IsString } from 'class-validator';
import { McpConfirm, McpContext, McpNotifier, McpPrompt, McpResource, McpTool } from 'nestjs-mcp';
import { CallerService } from './caller.service.js';

class NoteDto {
  @IsInt()
  number!: number;

  @IsString()
  text!: string;
}

/** Every answer names its caller. One instance for each request, since the service is of the request. */
@Controller('caller')
export class CallerController {
  constructor(
    private readonly caller: CallerService,
    private readonly notifier: McpNotifier,
  ) {}

  @Get('echo/:number')
  @McpTool('echo')
  @McpResource({ template: 'caller://echo/{number}', name: 'echo' })
  async echo(@Param('number', ParseIntPipe) number: number) {
    // Others get their turn in between.
    await nextTurn();
    return { caller: this.caller.name, number };
  }

  @Get('words/:number')
  @McpPrompt('words')
  words(@Param('number', ParseIntPipe) number: number) {
    return JSON.stringify({ caller: this.caller.name, number });
  }

  @Post('note')
  @McpTool('note')
  note(@Body() { number, text }: NoteDto) {
    this.notifier.resourceUpdated('caller://echo/1');
    return { caller: this.caller.name, number, length: text.length };
  }

  @Get('steps/:number')
  @McpTool('steps')
  async steps(@Param('number', ParseIntPipe) number: number, @McpContext() context?: McpContext) {
    for (let step = 1; step <= 5; step++) {
      context?.reportProgress(step, 5, this.caller.name);
      await nextTurn();
    }
    return { caller: this.caller.name, number };
  }

  /** Ends when the client has gone. */
  @Get('wait')
  @McpTool('wait')
  async wait(@McpContext() context?: McpContext) {
    context?.reportProgress(1);
    if (context && !context.signal.aborted) {
      await once(context.signal, 'abort');
    }
    return { caller: this.caller.name };
  }

  @Delete(':number')
  @McpTool('remove')
  @McpConfirm('Remove {number}?')
  remove(@Param('number', ParseIntPipe) number: number) {
    return { caller: this.caller.name, number };
  }
}
