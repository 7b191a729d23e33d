import { Controller, Get, Injectable, Param } from '@nestjs/common';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  McpContext,
  McpInput,
  McpInputRequired,
  McpModule,
  McpPrompt,
  McpResource,
  McpTool,
} from 'nestjs-mcp';
import { CAPABILITIES_KEY } from '../support/endpoint-client.js';
import type { EndpointAnswer } from '../support/endpoint-client.js';
import { PLATFORMS, startApp } from '../support/running-app.js';
import type { RunningApp } from '../support/running-app.js';
import { accept, ALL_CAPABILITIES, InputClient } from './input-client.js';
import type { Asked } from './input-client.js';

const CONTEXT = {
  type: 'object' as const,
  properties: { context: { type: 'string' } },
  required: ['context'],
};

@Injectable()
class Prompts {
  @McpPrompt('test_input_required_result_prompt')
  prompt(@McpContext() context?: McpContext) {
    const answer = context?.accepted<{ context: string }>('user_context')?.context;
    return answer === undefined
      ? new McpInputRequired({ inputRequests: { user_context: McpInput.form('What for?', CONTEXT) } })
      : `Context: ${answer}`;
  }
}

@Controller('reports')
class ReportsController {
  @Get(':id')
  @McpTool('report')
  @McpResource({ name: 'reports', template: 'test://reports/{id}' })
  report(@Param('id') id: string, @McpContext() context?: McpContext) {
    return context?.accepted('sure')
      ? { id, state: context.requestState }
      : new McpInputRequired({ inputRequests: { sure: McpInput.form('Sure?') }, requestState: { id } });
  }
}

describe.each(PLATFORMS)('on %s', (platform) => {
  let server: RunningApp;
  let client: InputClient;
  beforeAll(async () => {
    server = await startApp({
      platform,
      module: { imports: [McpModule.forRoot()], controllers: [ReportsController], providers: [Prompts] },
    });
    client = new InputClient(server.mcp);
  });
  beforeEach(() => {
    client.capabilities = ALL_CAPABILITIES;
  });
  afterAll(async () => {
    await server.close();
    await client.wire.assertValidMessages();
  });

  const send = (method: string, params: object): Promise<EndpointAnswer> =>
    client.modern(method, params as Record<string, unknown>, {}, { [CAPABILITIES_KEY]: client.capabilities });

  const asked = async (method: string, params: object): Promise<Asked> => {
    const { message } = await send(method, params);
    expect(message.result?.['resultType']).toBe('input_required');
    return message.result as unknown as Asked;
  };

  const PROMPT = { name: 'test_input_required_result_prompt' };
  const REPORT = { uri: 'test://reports/7' };

  it('input-required-result-non-tool-request', async () => {
    const { inputRequests, requestState } = await asked('prompts/get', PROMPT);
    expect(inputRequests['user_context']).toMatchObject({
      method: 'elicitation/create',
      params: { requestedSchema: CONTEXT },
    });
    const { message } = await send('prompts/get', {
      ...PROMPT,
      requestState,
      inputResponses: { user_context: accept({ context: 'a test' }) },
    });
    expect(message.result).toMatchObject({
      resultType: 'complete',
      messages: [{ role: 'user', content: { type: 'text', text: 'Context: a test' } }],
    });
  });

  it('a resource can ask, too', async () => {
    const { requestState } = await asked('resources/read', REPORT);
    const answers = { requestState, inputResponses: { sure: accept() } };
    const { message } = await send('resources/read', { ...REPORT, ...answers });
    const [{ text }] = message.result?.['contents'] as [{ text: string }];
    expect(JSON.parse(text)).toEqual({ id: '7', state: { id: '7' } });
    const other = await send('resources/read', { uri: 'test://reports/8', ...answers });
    expect(other.message.error?.code).toBe(-32602);
  });

  it('a state of a resource is none of the tool with the same handler', async () => {
    const { requestState } = await asked('resources/read', REPORT);
    const { message } = await client.round('report', {
      arguments: { id: '7' },
      requestState,
      inputResponses: { sure: accept() },
    });
    expect(message.error?.code).toBe(-32602);
  });

  it('input-required-result-unsupported-methods', async () => {
    for (const method of ['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list']) {
      expect((await send(method, {})).message.result?.['resultType']).toBe('complete');
    }
  });

  it.each([
    ['prompts/get', PROMPT],
    ['resources/read', REPORT],
  ])('%s without the capability is an error of HTTP 400', async (method, params) => {
    client.capabilities = {};
    const { status, message } = await send(method, params);
    expect(status).toBe(400);
    expect(message.error).toMatchObject({
      code: -32021,
      data: { requiredCapabilities: { elicitation: { form: {} } } },
    });
  });

  it.each([
    ['prompts/get', PROMPT],
    ['resources/read', REPORT],
  ])('%s of a legacy client is an error that says why', async (method, params) => {
    const { message } = await client.legacy(method, params);
    expect(message.error?.code).toBe(-32603);
    expect(message.error?.message).toContain('a client of version 2025-11-25 cannot be asked');
  });
});
