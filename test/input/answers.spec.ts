import { Controller, Post } from '@nestjs/common';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { IsInt, IsOptional, IsString, Matches, Max, Min } from 'class-validator';
import { McpContext, McpInput, McpInputRequired, McpModule, McpParam, McpTool } from 'nestjs-mcp';
import { PLATFORMS, startApp } from '../support/running-app.js';
import type { RunningApp } from '../support/running-app.js';
import { accept, ALL_CAPABILITIES, InputClient } from './input-client.js';

class Guest {
  @IsString()
  @McpParam({ schema: { type: 'string', format: 'email' } })
  email!: string;

  @IsInt()
  @Min(1)
  @Max(8)
  seats!: number;

  @IsOptional()
  @Matches(/^[A-Z]{2}$/)
  country?: string;
}

let seen: { responses: unknown; state: unknown; guest: unknown }[] = [];

@Controller('booking')
class BookingController {
  @Post()
  @McpTool('book')
  book(@McpContext() context?: McpContext) {
    const guest = context?.accepted('guest', Guest);
    seen.push({ responses: context?.inputResponses, state: context?.requestState, guest });
    const link = context?.inputResponses?.['payment'];
    if (guest && link) {
      return 'booked';
    }
    return new McpInputRequired({
      inputRequests: {
        guest: McpInput.form('Who comes?', Guest),
        payment: McpInput.url('Please pay', 'https://pay.example.com/7'),
      },
    });
  }

  @Post('later')
  @McpTool('later')
  later(@McpContext() context?: McpContext) {
    return context?.requestState === undefined
      ? new McpInputRequired({ requestState: { turn: 2 } })
      : context.requestState;
  }

  @Post('sampled')
  @McpTool('sampled')
  sampled() {
    return new McpInputRequired({
      inputRequests: {
        answer: McpInput.sampling({
          messages: [{ role: 'user', content: { type: 'text', text: '?' } }],
          maxTokens: 10,
          tools: [{ name: 'x', inputSchema: { type: 'object' } }],
        }),
      },
    });
  }

  @Post('can')
  @McpTool('can')
  can(@McpContext() context?: McpContext) {
    return (['elicitation', 'elicitation.url', 'sampling', 'sampling.tools', 'roots'] as const).filter(
      (kind) => context?.can(kind),
    );
  }
}

const GUEST = accept({ email: 'a@example.com', seats: 2 });

