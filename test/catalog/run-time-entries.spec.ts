import { afterEach, describe, expect, it } from '@jest/globals';
import { Controller, Get, Injectable, NotFoundException, Param } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { Type } from 'class-transformer';
import { IsDivisibleBy, IsInt, IsOptional, IsString, Min } from 'class-validator';
import { McpCatalog, McpModule, McpPrompt, McpResource, McpTool } from '../../lib/index.js';
import type { McpRootOptions, McpToolEntry } from '../../lib/index.js';
import { EndpointClient } from '../support/endpoint-client.js';
import { RawExchange, sendModern } from '../support/raw-exchange.js';
import { PLATFORMS, startApp } from '../support/running-app.js';
import type { RunningApp } from '../support/running-app.js';

@Controller('menu')
class MenuController {
  @Get()
  @McpTool({ description: 'Lists the menu' })
  list() {
    return ['espresso'];
  }

  @Get(':id')
  @McpTool()
  find(@Param('id') id: string) {
    return { id };
  }
}

@Controller('docs')
class DocsController {
  @Get('guide')
  @McpResource({ uri: 'nest://guide' })
  guide() {
    return 'how to';
  }

  @Get('greeting')
  @McpPrompt({ name: 'greeting' })
  greeting() {
    return 'Say hello';
  }
}

class BrewDto {
  @IsString()
  kind!: string;

  @IsOptional()
  @IsInt()
  @Min(1)
  @IsDivisibleBy(2)
  @Type(() => Number)
  shots?: number;
}

const BREW: McpToolEntry<BrewDto> = {
  name: 'brew',
  description: 'Brews',
  inputSchema: BrewDto,
  handler: (args, context) => ({
    kind: args.kind,
    isInstance: args instanceof BrewDto,
    method: context.method,
  }),
};

const plain = (name: string): McpToolEntry => ({ name, description: name, handler: () => name });

