import {
  Controller,
  Delete,
  ForbiddenException,
  Get,
  Inject,
  Injectable,
  Param,
  Post,
  Query,
  Scope,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common';
import type { CanActivate, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { McpArgs, McpConfirm, McpContext, McpInput, McpInputRequired, McpModule, McpTool } from 'nestjs-mcp';
import { PLATFORMS, startApp } from '../support/running-app.js';
import type { RunningApp } from '../support/running-app.js';
import { accept, ALL_CAPABILITIES, InputClient } from './input-client.js';

let steps: string[];

@Injectable()
class OwnerGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    steps.push('guard');
    const { headers } = context.switchToHttp().getRequest<{ headers: { authorization?: string } }>();
    if (headers.authorization === 'Bearer stranger') {
      throw new ForbiddenException('Not yours');
    }
    return true;
  }
}

const noting: NestInterceptor = {
  intercept: (_, next) => {
    steps.push('interceptor');
    return next.handle();
  },
};

@Injectable({ scope: Scope.REQUEST })
class Basket {}

@Controller('files')
@UseInterceptors(noting)
class FilesController {
  @Delete(':name')
  @UseGuards(OwnerGuard)
  @McpTool('remove')
  @McpConfirm('Delete {name}?')
  remove(@Param('name') name: string) {
    steps.push('handler');
    return { removed: name };
  }

  // The guard is written below, and still comes first.
  @McpConfirm('Delete all of {kind}?')
  @Delete()
  @McpTool('remove_all')
  @UseGuards(OwnerGuard)
  removeAll(@Query('kind') kind?: string) {
    steps.push('handler');
    return { removed: kind ?? 'everything' };
  }

  @Post(':name/share')
  @McpTool('share')
  @McpConfirm(async ({ name }, context) => {
    await Promise.resolve();
    return `Share ${String(name)} (${context.name})?`;
  })
  share(@Param('name') name: string, @McpContext() context?: McpContext) {
    steps.push('handler');
    const email = context?.accepted<{ email: string }>('email')?.email;
    return email === undefined
      ? new McpInputRequired({
          inputRequests: {
            email: McpInput.form('With whom?', {
              type: 'object',
              properties: { email: { type: 'string' } },
              required: ['email'],
            }),
          },
          requestState: { responses: context?.inputResponses ?? null },
        })
      : { name, email, state: context?.requestState };
  }
}

@Controller('baskets')
class BasketsController {
  constructor(@Inject(Basket) readonly basket: Basket) {}

  @Get(':id/empty')
  @McpTool('empty_basket')
  @McpConfirm('Empty it?')
  empty() {
    steps.push('handler');
    return 'empty';
  }
}

@Injectable()
class Robots {
  @McpTool('stop_robot')
  @McpConfirm('Stop {name}?')
  @UseGuards(new OwnerGuard())
  stop(@McpArgs('name') name: string) {
    steps.push('handler');
    return { stopped: name };
  }
}

const STRANGER = { authorization: 'Bearer stranger' };

