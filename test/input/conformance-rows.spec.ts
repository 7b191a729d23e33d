import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { McpModule } from 'nestjs-mcp';
import { PLATFORMS, startApp } from '../support/running-app.js';
import type { RunningApp } from '../support/running-app.js';
import { accept, InputClient } from './input-client.js';
import { InputToolsController } from './input-tools.fixture.js';

const SAMPLED = {
  role: 'assistant',
  content: { type: 'text', text: 'Paris' },
  model: 'test-model',
  stopReason: 'endTurn',
};
const ROOTS = { roots: [{ uri: 'file:///test/root', name: 'Test Root' }] };

/** The rows of the conformance suite's `input-required-result-*` scenarios that are about tools. */
describe.each(PLATFORMS)('on %s', (platform) => {
  let server: RunningApp;
  let client: InputClient;
  beforeAll(async () => {
    server = await startApp({
      platform,
      module: { imports: [McpModule.forRoot()], controllers: [InputToolsController] },
    });
    client = new InputClient(server.mcp);
  });
  beforeEach(() => {
    client.capabilities = { sampling: {}, elicitation: {}, roots: { listChanged: true } };
  });
  afterAll(async () => {
    await server.close();
    await client.wire.assertValidMessages();
  });

  it('input-required-result-basic-elicitation', async () => {
    const asked = await client.asked('test_input_required_result_elicitation');
    expect(asked.inputRequests).toEqual({
      user_name: {
        method: 'elicitation/create',
        params: {
          message: 'What is your name?',
          requestedSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
        },
      },
    });
    const { message, said } = await client.round('test_input_required_result_elicitation', {
      inputResponses: { user_name: accept({ name: 'Alice' }) },
      requestState: asked.requestState,
    });
    expect(message.result?.['resultType']).toBe('complete');
    expect(said).toBe('Hello, Alice!');
  });

  it('input-required-result-basic-elicitation, without the state', async () => {
    const { message, said } = await client.round('test_input_required_result_elicitation', {
      inputResponses: { user_name: accept({ name: 'Alice' }) },
    });
    expect(message.result?.['resultType']).toBe('complete');
    expect(said).toBe('Hello, Alice!');
  });

  it('input-required-result-basic-sampling', async () => {
    const { inputRequests, requestState } = await client.asked('test_input_required_result_sampling');
    expect(inputRequests['capital_question']).toEqual({
      method: 'sampling/createMessage',
      params: {
        messages: [{ role: 'user', content: { type: 'text', text: 'What is the capital of France?' } }],
        maxTokens: 100,
      },
    });
    const { said } = await client.round('test_input_required_result_sampling', {
      inputResponses: { capital_question: SAMPLED },
      requestState,
    });
    expect(JSON.parse(said)).toEqual(SAMPLED);
  });

  it('input-required-result-basic-list-roots', async () => {
    const { inputRequests, requestState } = await client.asked('test_input_required_result_list_roots');
    expect(inputRequests).toEqual({ client_roots: { method: 'roots/list' } });
    const { said } = await client.round('test_input_required_result_list_roots', {
      inputResponses: { client_roots: ROOTS },
      requestState,
    });
    expect(JSON.parse(said)).toEqual(ROOTS);
  });

  it('input-required-result-request-state', async () => {
    const { inputRequests, requestState } = await client.asked('test_input_required_result_request_state');
    expect(Object.keys(inputRequests)).toEqual(['confirm']);
    expect(requestState).toMatch(/^[\w-]+$/);
    expect(Buffer.from(requestState, 'base64url').toString()).not.toContain('state-ok');
    const { said } = await client.round('test_input_required_result_request_state', {
      inputResponses: { confirm: accept({ ok: true }) },
      requestState,
    });
    expect(JSON.parse(said)).toEqual({ step: 1, note: 'state-ok' });
  });

  it('input-required-result-multiple-input-requests', async () => {
    const { inputRequests, requestState } = await client.asked('test_input_required_result_multiple_inputs');
    expect(Object.values(inputRequests).map(({ method }) => method)).toEqual([
      'elicitation/create',
      'sampling/createMessage',
      'roots/list',
    ]);
    const { said } = await client.round('test_input_required_result_multiple_inputs', {
      inputResponses: {
        user_name: accept({ name: 'Alice' }),
        capital_question: SAMPLED,
        client_roots: ROOTS,
      },
      requestState,
    });
    expect(JSON.parse(said)).toEqual(['capital_question', 'client_roots', 'user_name']);
  });

  it('input-required-result-multi-round', async () => {
    const tool = 'test_input_required_result_multi_round';
    const first = await client.asked(tool);
    const second = await client.asked(tool, {
      inputResponses: { name: accept({ name: 'Alice' }) },
      requestState: first.requestState,
    });
    expect(Object.keys(second.inputRequests)).toEqual(['color']);
    expect(second.requestState).not.toBe(first.requestState);
    const { said } = await client.round(tool, {
      inputResponses: { color: accept({ color: 'blue' }) },
      requestState: second.requestState,
    });
    expect(JSON.parse(said)).toEqual({ name: 'Alice', color: 'blue' });
  });

  it('input-required-result-missing-input-response', async () => {
    const { inputRequests } = await client.asked('test_input_required_result_elicitation', {
      inputResponses: { wrong_key: accept({ name: 'Alice' }) },
    });
    expect(Object.keys(inputRequests)).toEqual(['user_name']);
  });

  it('input-required-result-result-type', async () => {
    const { message } = await client.round('test_input_required_result_elicitation');
    expect(message.result?.['resultType']).toBe('input_required');
  });

  it('input-required-result-unsupported-methods', async () => {
    const { message } = await client.modern('tools/list');
    expect(message.result?.['resultType']).toBe('complete');
  });

  it('input-required-result-tampered-state', async () => {
    const { requestState } = await client.asked('test_input_required_result_tampered_state');
    const { status, message } = await client.round('test_input_required_result_tampered_state', {
      inputResponses: { confirm: accept({ ok: true }) },
      requestState: `${requestState}-TAMPERED`,
    });
    expect(status).toBe(200);
    expect(message.error?.code).toBe(-32602);
  });

  it('input-required-result-capability-check', async () => {
    client.capabilities = { sampling: {} };
    const { inputRequests } = await client.asked('test_input_required_result_capabilities');
    expect(Object.keys(inputRequests)).toEqual(['capital_question']);
  });

  it('input-required-result-ignore-extra-params', async () => {
    const { said } = await client.round('test_input_required_result_elicitation', {
      inputResponses: {
        user_name: accept({ name: 'Alice' }),
        extra: accept({ any: 'thing' }),
        another: { roots: [] },
      },
    });
    expect(said).toBe('Hello, Alice!');
  });

  it.each([[{ user_name: 12345 }], [null], [[]], ['text'], [{ user_name: { name: 'Alice' } }]])(
    'input-required-result-validate-input: %j',
    async (inputResponses) => {
      const { status, message } = await client.round('test_input_required_result_elicitation', {
        inputResponses,
      });
      expect(status).toBe(200);
      expect(message.error?.code).toBe(-32602);
      expect(message.error?.message).toContain('inputResponses');
    },
  );

  it('server-stateless: test_missing_capability', async () => {
    client.capabilities = {};
    const { status, message } = await client.round('test_missing_capability');
    expect(status).toBe(400);
    expect(message.error).toMatchObject({
      code: -32021,
      data: { requiredCapabilities: { sampling: {} } },
    });
    expect(message.id).toBe(1);
  });
});
