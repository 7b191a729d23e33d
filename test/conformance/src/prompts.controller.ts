import { Controller, Get, Post, Query } from '@nestjs/common';
import { McpContext, McpInput, McpInputRequired, McpParam, McpPrompt } from 'nestjs-mcp';
import { UserContext } from './forms.js';
import { PNG } from './media.js';

@Controller('prompts')
export class PromptsController {
  @Get('simple')
  @McpPrompt({ name: 'test_simple_prompt', description: 'A text.' })
  simple() {
    return 'This is a simple prompt for testing.';
  }

  @Get('arguments')
  @McpPrompt({ name: 'test_prompt_with_arguments', description: 'A text with both arguments.' })
  withArguments(
    @Query('arg1') @McpParam({ required: true, description: 'The first' }) arg1: string,
    @Query('arg2') @McpParam({ required: true, description: 'The second' }) arg2: string,
  ) {
    return `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`;
  }

  @Get('resource')
  @McpPrompt({ name: 'test_prompt_with_embedded_resource', description: 'A resource and a text.' })
  withResource(
    @Query('resourceUri') @McpParam({ required: true, description: 'URI of the resource' }) uri: string,
  ) {
    return [
      {
        type: 'resource',
        resource: { uri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' },
      },
      'Please process the embedded resource above.',
    ];
  }

  @Get('image')
  @McpPrompt({ name: 'test_prompt_with_image', description: 'An image and a text.' })
  withImage() {
    return [
      { type: 'image', data: PNG.toString('base64'), mimeType: 'image/png' },
      'Please analyze the image above.',
    ];
  }

  @Post('input')
  @McpPrompt({ name: 'test_input_required_result_prompt', description: 'Asks for context first.' })
  withInput(@McpContext() context?: McpContext) {
    const answer = context?.accepted('user_context', UserContext);
    return answer
      ? `Use this context: ${answer.context}`
      : new McpInputRequired({
          inputRequests: { user_context: McpInput.form('What context should be used?', UserContext) },
        });
  }
}
