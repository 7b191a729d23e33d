import { ClassSerializerInterceptor, Controller, Get, Post, UseInterceptors } from '@nestjs/common';
import type { NestInterceptor } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { McpContext, McpInput, McpInputRequired, McpModule, McpTool } from 'nestjs-mcp';
import { map } from 'rxjs';
import { PLATFORMS, startApp } from '../support/running-app.js';
import type { RunningApp } from '../support/running-app.js';
import { accept, InputClient } from './input-client.js';

const wrapping: NestInterceptor = {
  intercept: (_, next) => next.handle().pipe(map((data: unknown) => ({ data, at: 'now' }))),
};

const EMAIL = {
  type: 'object' as const,
  properties: { email: { type: 'string', format: 'email' } },
  required: ['email'],
};

function subscribe(context?: McpContext) {
  const email = context?.accepted('address', EMAIL)?.['email'];
  return email === undefined
    ? new McpInputRequired({
        inputRequests: { address: McpInput.form('Where to?', EMAIL) },
        requestState: { list: 'news' },
      })
    : { email, state: context?.requestState };
}

@Controller('subscriptions')
class SubscriptionsController {
  @Post()
  @McpTool('plain')
  plain(@McpContext() context?: McpContext) {
    return subscribe(context);
  }

  @Post('serialized')
  @UseInterceptors(ClassSerializerInterceptor)
  @McpTool('serialized')
  serialized(@McpContext() context?: McpContext) {
    return subscribe(context);
  }

  @Post('wrapped')
  @UseInterceptors(wrapping)
  @McpTool('wrapped')
  wrapped(@McpContext() context?: McpContext) {
    return subscribe(context);
  }

  @Post('both')
  @UseInterceptors(wrapping, ClassSerializerInterceptor)
  @McpTool('both')
  both(@McpContext() context?: McpContext) {
    return subscribe(context);
  }

  @Get('data')
  @McpTool('data')
  data() {
    return { resultType: 'input_required', inputRequests: {}, total: 1 };
  }

  @Get('nothing')
  @McpTool('nothing')
  nothing() {
    return new McpInputRequired({});
  }
}

describe.each(PLATFORMS)('on %s', (platform) => {
  let server: RunningApp;
  let client: InputClient;
  beforeAll(async () => {
    server = await startApp({
      platform,
      module: { imports: [McpModule.forRoot()], controllers: [SubscriptionsController] },
    });
    client = new InputClient(server.mcp);
  });
  afterAll(async () => {
    await server.close();
    await client.wire.assertValidMessages();
  });

  it.each(['plain', 'serialized', 'wrapped', 'both'])('McpInputRequired is understood: %s', async (tool) => {
    const { inputRequests, requestState } = await client.asked(tool);
    expect(inputRequests['address']!.params).toEqual({ message: 'Where to?', requestedSchema: EMAIL });
    const { said } = await client.round(tool, {
      inputResponses: { address: accept({ email: 'a@example.com' }) },
      requestState,
    });
    const answer = JSON.parse(said) as { data?: object };
    expect(answer.data ?? answer).toEqual({ email: 'a@example.com', state: { list: 'news' } });
  });

  it('over HTTP it is JSON that says what is missing, without the state', async () => {
    const response = await fetch(`${server.origin}/subscriptions`, { method: 'POST' });
    expect(response.status).toBe(201);
    expect(await response.json()).toEqual({
      resultType: 'input_required',
      inputRequests: {
        address: { method: 'elicitation/create', params: { message: 'Where to?', requestedSchema: EMAIL } },
      },
    });
  });

  it('data that only looks like it is data', async () => {
    const { said } = await client.round('data');
    expect(JSON.parse(said)).toMatchObject({ total: 1 });
  });

  it('one without any question and state is a fault of the handler', async () => {
    const { message, said } = await client.round('nothing');
    expect(message.result?.['isError']).toBe(true);
    expect(said).toContain('Internal server error');
  });
});