describe.each(PLATFORMS)('on %s', (platform) => {
  let server: RunningApp;
  let client: InputClient;
  beforeAll(async () => {
    server = await startApp({
      platform,
      module: {
        imports: [McpModule.forRoot()],
        controllers: [FilesController, BasketsController],
        providers: [Basket, Robots],
      },
    });
    client = new InputClient(server.mcp);
  });
  beforeEach(() => {
    steps = [];
    client.capabilities = ALL_CAPABILITIES;
  });
  afterAll(async () => {
    await server.close();
    await client.wire.assertValidMessages();
  });

  const confirm = (answer: object, requestState: string, args = { name: 'a.txt' }) => ({
    arguments: args,
    inputResponses: { confirm: answer },
    requestState,
  });

  it('asks, and runs the route when the user says yes', async () => {
    const { inputRequests, requestState } = await client.asked('remove', { arguments: { name: 'a.txt' } });
    expect(inputRequests).toEqual({
      confirm: {
        method: 'elicitation/create',
        params: { message: 'Delete a.txt?', requestedSchema: { type: 'object', properties: {} } },
      },
    });
    expect(steps).toEqual(['guard']);
    const { said } = await client.round('remove', confirm({ action: 'accept' }, requestState));
    expect(JSON.parse(said)).toEqual({ removed: 'a.txt' });
    expect(steps).toEqual(['guard', 'guard', 'interceptor', 'handler']);
  });

  it.each([
    ['decline', 'declined'],
    ['cancel', 'closed the question'],
  ])('does not run after %s', async (action, words) => {
    const { requestState } = await client.asked('remove', { arguments: { name: 'a.txt' } });
    const { message, said } = await client.round('remove', confirm({ action }, requestState));
    expect(message.result).toMatchObject({ resultType: 'complete', isError: true });
    expect(said).toContain('"remove" was not run');
    expect(said).toContain(words);
    expect(steps).toEqual(['guard']);
  });

  it('does not ask who may not do it', async () => {
    for (const tool of ['remove', 'remove_all']) {
      const args = tool === 'remove' ? { name: 'a.txt' } : {};
      const { message, said } = await client.round(tool, { arguments: args }, STRANGER);
      expect(message.result).toMatchObject({ resultType: 'complete', isError: true });
      expect(said).toContain('Not yours');
    }
    expect(steps).toEqual(['guard', 'guard']);
  });

  it('asks after guards that are written above or below it', async () => {
    await client.asked('remove_all', { arguments: { kind: 'logs' } });
    expect(steps).toEqual(['guard']);
  });

  it('shows values on one line, and what is not given as such', async () => {
    const message = async (args: object) =>
      (await client.asked('remove_all', { arguments: args as Record<string, unknown> })).inputRequests[
        'confirm'
      ]!.params['message'];
    expect(await message({})).toBe('Delete all of (none)?');
    expect(await message({ kind: 'logs?\n\n\u202eNothing $& else {x}' })).toBe(
      'Delete all of logs? Nothing $& else {x}?',
    );
    expect(await message({ kind: 'x'.repeat(500) })).toBe(`Delete all of ${'x'.repeat(200)}…?`);
  });

  it('asks again when the answer is missing, and for answers that nobody asked for', async () => {
    const { requestState } = await client.asked('remove', { arguments: { name: 'a.txt' } });
    await client.asked('remove', { arguments: { name: 'a.txt' }, requestState });
    await client.asked('remove', {
      arguments: { name: 'a.txt' },
      inputResponses: { confirm: { action: 'accept' } },
    });
    expect(steps).toEqual(['guard', 'guard', 'guard']);
  });

  it('what the user agreed to is this call, and no other', async () => {
    const { requestState } = await client.asked('remove', { arguments: { name: 'a.txt' } });
    const other = await client.round('remove', {
      ...confirm({ action: 'accept' }, requestState),
      arguments: { name: 'b.txt' },
    });
    expect(other.message.error?.code).toBe(-32602);
    const stranger = await client.round('remove', confirm({ action: 'accept' }, requestState), {
      authorization: 'Bearer somebody',
    });
    expect(stranger.message.error?.code).toBe(-32602);
    expect(steps).toEqual(['guard']);
  });

  it('arguments that do not fit are answered before anybody is asked', async () => {
    const { said } = await client.round('remove', { arguments: {} });
    expect(said).toContain('name: is required');
    expect(steps).toEqual([]);
  });

  it('the handler may ask for more, and the user is not asked to confirm again', async () => {
    const first = await client.asked('share', { arguments: { name: 'a.txt' } });
    expect(first.inputRequests['confirm']!.params['message']).toBe('Share a.txt (share)?');
    const second = await client.asked('share', confirm(accept(), first.requestState));
    expect(Object.keys(second.inputRequests)).toEqual(['email']);
    const { said } = await client.round('share', {
      arguments: { name: 'a.txt' },
      inputResponses: { email: accept({ email: 'bob@example.com' }) },
      requestState: second.requestState,
    });
    // The first run of the handler did not see the confirmation as an answer to a question of its own.
    expect(JSON.parse(said)).toEqual({ name: 'a.txt', email: 'bob@example.com', state: { responses: null } });
    expect(steps).toEqual(['interceptor', 'handler', 'interceptor', 'handler']);
  });

  it('works for request-scoped controllers', async () => {
    const { requestState } = await client.asked('empty_basket', { arguments: { id: '1' } });
    expect(steps).toEqual([]);
    const { said } = await client.round('empty_basket', {
      arguments: { id: '1' },
      inputResponses: { confirm: accept() },
      requestState,
    });
    expect(said).toBe('empty');
  });

  it('works for tools of providers', async () => {
    const call = { arguments: { name: 'r2' } };
    expect((await client.round('stop_robot', call, STRANGER)).said).toContain('Not yours');
    const { inputRequests, requestState } = await client.asked('stop_robot', call);
    expect(inputRequests['confirm']!.params['message']).toBe('Stop r2?');
    expect(steps).toEqual(['guard', 'guard']);
    const { said } = await client.round('stop_robot', confirm(accept(), requestState, call.arguments));
    expect(JSON.parse(said)).toEqual({ stopped: 'r2' });
    expect(steps).toEqual(['guard', 'guard', 'guard', 'handler']);
  });

  it.each([{}, { sampling: {} }, { elicitation: { url: {} } }])(
    'a client that cannot ask its user gets an error, and nothing runs: %j',
    async (capabilities) => {
      client.capabilities = capabilities;
      const { status, message, said } = await client.round('remove', { arguments: { name: 'a.txt' } });
      expect(status).toBe(200);
      expect(message.result?.['isError']).toBe(true);
      expect(said).toBe(
        '"remove" was not run: the user has to confirm it first, and this client has no form elicitation.',
      );
      expect(steps).toEqual(['guard']);
    },
  );

  it.each(['2025-11-25', '2025-06-18', '2025-03-26'])('nor can a client of %s be asked', async (version) => {
    const { message, said } = await client.callTool(
      'remove',
      { name: 'a.txt' },
      { 'mcp-protocol-version': version },
    );
    expect(message.result?.['isError']).toBe(true);
    expect(said).toContain('"remove" was not run: the user has to confirm it first');
    expect(said).toContain(version);
    expect(steps).toEqual(['guard']);
  });

  it('HTTP requests are not held', async () => {
    const response = await fetch(`${server.origin}/files/a.txt`, { method: 'DELETE' });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ removed: 'a.txt' });
    expect(steps).toEqual(['guard', 'interceptor', 'handler']);
  });
});

describe('at boot', () => {
  it.each([
    ['Delete {nmae}?', '{nmae}, which is no argument of the tool. Its arguments are name.'],
    ['  ', 'needs a question'],
  ])('a question that cannot be asked is an error: %j', async (question, problem) => {
    @Controller('wrong')
    class WrongController {
      @Delete(':name')
      @McpTool()
      @McpConfirm(question)
      remove(@Param('name') name: string) {
        return name;
      }
    }
    await expect(
      startApp({
        platform: 'fastify',
        module: { imports: [McpModule.forRoot()], controllers: [WrongController] },
      }),
    ).rejects.toThrow(problem);
  });
});