describe.each(PLATFORMS)('McpCatalog on %s', (platform) => {
  let running: RunningApp;
  let catalog: McpCatalog;
  const open: RawExchange[] = [];

  async function start(options: McpRootOptions = {}, controllers: unknown[] = [MenuController]) {
    running = await startApp({
      platform,
      module: { imports: [McpModule.forRoot(options)], controllers: controllers as never },
    });
    catalog = running.app.get(McpCatalog);
    return new EndpointClient(running.mcp);
  }

  async function listen(notifications: object): Promise<RawExchange> {
    const exchange = sendModern(running.mcp, 'subscriptions/listen', { notifications });
    open.push(exchange);
    await exchange.until(({ messages }) => messages.length > 0);
    return exchange;
  }

  const call = async (client: EndpointClient, name: string, args = {}) => {
    const { message } = await client.modern('tools/call', { name, arguments: args });
    return message.result as { isError?: boolean; content: { text: string }[] };
  };

  afterEach(async () => {
    open.splice(0).forEach((exchange) => exchange.close());
    await running.close();
  });

  it('adds tools after those of the boot, in the order in which they came', async () => {
    const client = await start();
    catalog.addTool(plain('zebra'));
    catalog.addTool(plain('aardvark'));
    expect(await client.toolNames()).toEqual(['menu_list', 'menu_find', 'zebra', 'aardvark']);
    expect(catalog.removeTool('zebra')).toBe(true);
    expect(await client.toolNames()).toEqual(['menu_list', 'menu_find', 'aardvark']);
    expect(catalog.removeTool('zebra')).toBe(false);
  });

  it('lists what was added in pages', async () => {
    const client = await start({ listPageSize: 2 });
    catalog.addTool(plain('third'));
    const first = (await client.modern('tools/list')).message.result!;
    const cursor = first['nextCursor'];
    const second = (await client.modern('tools/list', { cursor })).message.result!;
    expect(second).toMatchObject({ tools: [{ name: 'third' }] });
    catalog.removeTool('third');
    expect((await client.modern('tools/list')).message.result).not.toHaveProperty('nextCursor');
    expect((await client.modern('tools/list', { cursor })).message.error).toMatchObject({ code: -32602 });
  });

  it('runs a function with a DTO, checked and transformed', async () => {
    const client = await start();
    catalog.addTool(BREW);
    const { content } = await call(client, 'brew', { kind: 'decaf', shots: 2 });
    expect(JSON.parse(content[0]!.text)).toEqual({ kind: 'decaf', isInstance: true, method: 'tools/call' });
    const list = (await client.modern('tools/list')).message.result!['tools'] as { name: string }[];
    expect(list.find(({ name }) => name === 'brew')).toMatchObject({
      description: 'Brews',
      inputSchema: { type: 'object', properties: { kind: { type: 'string' } }, required: ['kind'] },
    });
  });

  it.each([{ shots: 2 }, { kind: 1 }, { kind: 'decaf', shots: 3 }, { kind: 'decaf', milk: true }])(
    'answers %j, which does not fit the DTO, with an error for the model',
    async (args) => {
      const client = await start();
      catalog.addTool(BREW);
      expect(await call(client, 'brew', args)).toMatchObject({ isError: true });
    },
  );

  it('runs a function with a JSON Schema', async () => {
    const client = await start();
    catalog.addTool<{ a: number; b: number }>({
      name: 'add',
      description: 'Adds',
      inputSchema: {
        type: 'object',
        properties: { a: { type: 'number' }, b: { type: 'number' } },
        required: ['a', 'b'],
        additionalProperties: false,
      },
      outputSchema: { type: 'object', properties: { sum: { type: 'number' } } },
      handler: ({ a, b }) => ({ sum: a + b }),
    });
    expect(await call(client, 'add', { a: 1, b: 2 })).toMatchObject({ structuredContent: { sum: 3 } });
    expect(await call(client, 'add', { a: 1 })).toMatchObject({ isError: true });
  });

  it('answers what a function throws as Nest would', async () => {
    const client = await start();
    catalog.addTool({
      ...plain('gone'),
      handler: () => {
        throw new NotFoundException('no such drink');
      },
    });
    catalog.addTool({
      ...plain('broken'),
      handler: () => {
        throw new Error('secret');
      },
    });
    const gone = await call(client, 'gone');
    expect(gone).toMatchObject({ isError: true });
    expect(gone.content[0]!.text).toContain('no such drink');
    const broken = await call(client, 'broken');
    expect(broken).toMatchObject({ isError: true });
    expect(JSON.stringify(broken)).not.toContain('secret');
  });

  it('does not know a tool that was removed', async () => {
    const client = await start();
    catalog.addTool(plain('short_lived'));
    expect((await call(client, 'short_lived')).content[0]!.text).toBe('short_lived');
    catalog.removeTool('short_lived');
    const { message } = await client.modern('tools/call', { name: 'short_lived' });
    expect(message.error).toMatchObject({ code: -32602 });
  });

  it('tells the clients that listen, once for many changes', async () => {
    await start();
    const stream = await listen({ toolsListChanged: true });
    catalog.addTool(plain('one'));
    catalog.addTool(plain('two'));
    await stream.until(({ messages }) => messages.length === 2);
    catalog.removeTool('one');
    await stream.until(({ messages }) => messages.length === 3);
    expect(stream.methods.slice(1)).toEqual(Array(2).fill('notifications/tools/list_changed'));
  });

  it('refuses names that are taken', async () => {
    await start();
    catalog.addTool(plain('mine'));
    expect(() => catalog.addTool(plain('mine'))).toThrow(/"mine" is taken in tools/);
    expect(() => catalog.addTool(plain('menu_list'))).toThrow(/taken in tools by MenuController\.list/);
  });

  it('refuses to remove what a decorator declares', async () => {
    await start();
    expect(() => catalog.removeTool('menu_list')).toThrow(/MenuController\.list declares "menu_list"/);
  });

  it.each([
    [{ ...plain('no name') }, /no valid tool name/],
    [{ ...plain('mute'), description: '' }, /needs a description/],
    [{ ...plain('idle'), handler: undefined as never }, /needs a handler/],
    [{ ...plain('odd'), inputSchema: { type: 'array' } }, /inputSchema/],
  ])('refuses a wrong entry', async (entry, message) => {
    await start();
    expect(() => catalog.addTool(entry)).toThrow(message);
  });

  it('can be used before the application has started', async () => {
    @Injectable()
    class Plugin implements OnModuleInit {
      constructor(readonly own: McpCatalog) {}
      onModuleInit() {
        this.own.addTool(plain('early'));
      }
    }
    running = await startApp({
      platform,
      module: { imports: [McpModule.forRoot()], controllers: [MenuController], providers: [Plugin] },
    });
    expect(await new EndpointClient(running.mcp).toolNames()).toEqual(['menu_list', 'menu_find', 'early']);
  });

  it('adds and removes prompts, with the method that serves them', async () => {
    const client = await start();
    expect((await client.modern('prompts/list')).status).toBe(404);
    catalog.addPrompt<{ drink: string }>({
      name: 'review',
      description: 'Reviews a drink',
      inputSchema: {
        type: 'object',
        properties: { drink: { type: 'string', description: 'Which' } },
        required: ['drink'],
      },
      handler: ({ drink }) => `Review the ${drink}`,
    });
    expect((await client.modern('server/discover')).message.result!['capabilities']).toMatchObject({
      prompts: { listChanged: true },
    });
    expect((await client.modern('prompts/list')).message.result).toMatchObject({
      prompts: [{ name: 'review', arguments: [{ name: 'drink', description: 'Which', required: true }] }],
    });
    const { message } = await client.modern('prompts/get', { name: 'review', arguments: { drink: 'latte' } });
    expect(message.result).toMatchObject({ messages: [{ content: { text: 'Review the latte' } }] });
    const stream = await listen({ promptsListChanged: true });
    catalog.removePrompt('review');
    await stream.until(({ messages }) => messages.length === 2);
    // A client that knows of the list may ask for it again.
    expect((await client.modern('prompts/list')).message.result).toMatchObject({ prompts: [] });
  });

  it('adds and removes resources and templates', async () => {
    const client = await start({}, [DocsController]);
    const stream = await listen({ resourcesListChanged: true });
    catalog.addResource({
      uri: 'nest://hours',
      name: 'hours',
      description: 'Opening hours',
      mimeType: 'text/plain',
      handler: () => '9 to 5',
    });
    catalog.addResource({
      template: 'nest://drinks/{id}{?size}',
      name: 'drinks',
      description: 'A drink',
      handler: ({ id, size }) => ({ id, size }),
    });
    await stream.until(({ messages }) => messages.length === 2);
    expect(stream.methods[1]).toBe('notifications/resources/list_changed');
    const read = async (uri: string) => (await client.modern('resources/read', { uri })).message;
    expect((await read('nest://hours')).result).toMatchObject({ contents: [{ text: '9 to 5' }] });
    expect((await read('nest://drinks/mocha?size=xl')).result).toMatchObject({
      contents: [{ text: '{"id":"mocha","size":"xl"}' }],
    });
    expect(() => catalog.removeResource('nest://guide')).toThrow(/DocsController\.guide/);
    expect(catalog.removeResource('nest://drinks/{id}{?size}')).toBe(true);
    expect((await read('nest://drinks/mocha')).error).toMatchObject({ code: -32602 });
    expect((await read('nest://guide')).result).toMatchObject({ contents: [{ text: 'how to' }] });
  });

  it('sends what the schema of the protocol allows', async () => {
    const client = await start({}, [MenuController, DocsController]);
    catalog.addTool(BREW);
    catalog.addPrompt({ name: 'p', description: 'P', handler: () => 'p' });
    catalog.addResource({ uri: 'nest://r', name: 'r', description: 'R', handler: () => 'r' });
    for (const list of ['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list']) {
      await client.modern(list);
    }
    await client.modern('server/discover');
    await client.modern('prompts/get', { name: 'p' });
    await client.modern('resources/read', { uri: 'nest://r' });
    await client.wire.assertValidMessages();
  });
});
