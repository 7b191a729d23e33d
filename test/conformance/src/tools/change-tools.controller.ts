import { Controller, Post } from '@nestjs/common';
import { McpNotifier, McpTool } from 'nestjs-mcp';

/** Tools that tell those who listen of changes. */
@Controller('changes')
export class ChangeToolsController {
  constructor(private readonly notifier: McpNotifier) {}

  @Post('tools')
  @McpTool({ name: 'test_trigger_tool_change', description: 'Says that the tools have changed.' })
  changeTools() {
    this.notifier.toolsChanged();
    return 'Told';
  }

  @Post('prompts')
  @McpTool({ name: 'test_trigger_prompt_change', description: 'Says that the prompts have changed.' })
  changePrompts() {
    this.notifier.promptsChanged();
    return 'Told';
  }
}
