import { afterEach, describe, expect, it } from '@jest/globals';
import { Controller, Get, Injectable, ValidationPipe } from '@nestjs/common';
import type { CallHandler, LoggerService } from '@nestjs/common';
import { map } from 'rxjs';
import { McpArgs, McpModule, McpParam, McpPrompt } from 'nestjs-mcp';
import type { McpRootOptions } from 'nestjs-mcp';
import { CLIENT_KINDS } from '../support/connect-client.js';
import { EndpointClient } from '../support/endpoint-client.js';
import { bootError } from '../support/mcp-app.js';
import { PLATFORMS, startApp } from '../support/running-app.js';
import type { PlatformName, RunningApp } from '../support/running-app.js';
import { PromptsController, ReviewPrompts } from './prompts.fixture.js';

let app: RunningApp | undefined;
let client: EndpointClient;

afterEach(async () => {
  if (app) {
    await client.wire.assertValidMessages();
    await app.close();
    app = undefined;
  }
});

async function start(
  platform: PlatformName,
  options: McpRootOptions = {},
  logger?: LoggerService,
): Promise<RunningApp> {
  app = await startApp({
    platform,
    logger,
    module: {
      imports: [McpModule.forRoot(options)],
      controllers: [PromptsController],
      providers: [ReviewPrompts],
    },
    configure: (nest) => nest.useGlobalPipes(new ValidationPipe({ transform: true })),
  });
  client = new EndpointClient(app.mcp);
  return app;
}

async function get(name: string, args?: Record<string, unknown>, headers: Record<string, string> = {}) {
  const { message } = await client.legacy('prompts/get', { name, arguments: args }, headers);
  return message.result ?? message.error;
}

const text = (value: string, role = 'user') => ({ role, content: { type: 'text', text: value } });

