import { setTimeout as wait } from 'node:timers/promises';
import { BadGatewayException, Body, Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { IsOptional, IsString, Max, Min, IsNumber } from 'class-validator';
import { McpContext, McpError, McpInput, McpInputRequired, McpTool } from 'nestjs-mcp';
import { Confirmation, UserName } from '../forms.js';

const JOB_MS = 1_000;
const NAME = McpInput.form('What is your name?', UserName);

class Computation {
  @IsNumber()
  @Min(0)
  @Max(60)
  seconds!: number;

  @IsOptional()
  @IsString()
  label?: string;
}

/** Tools that run as tasks, and one that never does. */
@Controller('tasks')
export class TaskToolsController {
  @Get('greetings/:name')
  @McpTool({ name: 'greet', description: 'Greets somebody.' })
  greet(@Param('name') name: string) {
    return `Hello, ${name}!`;
  }

  @Post('computations')
  @McpTool({ name: 'slow_compute', description: 'Computes for some seconds.', taskSupport: 'optional' })
  async slowCompute(@Body() { seconds, label }: Computation, @McpContext() context?: McpContext) {
    context?.reportProgress(0, seconds, 'Computing');
    await wait(seconds * 1_000, undefined, { signal: context?.signal });
    return `Computed ${label ?? 'something'} for ${seconds} seconds`;
  }

  @Post('failing-jobs')
  @McpTool({ name: 'failing_job', description: 'Fails after a second.', taskSupport: 'required' })
  async failingJob() {
    await wait(JOB_MS);
    throw new BadGatewayException('The other system does not answer');
  }

  @Post('broken-jobs')
  @McpTool({ name: 'protocol_error_job', description: 'Fails for the protocol.', taskSupport: 'required' })
  async protocolErrorJob() {
    await wait(JOB_MS / 10);
    throw new McpError(-32603, 'The job cannot be carried out');
  }

  @Delete('files/:filename')
  @McpTool({
    name: 'confirm_delete',
    description: 'Deletes a file when the user agrees.',
    taskSupport: 'required',
  })
  async confirmDelete(@Param('filename') filename: string, @McpContext() context?: McpContext) {
    await context?.input({ confirm: McpInput.form(`Delete ${filename}?`, Confirmation) });
    return context?.accepted('confirm', Confirmation)?.confirm ? `Deleted ${filename}` : `Kept ${filename}`;
  }

  @Post('two-questions')
  @McpTool({ name: 'multi_input', description: 'Asks two things at once.', taskSupport: 'required' })
  async multiInput(@McpContext() context?: McpContext) {
    return context?.input({ first: NAME, second: McpInput.form('And what is hers?', UserName) });
  }

  @Post('asking-first')
  @McpTool({
    name: 'test_tool_with_task',
    description: 'Asks for a name, and greets as a task.',
    taskSupport: 'required',
    taskInputBeforeStart: true,
  })
  askFirst(@McpContext() context?: McpContext) {
    const user = context?.accepted('user_name', UserName);
    return user ? `Hello, ${user.name}!` : new McpInputRequired({ inputRequests: { user_name: NAME } });
  }
}
