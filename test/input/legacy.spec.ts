import { Controller, Post } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { McpContext, McpInput, McpInputRequired, McpModule, McpTool } from 'nestjs-mcp';
import { DEFAULT_OPTIONS } from '../../lib/mcp-options.defaults.js';
import type { CallContext } from '../../lib/methods/call-context.js';
import { InputRounds } from '../../lib/methods/input/index.js';
import type { InputCall, InputChannel } from '../../lib/methods/input/index.js';
import type { JsonObject } from '../../lib/protocol/index.js';
import type { CapturedResponse } from '../../lib/replay/index.js';
import { InputClient } from './input-client.js';
import { PLATFORMS, startApp } from '../support/running-app.js';
import type { RunningApp } from '../support/running-app.js';
import { InputToolsController } from './input-tools.fixture.js';

@Controller('more')
class MoreController {
  @Post()
  @McpTool('seen')
  seen(@McpContext() context?: McpContext) {
    return { can: context?.can('elicitation'), responses: context?.inputResponses ?? null };
  }
}

describe.each(PLATFORMS)('a request without a session, on %s', (platform) => {
  let server: RunningApp;
  let client: InputClient;
  beforeAll(async () => {
    server = await startApp({
      platform,
      module: { imports: [McpModule.forRoot()], controllers: [InputToolsController, MoreController] },
    });
    client = new InputClient(server.mcp);
  });
  afterAll(async () => {
    await server.close();
    await client.wire.assertValidMessages();
  });

  it.each(['2025-11-25', '2025-06-18', '2025-03-26'])(
    'of %s is told that it cannot be asked',
    async (version) => {
      const { status, message, said } = await client.callTool(
        'test_input_required_result_elicitation',
        {},
        { 'mcp-protocol-version': version },
      );
      expect(status).toBe(200);
      expect(message.result?.['isError']).toBe(true);
      expect(said).toBe(
        '"test_input_required_result_elicitation" cannot go on without input from the user or the client: ' +
          `a client of version ${version} cannot be asked while it has no session.`,
      );
    },
  );

  it('cannot answer before it is asked, whatever it sends', async () => {
    const { said } = await client.legacy('tools/call', {
      name: 'seen',
      inputResponses: { user_name: { action: 'accept', content: { name: 'Alice' } } },
      requestState: 'made up',
    });
    expect(JSON.parse(said)).toEqual({ can: false, responses: null });
  });
});

describe('a request whose client can be asked meanwhile', () => {
  const QUESTION = McpInput.form('Name?', {
    type: 'object',
    properties: { name: { type: 'string' } },
    required: ['name'],
  });
  const asked: string[][] = [];

  function rounds(answers: JsonObject[], clientCapabilities: JsonObject = { elicitation: {} }): InputRounds {
    asked.length = 0;
    const channel: InputChannel = {
      clientCapabilities,
      ask: (requests) => {
        asked.push(Object.keys(requests));
        return Promise.resolve(answers.shift() ?? {});
      },
    };
    return new InputRounds(DEFAULT_OPTIONS, () => channel);
  }

  const call = (confirmation?: InputCall['confirmation']) =>
    ({
      request: { era: 'legacy', version: '2025-11-25', method: 'tools/call', params: {}, meta: {} },
      name: 'greet',
      args: { to: 'all' },
      confirmation,
    }) as unknown as InputCall;

  const respond = (body: unknown): CapturedResponse => ({ status: 200, headers: {}, body });

  function greet(context: CallContext): Promise<CapturedResponse> {
    const name = context.accepted<{ name: string }>('name')?.name;
    return Promise.resolve(
      respond(
        name === undefined
          ? new McpInputRequired({
              inputRequests: { name: QUESTION, roots: McpInput.roots() },
              requestState: { round: 1 },
            })
          : { name, state: context.requestState },
      ),
    );
  }

  it('is run again with the answers', async () => {
    const outcome = await rounds([{ name: { action: 'accept', content: { name: 'Alice' } } }]).run(
      call(),
      greet,
    );
    expect(outcome).toEqual({ response: respond({ name: 'Alice', state: { round: 1 } }) });
    // Roots were not declared.
    expect(asked).toEqual([['name']]);
  });

  it('is asked until it answers, but not for ever', async () => {
    const patient = await rounds([{}, {}, { name: { action: 'accept', content: { name: 'Bob' } } }]).run(
      call(),
      greet,
    );
    expect(patient).toMatchObject({ response: { body: { name: 'Bob' } } });
    const endless = await rounds([]).run(call(), greet);
    expect(endless).toEqual({ refusal: expect.stringContaining('asked 10 times') });
  });

  it('gets a refusal when its answers do not fit', async () => {
    const outcome = await rounds([{ name: { action: 'accept', content: {} } }]).run(call(), greet);
    expect(outcome).toEqual({ refusal: expect.stringContaining('name is required') });
  });

  it('gets a refusal when it declares nothing of what is needed', async () => {
    const outcome = await rounds([], { sampling: {} }).run(call(), greet);
    expect(outcome).toEqual({
      refusal: expect.stringContaining('does not declare elicitation, roots'),
    });
    expect(asked).toEqual([]);
  });

  it.each([
    ['accept', { response: expect.anything() }],
    ['decline', { refusal: '"greet" was not run: the user declined.' }],
  ])('confirms: %s', async (action, expected) => {
    const runs: boolean[] = [];
    const outcome = await rounds([{ confirm: { action } }]).run(
      call(() => 'Greet all?'),
      (context) => {
        const isHeld = context.hold();
        runs.push(isHeld);
        return Promise.resolve(respond(isHeld ? undefined : 'done'));
      },
    );
    expect(outcome).toMatchObject(expected);
    expect(runs).toEqual(action === 'accept' ? [true, false] : [true]);
  });
});
