import { Controller, Logger, Param, Post } from '@nestjs/common';
import type { LoggerService } from '@nestjs/common';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { McpContext, McpInput, McpInputRequired, McpModule, McpTool } from 'nestjs-mcp';
import type { McpModuleOptions } from 'nestjs-mcp';
import { PLATFORMS, startApp } from '../support/running-app.js';
import type { RunningApp } from '../support/running-app.js';
import { accept, InputClient } from './input-client.js';

const SECRET = 'a secret that is long enough: 12345';
const OTHER_SECRET = 'another secret that is long enough!';

@Controller('transfers')
class TransfersController {
  @Post(':to/:amount')
  @McpTool('transfer')
  transfer(@Param('to') to: string, @Param('amount') amount: string, @McpContext() context?: McpContext) {
    return context?.accepted('sure')
      ? { to, amount, state: context.requestState }
      : new McpInputRequired({
          inputRequests: { sure: McpInput.form(`Send ${amount} to ${to}?`) },
          requestState: { amount, secret: 'for us only' },
        });
  }

  @Post('other/:to/:amount')
  @McpTool('other_transfer')
  other(@Param('to') to: string, @Param('amount') amount: string, @McpContext() context?: McpContext) {
    return this.transfer(to, amount, context);
  }
}

const SURE = { sure: accept() };
const TO_BOB: Readonly<Record<string, unknown>> = { to: 'bob', amount: '7' };