describe.each(PLATFORMS)('prompts, on %s', (platform) => {
  it('are listed with the arguments of their methods', async () => {
    await start(platform);
    const { message } = await client.modern('prompts/list');
    expect(message.result).toMatchObject({ resultType: 'complete', ttlMs: 0, cacheScope: 'private' });
    const prompts = message.result?.['prompts'] as { name: string }[];
    const prompt = (name: string) => prompts.find((listed) => listed.name === name);
    expect(prompt('prompts_greet')).toEqual({
      name: 'prompts_greet',
      description: 'Greets.',
      arguments: [
        { name: 'name', required: true },
        { name: 'times', description: 'How often', required: true },
        { name: 'language', required: false },
      ],
    });
    expect(prompt('review')).toEqual({
      name: 'review',
      title: 'Review',
      description: 'Asks for a review.',
      arguments: [
        { name: 'code', description: 'The code to review', required: true },
        { name: 'tone', required: false },
        { name: 'lines', required: false },
        { name: 'strict', required: false },
        { name: 'files', required: false },
      ],
      icons: [{ src: 'https://example.com/review.svg' }],
      _meta: { 'example.com/kind': 'review' },
    });
    expect(prompt('simple')).toEqual({ name: 'simple', description: 'Simple' });
    expect(prompt('explicit')).toMatchObject({
      arguments: [{ name: 'topic', description: 'What about', required: true }],
    });
  });

  it('replay routes, and run methods of providers', async () => {
    await start(platform);
    expect(await get('prompts_greet', { name: 'Ann', times: '2' })).toEqual({
      messages: [text('Hello Ann! Hello Ann! ')],
    });
    expect(await get('context')).toEqual({ messages: [text('prompts/get context')] });
    const modern = await client.modern('prompts/get', { name: 'simple' });
    expect(modern.message.result).toEqual({
      resultType: 'complete',
      messages: [text('This is a simple prompt.')],
    });
  });

  it('turn texts into what the method takes', async () => {
    await start(platform);
    const args = { code: '42', tone: 'kind', lines: '7', strict: 'true', files: '["a","b"]' };
    const { messages } = (await get('review', args)) as { messages: [{ content: { text: string } }] };
    expect(JSON.parse(messages[0].content.text)).toEqual({
      code: '42',
      tone: 'kind',
      lines: 7,
      strict: true,
      files: ['a', 'b'],
    });
  });

  it('may return a text, a message, a list of both, or a whole result', async () => {
    await start(platform);
    expect(await get('message')).toEqual({ messages: [text('Yes?', 'assistant')] });
    expect(await get('list')).toEqual({
      messages: [
        text('first'),
        text('second', 'assistant'),
        { role: 'user', content: { type: 'image', data: 'AAAA', mimeType: 'image/png' } },
      ],
    });
    expect(await get('full')).toEqual({ description: 'All of it', messages: [text('all')] });
  });

  it('have links, for versions that know them', async () => {
    await start(platform);
    expect(await get('link')).toEqual({
      messages: [{ role: 'user', content: { type: 'resource_link', name: 'readme', uri: 'nest://readme' } }],
    });
    expect(await get('link', {}, { 'mcp-protocol-version': '2025-03-26' })).toEqual({
      messages: [text('readme: nest://readme')],
    });
  });

  it.each([
    ['a missing argument', 'review', {}, 'Missing argument "code" of the prompt "review"'],
    ['a missing path parameter', 'prompts_greet', { times: '1' }, 'Missing argument "name"'],
    ['a missing explicit argument', 'explicit', {}, 'Missing argument "topic"'],
    [
      'an unknown argument',
      'review',
      { code: 'x', extra: '1' },
      'Unknown argument "extra" of the prompt "review"',
    ],
    ['any argument when there is none', 'simple', { extra: '1' }, 'Unknown argument "extra"'],
    ['an argument that is not explicit', 'explicit', { topic: 'x', other: '1' }, 'Unknown argument "other"'],
    ['an argument that is no string', 'review', { code: 7 }, 'The argument "code" must be a string'],
    [
      'a value that does not fit',
      'review',
      { code: 'x', tone: 'rude' },
      'tone: must be one of "kind", "strict"',
    ],
    ['arguments that the application refuses', 'bad', {}, 'too short; too odd'],
    ['an unknown prompt', 'unknown', {}, 'Unknown prompt: unknown'],
  ])('refuse %s with -32602', async (_label, name, args, message) => {
    await start(platform);
    expect(await get(name, args)).toMatchObject({ code: -32602, message: expect.stringContaining(message) });
    const modern = await client.modern('prompts/get', { name, arguments: args });
    expect(modern.message.error?.code).toBe(-32602);
  });

  it('take any argument as an object of their own choice', async () => {
    await start(platform);
    expect(await get('open', { a: '1', b: 'x' })).toEqual({ messages: [text('{"a":"1","b":"x"}')] });
    expect(await get('explicit', { topic: 'x' })).toEqual({ messages: [text('topic=x')] });
  });

  it('ignore unknown arguments when the options say so', async () => {
    await start(platform, { unknownArguments: 'ignore' });
    expect(await get('simple', { extra: '1' })).toMatchObject({ messages: [{}] });
  });

  it('fail with what the application says of mistakes of the caller, and nothing else', async () => {
    const errors: unknown[] = [];
    const logger: LoggerService = { log() {}, warn() {}, error: (message: unknown) => errors.push(message) };
    await start(platform, {}, logger);
    expect(await get('teapot')).toEqual({
      code: -32603,
      message: 'I am a teapot',
      data: { statusCode: 418 },
    });
    expect(errors).toEqual([]);
    expect(await get('broken')).toEqual({
      code: -32603,
      message: 'HTTP 500 Internal Server Error',
      data: { statusCode: 500, errorId: expect.any(String) },
    });
    expect(errors).toHaveLength(1);
    expect(await get('nothing')).toMatchObject({ code: -32603, message: 'Internal error' });
    expect(String(errors[1])).toContain('ReviewPrompts.nothing returned no prompt');
  });

  it('run the guards of their routes', async () => {
    await start(platform);
    expect(await get('guarded')).toMatchObject({ code: -32603, data: { statusCode: 403 } });
    expect(await get('guarded', {}, { 'x-key': 'right' })).toEqual({ messages: [text('open')] });
  });

  it('are found in the envelope of an interceptor', async () => {
    app = await startApp({
      platform,
      module: { imports: [McpModule.forRoot()], providers: [ReviewPrompts] },
      configure: (other) =>
        other.useGlobalInterceptors({
          intercept: (_context: unknown, next: CallHandler) =>
            next.handle().pipe(map((data: unknown) => ({ data }))),
        }),
    });
    client = new EndpointClient(app.mcp);
    expect(await get('simple')).toEqual({ messages: [text('This is a simple prompt.')] });
    expect(await get('message')).toEqual({ messages: [text('Yes?', 'assistant')] });
    expect(await get('full')).toMatchObject({ description: 'All of it' });
  });

  it('are listed in pages', async () => {
    await start(platform, { listPageSize: 4 });
    const names: string[] = [];
    let cursor: unknown;
    do {
      const { result } = (await client.legacy('prompts/list', cursor ? { cursor } : {})).message;
      names.push(...(result!['prompts'] as { name: string }[]).map(({ name }) => name));
      cursor = result!['nextCursor'];
    } while (cursor);
    expect(new Set(names).size).toBe(15);
    expect((await client.legacy('prompts/list', { cursor: 'x' })).message.error?.code).toBe(-32602);
  });
});