describe.each(PLATFORMS)('on %s', (platform) => {
  let server: RunningApp;
  let client: InputClient;
  beforeAll(async () => {
    server = await startApp({
      platform,
      module: { imports: [McpModule.forRoot()], controllers: [BookingController] },
    });
    client = new InputClient(server.mcp);
  });
  afterEach(() => {
    seen = [];
    client.capabilities = ALL_CAPABILITIES;
  });
  afterAll(async () => {
    await server.close();
    await client.wire.assertValidMessages();
  });

  describe('what is asked', () => {
    it('a form of a DTO class has its fields as the specification allows them', async () => {
      const { inputRequests } = await client.asked('book');
      expect(inputRequests['guest']!.params['requestedSchema']).toEqual({
        type: 'object',
        properties: {
          email: { type: 'string', format: 'email' },
          seats: { type: 'integer', minimum: 1, maximum: 8 },
          country: { type: 'string' },
        },
        required: ['email', 'seats'],
      });
      expect(inputRequests['payment']).toEqual({
        method: 'elicitation/create',
        params: { mode: 'url', message: 'Please pay', url: 'https://pay.example.com/7' },
      });
    });

    it('nothing: only a state for the next round', async () => {
      const { message } = await client.round('later');
      expect(message.result).toEqual({
        resultType: 'input_required',
        requestState: expect.any(String),
      });
      const { said } = await client.round('later', { requestState: message.result?.['requestState'] });
      expect(JSON.parse(said)).toEqual({ turn: 2 });
    });
  });

  describe('the capabilities of the client', () => {
    it.each([
      [{}, []],
      [{ elicitation: {} }, ['elicitation']],
      [{ elicitation: { form: {} } }, ['elicitation']],
      [{ elicitation: { url: {} } }, ['elicitation.url']],
      [{ elicitation: { form: {}, url: {} } }, ['elicitation', 'elicitation.url']],
      [{ sampling: {}, roots: {} }, ['sampling', 'roots']],
      [{ sampling: { tools: {} } }, ['sampling', 'sampling.tools']],
    ])('%j lets it be asked for %j', async (capabilities, kinds) => {
      client.capabilities = capabilities;
      expect(JSON.parse((await client.round('can')).said)).toEqual(kinds);
    });

    it('questions of kinds that are not declared stay here', async () => {
      client.capabilities = { elicitation: { url: {} } };
      const { inputRequests, requestState } = await client.asked('book');
      expect(Object.keys(inputRequests)).toEqual(['payment']);
      // The rest is missing in the next round, and can still not be asked.
      const { inputRequests: again } = await client.asked('book', {
        requestState,
        inputResponses: { payment: { action: 'accept' }, guest: GUEST },
      });
      expect(Object.keys(again)).toEqual(['payment']);
      expect(seen[1]!.responses).toEqual({ payment: { action: 'accept' } });
    });

    it('when no question can be asked, the error names what all of them need', async () => {
      client.capabilities = { roots: {} };
      const { status, message } = await client.round('book');
      expect(status).toBe(400);
      expect(message.error).toMatchObject({
        code: -32021,
        data: { requiredCapabilities: { elicitation: { form: {}, url: {} } } },
      });
    });

    it('sampling with tools needs its own', async () => {
      const { status, message } = await client.round('sampled');
      expect(status).toBe(400);
      expect(message.error?.data).toEqual({ requiredCapabilities: { sampling: { tools: {} } } });
      client.capabilities = { sampling: { tools: {} } };
      await client.asked('sampled');
    });
  });

  describe('what is answered', () => {
    it('reaches the handler', async () => {
      const { requestState } = await client.asked('book');
      expect(seen).toEqual([{ responses: undefined, state: undefined, guest: undefined }]);
      const inputResponses = { guest: GUEST, payment: { action: 'accept' } };
      const { said } = await client.round('book', { requestState, inputResponses });
      expect(said).toBe('booked');
      expect(seen[1]!.responses).toEqual(inputResponses);
    });

    it('is dropped under keys that were not asked', async () => {
      const { requestState } = await client.asked('book');
      await client.asked('book', { requestState, inputResponses: { guest: GUEST, other: 7 } });
      expect(seen[1]!.responses).toEqual({ guest: GUEST });
    });

    it.each([
      ['a missing field', { email: 'a@example.com' }, 'seats is required'],
      ['a wrong type', { email: 'a@example.com', seats: '2' }, 'seats must be an integer, not "2"'],
      ['a wrong format', { email: 'nobody', seats: 2 }, 'email must be of the format email'],
      ['a number out of range', { email: 'a@example.com', seats: 9 }, 'seats must be <= 8, not 9'],
    ])('is refused for %s', async (_, content, problem) => {
      const { requestState } = await client.asked('book');
      const { message } = await client.round('book', {
        requestState,
        inputResponses: { guest: accept(content) },
      });
      expect(message.error?.code).toBe(-32602);
      expect(message.error?.message).toContain(`inputResponses["guest"] does not fit the form: ${problem}`);
      expect(seen).toHaveLength(1);
    });

    it.each([
      ['no content', { action: 'accept' }],
      ['an answer of another kind', { roots: [] }],
      ['an unknown action', { action: 'maybe' }],
      ['a nested value', accept({ email: {}, seats: 2 })],
    ])('is refused for %s', async (_, guest) => {
      const { requestState } = await client.asked('book');
      const { message } = await client.round('book', { requestState, inputResponses: { guest } });
      expect(message.error?.code).toBe(-32602);
    });

    it.each(['decline', 'cancel'])('is no accepted form after %s', async (action) => {
      const { requestState } = await client.asked('book');
      await client.asked('book', { requestState, inputResponses: { guest: { action } } });
      expect(seen[1]).toMatchObject({ responses: { guest: { action } }, guest: undefined });
    });

    it('is no accepted form when it breaks a rule that the client could not know', async () => {
      const { requestState } = await client.asked('book');
      const guest = accept({ email: 'a@example.com', seats: 2, country: 'Belgium' });
      await client.asked('book', { requestState, inputResponses: { guest } });
      expect(seen[1]!.guest).toBeUndefined();
    });

    it('is no accepted form when it comes without the state and does not fit', async () => {
      await client.asked('book', { inputResponses: { guest: accept({ seats: 'many' }) } });
      expect(seen[0]!.guest).toBeUndefined();
    });
  });
});
