import { setTimeout as wait } from 'node:timers/promises';
import { Controller, Get, Post } from '@nestjs/common';
import { McpContext, McpInput, McpInputRequired, McpTool } from 'nestjs-mcp';
import { UserName } from '../forms.js';

const PAUSE_MS = 50;

/** Tools that say something before they answer. */
@Controller('streams')
export class StreamToolsController {
  @Get('logging')
  @McpTool({ name: 'test_tool_with_logging', description: 'Logs while it runs.' })
  async logging(@McpContext() context?: McpContext) {
    context?.log('info', 'Tool execution started');
    await wait(PAUSE_MS);
    context?.log('info', 'Tool processing data');
    await wait(PAUSE_MS);
    context?.log('info', 'Tool execution completed');
    return 'Tool with logging executed successfully';
  }

  @Get('unasked-logging')
  @McpTool({ name: 'test_logging_tool', description: 'Logs, for those who asked for it.' })
  unaskedLogging(@McpContext() context?: McpContext) {
    context?.log('error', 'This is for clients that named a level');
    return 'Logged';
  }

  @Get('progress')
  @McpTool({ name: 'test_tool_with_progress', description: 'Reports its progress.' })
  async progress(@McpContext() context?: McpContext) {
    context?.reportProgress(0, 100);
    await wait(PAUSE_MS);
    context?.reportProgress(50, 100);
    await wait(PAUSE_MS);
    context?.reportProgress(100, 100);
    return 'Done';
  }

  @Get('reconnection')
  @McpTool({ name: 'test_reconnection', description: 'Lets the connection go before it answers.' })
  async reconnection(@McpContext() context?: McpContext) {
    context?.closeStream();
    await wait(PAUSE_MS * 2);
    return 'Reconnection test completed successfully';
  }

  @Post('elicitation')
  @McpTool({ name: 'test_streaming_elicitation', description: 'Asks for a name.' })
  elicitation(@McpContext() context?: McpContext) {
    const user = context?.accepted('user_name', UserName);
    return user
      ? `Hello, ${user.name}!`
      : new McpInputRequired({ inputRequests: { user_name: McpInput.form('What is your name?', UserName) } });
  }
}