describe.each(PLATFORMS)('on %s', (platform) => {
  let warnings: string[];
  const servers: RunningApp[] = [];
  let clients: InputClient[] = [];
  beforeEach(() => {
    warnings = [];
  });
  afterEach(async () => {
    jest.useRealTimers();
    await Promise.all(servers.splice(0).map((server) => server.close()));
    Logger.overrideLogger(false);
    for (const client of clients) {
      await client.wire.assertValidMessages();
    }
    clients = [];
  });

  async function start(
    options: McpModuleOptions = {},
    users?: (token: string | undefined) => object | undefined,
  ): Promise<InputClient> {
    const ignore = () => undefined;
    const logger: LoggerService = {
      log: ignore,
      error: ignore,
      warn: (text: unknown) => warnings.push(String(text)),
    };
    const guard = {
      canActivate: (context: { switchToHttp(): { getRequest(): Record<string, unknown> } }) => {
        const request = context.switchToHttp().getRequest();
        const { authorization } = request['headers'] as { authorization?: string };
        const user = users?.(authorization);
        if (user) {
          request['user'] = user;
        }
        return true;
      },
    };
    const server = await startApp({
      platform,
      module: { imports: [McpModule.forRoot(options)], controllers: [TransfersController] },
      configure: (app) => app.useGlobalGuards(guard),
      logger,
    });
    const client = new InputClient(server.mcp);
    servers.push(server);
    clients.push(client);
    return client;
  }

  async function refusal(
    client: InputClient,
    requestState: unknown,
    { tool = 'transfer', args = TO_BOB, headers = {} } = {},
  ): Promise<string | undefined> {
    const { message, status } = await client.round(
      tool,
      { arguments: args, requestState, inputResponses: SURE },
      headers,
    );
    expect(status).toBe(200);
    if (message.error) {
      expect(message.error.code).toBe(-32602);
      expect(message.error.data).toBeUndefined();
    }
    return message.error?.message;
  }

  it('what the handler gave comes back to it, and nobody can read it on the way', async () => {
    const client = await start();
    const { requestState } = await client.asked('transfer', { arguments: TO_BOB });
    for (const encoding of ['base64url', 'utf8'] as const) {
      expect(Buffer.from(requestState, encoding).toString('latin1')).not.toContain('for us only');
    }
    const { said } = await client.round('transfer', {
      arguments: TO_BOB,
      requestState,
      inputResponses: SURE,
    });
    expect(JSON.parse(said)).toEqual({ ...TO_BOB, state: { amount: '7', secret: 'for us only' } });
  });

  it('arguments in another order are the same', async () => {
    const client = await start();
    const { requestState } = await client.asked('transfer', { arguments: { to: 'bob', amount: '7' } });
    expect(await refusal(client, requestState, { args: { amount: '7', to: 'bob' } })).toBeUndefined();
  });

  it('arguments that are ignored may change', async () => {
    const client = await start();
    const { requestState } = await client.asked('transfer', { arguments: { ...TO_BOB, toolCallId: 'a' } });
    expect(await refusal(client, requestState, { args: { ...TO_BOB, toolCallId: 'b' } })).toBeUndefined();
  });

  it.each<[string, (state: string) => unknown]>([
    ['text is added', (state) => `${state}-TAMPERED`],
    ['a character that is no base64 is added', (state) => `${state}!`],
    ['it is padded', (state) => `${state}=`],
    ['its end is cut off', (state) => state.slice(0, -1)],
    ['a character of it is another', (state) => (state.startsWith('A') ? 'B' : 'A') + state.slice(1)],
    ['it is empty', () => ''],
    ['it is made up', () => Buffer.from('{"state":{"amount":"1"}}').toString('base64url')],
    ['it is no text', () => 7],
    ['it is null', () => null],
    ['it is an object', () => ({ amount: '1' })],
  ])('a state is refused when %s', async (_, change) => {
    const client = await start();
    const { requestState } = await client.asked('transfer', { arguments: TO_BOB });
    const reason = await refusal(client, change(requestState));
    expect(reason).toContain('"requestState" is not one that this server gave for this request');
    expect(reason).not.toContain('for us only');
  });

  it('a state of other arguments is refused', async () => {
    const client = await start();
    const { requestState } = await client.asked('transfer', { arguments: TO_BOB });
    expect(await refusal(client, requestState, { args: { to: 'bob', amount: '7000' } })).toContain(
      'requestState',
    );
  });

  it('a state of another tool is refused', async () => {
    const client = await start();
    const { requestState } = await client.asked('transfer', { arguments: TO_BOB });
    expect(await refusal(client, requestState, { tool: 'other_transfer' })).toContain('requestState');
  });

  it('a state that has expired is refused, and says so', async () => {
    const client = await start({ requestState: { ttlMs: 1 } });
    const { requestState } = await client.asked('transfer', { arguments: TO_BOB });
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(await refusal(client, requestState)).toBe('"requestState" has expired: start again without it');
  });

  it('lasts ten minutes by default', async () => {
    const client = await start();
    const now = Date.now();
    const { requestState } = await client.asked('transfer', { arguments: TO_BOB });
    const clock = jest.spyOn(Date, 'now');
    clock.mockReturnValue(now + 9.9 * 60_000);
    expect(await refusal(client, requestState)).toBeUndefined();
    clock.mockReturnValue(now + 10.1 * 60_000);
    expect(await refusal(client, requestState)).toContain('expired');
    clock.mockRestore();
  });

  describe('the caller', () => {
    const ALICE = { authorization: 'Bearer alice' };
    const BOB = { authorization: 'Bearer bob' };

    it.each<[string, McpModuleOptions, ((token?: string) => object | undefined) | undefined]>([
      ['the authorization header', {}, undefined],
      ['request.user.id', {}, (token) => ({ id: token === ALICE.authorization ? 1 : 2, sub: 'x' })],
      ['request.user.sub', {}, (token) => ({ sub: token })],
      [
        'the option principal',
        {
          principal: (request) => (request as { headers: { authorization?: string } }).headers.authorization,
        },
        () => ({ id: 'the same for all' }),
      ],
    ])('is told by %s: nobody else can go on with the call', async (_, options, users) => {
      const client = await start(options, users);
      const { requestState } = await client.asked('transfer', { arguments: TO_BOB }, ALICE);
      expect(await refusal(client, requestState, { headers: BOB })).toContain('requestState');
      expect(await refusal(client, requestState, { headers: ALICE })).toBeUndefined();
    });

    it('is the user, whatever the token', async () => {
      const client = await start({}, () => ({ id: 7 }));
      const { requestState } = await client.asked('transfer', { arguments: TO_BOB }, ALICE);
      expect(await refusal(client, requestState, { headers: BOB })).toBeUndefined();
    });

    it('who signs in, or out, is another one', async () => {
      const client = await start();
      const anonymous = await client.asked('transfer', { arguments: TO_BOB });
      expect(await refusal(client, anonymous.requestState, { headers: ALICE })).toContain('requestState');
      const alices = await client.asked('transfer', { arguments: TO_BOB }, ALICE);
      expect(await refusal(client, alices.requestState)).toContain('requestState');
    });

    it('an id is not taken for a sub, nor for a name of the option', async () => {
      const client = await start({}, (token) => (token ? { id: 'x' } : { sub: 'x' }));
      const { requestState } = await client.asked('transfer', { arguments: TO_BOB }, ALICE);
      expect(await refusal(client, requestState)).toContain('requestState');
    });

    it('many callers at once go on with their own calls only', async () => {
      const client = await start({}, (token) => ({ id: token }));
      const callers = Array.from({ length: 20 }, (_, index) => ({
        headers: { authorization: `Bearer ${index}` },
        args: { to: `user-${index}`, amount: String(index) },
      }));
      const asked = await Promise.all(
        callers.map(({ headers, args }) => client.asked('transfer', { arguments: args }, headers)),
      );
      const answers = await Promise.all(
        callers.map(({ headers, args }, index) =>
          client.round(
            'transfer',
            { arguments: args, requestState: asked[index]!.requestState, inputResponses: SURE },
            headers,
          ),
        ),
      );
      answers.forEach(({ said }, index) => {
        expect(JSON.parse(said)).toMatchObject({ to: `user-${index}`, state: { amount: String(index) } });
      });
      const stolen = await Promise.all(
        callers.map(({ headers, args }, index) =>
          refusal(client, asked[(index + 1) % callers.length]!.requestState, { headers, args }),
        ),
      );
      expect(stolen.every((reason) => reason?.includes('requestState'))).toBe(true);
    });
  });

  describe('the keys', () => {
    it('are those of the process by default, which is warned of once', async () => {
      const one = await start();
      const another = await start();
      expect(warnings.filter((text) => text.includes('requestState'))).toEqual([]);
      const { requestState } = await one.asked('transfer', { arguments: TO_BOB });
      await one.asked('transfer', { arguments: TO_BOB });
      expect(warnings.filter((text) => text.includes('requestState.keys'))).toHaveLength(1);
      expect(await refusal(another, requestState)).toContain('requestState');
    });

    it.each([SECRET, Buffer.alloc(32, 7), new Uint8Array(40).fill(3)])(
      'let every instance that has them go on with a call: %p',
      async (key) => {
        const one = await start({ requestState: { keys: [key] } });
        const another = await start({ requestState: { keys: [key] } });
        const { requestState } = await one.asked('transfer', { arguments: TO_BOB });
        expect(await refusal(another, requestState)).toBeUndefined();
        expect(warnings).toEqual([]);
      },
    );

    it('can be exchanged: the first one seals, all of them open', async () => {
      const before = await start({ requestState: { keys: [SECRET] } });
      const during = await start({ requestState: { keys: [OTHER_SECRET, SECRET] } });
      const after = await start({ requestState: { keys: [OTHER_SECRET] } });
      const old = await before.asked('transfer', { arguments: TO_BOB });
      expect(await refusal(during, old.requestState)).toBeUndefined();
      expect(await refusal(after, old.requestState)).toContain('requestState');
      const fresh = await during.asked('transfer', { arguments: TO_BOB });
      expect(await refusal(before, fresh.requestState)).toContain('requestState');
      expect(await refusal(after, fresh.requestState)).toBeUndefined();
    });
  });

  it.each<[object | string, string]>([
    [{ keys: ['short secret'] }, 'keys of at least 32 characters or bytes, which keys[0] is not'],
    [{ keys: [SECRET, Buffer.alloc(31)] }, 'which keys[1] is not'],
    [{ keys: [] }, 'must have an array of secrets as keys'],
    [{ keys: SECRET }, 'must have an array of secrets as keys'],
    [{ keys: [7] }, 'which keys[0] is not'],
    [{ ttlMs: 0 }, 'a whole number of milliseconds above 0 as ttlMs'],
    [{ key: SECRET }, 'not "key"'],
    [SECRET, 'must be an object of keys and ttlMs'],
  ])('a wrong option stops the boot without giving the keys away: %j', async (requestState, problem) => {
    const failure: unknown = await start({ requestState } as McpModuleOptions).catch(
      (error: unknown) => error,
    );
    const { message } = failure as Error;
    expect(message).toContain(`"requestState" `);
    expect(message).toContain(problem);
    expect(message).not.toContain('secret that');
    expect(message).not.toContain('short secret');
  });
});