describe('the boot stops for a prompt', () => {
  it('with the name of another', async () => {
    @Injectable()
    class OtherPrompts {
      @McpPrompt('simple')
      other() {}
    }
    expect(await bootError({ providers: [ReviewPrompts, OtherPrompts] })).toContain(
      'Two prompts are named "simple": ReviewPrompts.simple (AppModule) and OtherPrompts.other (AppModule)',
    );
  });

  it('that lists an argument which no parameter takes, or leaves out what it requires', async () => {
    @Injectable()
    class WrongPrompts {
      @McpPrompt({ arguments: [{ name: 'topic' }] })
      wrong(@McpArgs('theme') @McpParam({ required: true }) theme: string) {
        return theme;
      }
    }
    expect(await bootError({ providers: [WrongPrompts] })).toContain(
      'WrongPrompts.wrong: @McpPrompt({ arguments }) lists "topic", but no parameter takes it. The parameters are: theme',
    );
    @Injectable()
    class ShortPrompts {
      @McpPrompt({ arguments: [] })
      short(@McpArgs('theme') @McpParam({ required: true }) theme: string) {
        return theme;
      }
    }
    expect(await bootError({ providers: [ShortPrompts] })).toContain('leaves out "theme"');
  });

  it('on a controller without a route', async () => {
    @Controller()
    class BareController {
      @McpPrompt()
      bare() {}

      @Get()
      other() {}
    }
    expect(await bootError({ controllers: [BareController] })).toContain(
      'BareController.bare has @McpPrompt() but no route',
    );
  });
});

describe.each(CLIENT_KINDS)('with $label', (kind) => {
  it('prompts are listed and got', async () => {
    const { mcp } = await start('express');
    await client.legacy('ping');
    const official = await kind.connect(mcp);
    const { prompts } = await official.listPrompts();
    expect(prompts.map(({ name }) => name)).toContain('prompts_greet');
    expect(await official.getPrompt('prompts_greet', { name: 'Ann', times: '1' })).toMatchObject({
      messages: [text('Hello Ann! ')],
    });
    await expect(official.getPrompt('review')).rejects.toMatchObject({ code: -32602 });
    await official.close();
    await official.wire.assertValidMessages();
  });
});
