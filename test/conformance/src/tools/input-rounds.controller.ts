import { Controller, Post } from '@nestjs/common';
import { McpContext, McpInput, McpInputRequired, McpTool } from 'nestjs-mcp';
import { Approval, Color, UserName } from '../forms.js';

const CAPITAL = McpInput.sampling({
  messages: [{ role: 'user', content: { type: 'text', text: 'What is the capital of France?' } }],
  maxTokens: 100,
});
const NAME = McpInput.form('What is your name?', UserName);

/** Tools that need something of the client before they answer. */
@Controller('input-rounds')
export class InputRoundsController {
  @Post('elicitation')
  @McpTool({ name: 'test_input_required_result_elicitation', description: 'Greets the user by name.' })
  elicitation(@McpContext() context?: McpContext) {
    const user = context?.accepted('user_name', UserName);
    return user ? `Hello, ${user.name}!` : new McpInputRequired({ inputRequests: { user_name: NAME } });
  }

  @Post('sampling')
  @McpTool({ name: 'test_input_required_result_sampling', description: "Asks the client's model." })
  sampling(@McpContext() context?: McpContext) {
    return (
      context?.inputResponses?.['capital_question'] ??
      new McpInputRequired({ inputRequests: { capital_question: CAPITAL } })
    );
  }

  @Post('roots')
  @McpTool({ name: 'test_input_required_result_list_roots', description: "Asks for the client's roots." })
  roots(@McpContext() context?: McpContext) {
    return (
      context?.inputResponses?.['client_roots'] ??
      new McpInputRequired({ inputRequests: { client_roots: McpInput.roots() } })
    );
  }

  @Post('state')
  @McpTool({ name: 'test_input_required_result_request_state', description: 'Remembers something.' })
  state(@McpContext() context?: McpContext) {
    return context?.accepted('confirm', Approval)?.ok
      ? context.requestState
      : new McpInputRequired({
          inputRequests: { confirm: McpInput.form('Please confirm', Approval) },
          requestState: 'state-ok',
        });
  }

  @Post('tampered-state')
  @McpTool({ name: 'test_input_required_result_tampered_state', description: 'Remembers it safely.' })
  tamperedState(@McpContext() context?: McpContext) {
    return this.state(context);
  }

  @Post('several')
  @McpTool({ name: 'test_input_required_result_multiple_inputs', description: 'Asks three things at once.' })
  several(@McpContext() context?: McpContext) {
    return (
      context?.inputResponses ??
      new McpInputRequired({
        inputRequests: { user_name: NAME, capital_question: CAPITAL, client_roots: McpInput.roots() },
        requestState: 'asked',
      })
    );
  }

  @Post('rounds')
  @McpTool({ name: 'test_input_required_result_multi_round', description: 'Asks twice.' })
  rounds(@McpContext() context?: McpContext) {
    const user = context?.accepted('step1', UserName);
    if (user) {
      return new McpInputRequired({
        inputRequests: { step2: McpInput.form('What is your favorite color?', Color) },
        requestState: user,
      });
    }
    const favorite = context?.accepted('step2', Color);
    return favorite
      ? { ...(context?.requestState as UserName), ...favorite }
      : new McpInputRequired({ inputRequests: { step1: NAME }, requestState: 'first round' });
  }

  @Post('capabilities')
  @McpTool({
    name: 'test_input_required_result_capabilities',
    description: 'Asks for what the client can be asked for.',
  })
  capabilities(@McpContext() context?: McpContext) {
    return (
      context?.inputResponses ??
      new McpInputRequired({
        inputRequests: {
          ...(context?.can('elicitation') && { user_name: NAME }),
          ...(context?.can('sampling') && { capital_question: CAPITAL }),
          ...(context?.can('roots') && { client_roots: McpInput.roots() }),
        },
        requestState: 'asked',
      })
    );
  }

  @Post('missing-capability')
  @McpTool({ name: 'test_missing_capability', description: 'Cannot do without sampling.' })
  missingCapability(@McpContext() context?: McpContext) {
    return this.sampling(context);
  }
}
