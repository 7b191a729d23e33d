import { Body, Controller, Post } from '@nestjs/common';
import { IsString } from 'class-validator';
import { McpContext, McpInput, McpInputRequired, McpTool } from 'nestjs-mcp';
import type { McpFormSource } from 'nestjs-mcp';
import { CHOICES, DEFAULTS } from '../form-schemas.js';
import { Account } from '../forms.js';

class Prompt {
  @IsString()
  prompt!: string;
}

class Message {
  @IsString()
  message!: string;
}

/** Tools that the suite calls from clients of the sessions of 2025. */
@Controller('asking')
export class AskingToolsController {
  @Post('sampling')
  @McpTool({ name: 'test_sampling', description: "Asks the client's model." })
  sampling(@Body() { prompt }: Prompt, @McpContext() context?: McpContext) {
    const response = context?.inputResponses?.['answer'];
    return response
      ? `LLM response: ${JSON.stringify(response)}`
      : new McpInputRequired({
          inputRequests: {
            answer: McpInput.sampling({
              messages: [{ role: 'user', content: { type: 'text', text: prompt } }],
              maxTokens: 100,
            }),
          },
        });
  }

  @Post('elicitation')
  @McpTool({ name: 'test_elicitation', description: 'Asks the user for an account.' })
  elicitation(@Body() { message }: Message, @McpContext() context?: McpContext) {
    return askUser(message, Account, context);
  }

  @Post('defaults')
  @McpTool({ name: 'test_elicitation_sep1034_defaults', description: 'Shows a form with defaults.' })
  defaults(@McpContext() context?: McpContext) {
    return askUser('Please review the form', DEFAULTS, context);
  }

  @Post('choices')
  @McpTool({ name: 'test_elicitation_sep1330_enums', description: 'Shows a form with choices.' })
  choices(@McpContext() context?: McpContext) {
    return askUser('Please choose', CHOICES, context);
  }
}

function askUser(message: string, fields: McpFormSource, context?: McpContext) {
  const response = context?.inputResponses?.['form'];
  return response
    ? `User response: ${JSON.stringify(response)}`
    : new McpInputRequired({ inputRequests: { form: McpInput.form(message, fields) } });
}
