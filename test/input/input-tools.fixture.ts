import { Controller, Post } from '@nestjs/common';
import { IsBoolean, IsString } from 'class-validator';
import { McpContext, McpInput, McpInputRequired, McpTool } from 'nestjs-mcp';
import type { McpInputRequest } from 'nestjs-mcp';

export class UserName {
  @IsString()
  name!: string;
}

export class Approval {
  @IsBoolean()
  ok!: boolean;
}

export class Color {
  @IsString()
  color!: string;
}

const CAPITAL = McpInput.sampling({
  messages: [{ role: 'user', content: { type: 'text', text: 'What is the capital of France?' } }],
  maxTokens: 100,
});

function ask(inputRequests: Record<string, McpInputRequest>, requestState?: unknown): McpInputRequired {
  return new McpInputRequired({ inputRequests, requestState });
}

/** The tools of the conformance suite's `input-required-result-*` scenarios. */
@Controller('input')
export class InputToolsController {
  @Post('elicitation')
  @McpTool('test_input_required_result_elicitation')
  elicitation(@McpContext() context?: McpContext) {
    const user = context?.accepted('user_name', UserName);
    return user ? `Hello, ${user.name}!` : ask({ user_name: McpInput.form('What is your name?', UserName) });
  }

  @Post('sampling')
  @McpTool('test_input_required_result_sampling')
  sampling(@McpContext() context?: McpContext) {
    return context?.inputResponses?.['capital_question'] ?? ask({ capital_question: CAPITAL });
  }

  @Post('roots')
  @McpTool('test_input_required_result_list_roots')
  roots(@McpContext() context?: McpContext) {
    return context?.inputResponses?.['client_roots'] ?? ask({ client_roots: McpInput.roots() });
  }

  @Post('state')
  @McpTool('test_input_required_result_request_state')
  state(@McpContext() context?: McpContext) {
    return context?.accepted('confirm', Approval)?.ok
      ? context.requestState
      : ask({ confirm: McpInput.form('Go on?', Approval) }, { step: 1, note: 'state-ok' });
  }

  @Post('several')
  @McpTool('test_input_required_result_multiple_inputs')
  several(@McpContext() context?: McpContext) {
    return context?.inputResponses
      ? Object.keys(context.inputResponses).sort()
      : ask({
          user_name: McpInput.form('What is your name?', UserName),
          capital_question: CAPITAL,
          client_roots: McpInput.roots(),
        });
  }

  @Post('rounds')
  @McpTool('test_input_required_result_multi_round')
  rounds(@McpContext() context?: McpContext) {
    const name = context?.accepted('name', UserName)?.name;
    if (name !== undefined) {
      return ask({ color: McpInput.form('Which color?', Color) }, { name });
    }
    const color = context?.accepted('color', Color)?.color;
    return color === undefined
      ? ask({ name: McpInput.form('What is your name?', UserName) })
      : { ...(context?.requestState as object), color };
  }

  @Post('tampered')
  @McpTool('test_input_required_result_tampered_state')
  tampered(@McpContext() context?: McpContext) {
    return this.state(context);
  }

  @Post('capabilities')
  @McpTool('test_input_required_result_capabilities')
  capabilities(@McpContext() context?: McpContext) {
    return ask({
      ...(context?.can('elicitation') && { name: McpInput.form('What is your name?', UserName) }),
      ...(context?.can('sampling') && { capital_question: CAPITAL }),
      ...(context?.can('roots') && { client_roots: McpInput.roots() }),
    });
  }

  @Post('missing')
  @McpTool('test_missing_capability')
  missing() {
    return ask({ capital_question: CAPITAL });
  }
}
