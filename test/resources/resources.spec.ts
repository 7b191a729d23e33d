import { afterEach, describe, expect, it } from '@jest/globals';
import { Controller, Get } from '@nestjs/common';
import { McpModule, McpResource } from 'nestjs-mcp';
import type { McpRootOptions } from 'nestjs-mcp';
import { CLIENT_KINDS } from '../support/connect-client.js';
import { EndpointClient } from '../support/endpoint-client.js';
import { PLATFORMS, startApp } from '../support/running-app.js';
import type { PlatformName, RunningApp } from '../support/running-app.js';
import { createTreeController, ItemsController, PNG } from './resources.fixture.js';

let app: RunningApp;
let client: EndpointClient;

afterEach(async () => {
  await client.wire.assertValidMessages();
  await app.close();
});

async function start(platform: PlatformName, options: McpRootOptions = {}): Promise<void> {
  app = await startApp({
    platform,
    module: {
      imports: [McpModule.forRoot(options)],
      controllers: [createTreeController(platform === 'fastify' ? '*' : '*path'), ItemsController],
    },
  });
  client = new EndpointClient(app.mcp);
}

async function read(uri: string, headers: Record<string, string> = {}) {
  const { message } = await client.legacy('resources/read', { uri }, headers);
  return (message.result?.['contents'] as Record<string, unknown>[] | undefined) ?? message.error;
}

describe.each(PLATFORMS)('resources, on %s', (platform) => {
  it('are listed as they were declared', async () => {
    await start(platform);
    const { message } = await client.modern('resources/list');
    expect(message.result).toMatchObject({ resultType: 'complete', ttlMs: 0, cacheScope: 'private' });
    const resources = message.result?.['resources'] as Record<string, unknown>[];
    expect(resources[0]).toEqual({ uri: 'nest://items_list', name: 'items_list', description: 'List' });
    expect(resources[1]).toEqual({
      uri: 'test://static-text',
      name: 'text',
      title: 'A text',
      description: 'Is a text.',
      mimeType: 'text/plain',
      size: 4,
      annotations: { audience: ['assistant'], priority: 0.5 },
      icons: [{ src: 'https://example.com/text.png' }],
      _meta: { 'example.com/kind': 'text' },
    });
    const legacy = await client.legacy('resources/list');
    expect(legacy.message.result).toEqual({ resources });
  });

  it('have their templates listed', async () => {
    await start(platform);
    const { message } = await client.modern('resources/templates/list');
    const templates = message.result?.['resourceTemplates'] as Record<string, unknown>[];
    expect(templates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'nest://tree/{+path}',
      'nest://search{?query*}',
      'nest://items/{id}/{part}',
      'nest://items/{id}{?lang}',
    ]);
    expect(templates.at(-1)).toEqual({
      uriTemplate: 'nest://items/{id}{?lang}',
      name: 'item',
      description: 'One item.',
    });
  });

  it('are declared as a capability in both eras', async () => {
    await start(platform, { subscriptions: false });
    const discovered = await client.modern('server/discover');
    expect(discovered.message.result?.['capabilities']).toMatchObject({
      tools: {},
      resources: {},
      completions: {},
    });
    const initialized = await client.legacy('initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    });
    expect(initialized.message.result?.['capabilities']).toMatchObject({
      tools: {},
      resources: {},
      completions: {},
    });
  });

  it('are read in both eras', async () => {
    await start(platform);
    const contents = [{ uri: 'test://static-text', mimeType: 'text/plain', text: 'text' }];
    expect((await client.legacy('resources/read', { uri: 'test://static-text' })).message.result).toEqual({
      contents,
    });
    expect((await client.modern('resources/read', { uri: 'test://static-text' })).message.result).toEqual({
      resultType: 'complete',
      contents,
      ttlMs: 0,
      cacheScope: 'private',
    });
  });

  it('are text or blob, by what the handler answers', async () => {
    await start(platform);
    const blob = PNG.toString('base64');
    const json = {
      uri: 'nest://items_list',
      mimeType: 'application/json',
      text: '{"items":["a","b"],"page":null}',
    };
    expect(await read('nest://items_list')).toEqual([json]);
    expect(await read('nest://markdown')).toEqual([
      { uri: 'nest://markdown', mimeType: 'text/markdown', text: '# Title' },
    ]);
    expect(await read('test://static-binary')).toEqual([
      { uri: 'test://static-binary', mimeType: 'image/png', blob },
    ]);
    expect(await read('nest://declared')).toEqual([{ uri: 'nest://declared', mimeType: 'image/png', blob }]);
    expect(await read('nest://csv')).toEqual([{ uri: 'nest://csv', mimeType: 'text/csv', text: 'a,b' }]);
    expect(await read('nest://empty')).toEqual([{ uri: 'nest://empty', mimeType: 'text/plain', text: '' }]);
    expect(await read('nest://moved')).toEqual([
      { uri: 'nest://moved', mimeType: 'text/plain', text: 'Redirect (302) to /elsewhere' },
    ]);
  });

  it('may say their contents themselves', async () => {
    await start(platform);
    const blob = PNG.toString('base64');
    expect(await read('nest://contents')).toEqual([
      { uri: 'nest://contents', mimeType: 'text/plain', text: 'first' },
      { uri: 'nest://contents/2', mimeType: 'image/png', blob },
    ]);
    expect(await read('nest://blob')).toEqual([{ uri: 'nest://blob/1', mimeType: 'image/png', blob }]);
  });

  it('take path and query parameters from the variables of their templates', async () => {
    await start(platform);
    const item = async (uri: string) => {
      const [{ text }] = (await read(uri)) as [{ text: string }];
      return JSON.parse(text) as unknown;
    };
    expect(await item('nest://items/7')).toEqual({ id: 7, lang: 'en' });
    expect(await item('nest://items/7?lang=de')).toEqual({ id: 7, lang: 'de' });
    expect(await item('nest://search?a=1&b=x%20y&b=z')).toEqual({ a: '1', b: ['x y', 'z'] });
    expect(
      Object.values((await item('nest://tree/a/b%20c')) as object)
        .flat()
        .join('/'),
    ).toBe('a/b c');
    expect(await read('nest://items/7/lid')).toMatchObject([{ text: '7 lid' }]);
  });

  it('are found by the most specific of what fits', async () => {
    await start(platform);
    expect(await read('nest://items/seven')).toMatchObject([{ text: 'special' }]);
  });

  it('are unknown with -32602 and the URI', async () => {
    await start(platform);
    for (const uri of ['test://nonexistent', 'nest://items/..', 'nest://items/a%2Fb', 'nest://items/7?x=1']) {
      const { status, message } = await client.modern('resources/read', { uri });
      expect(status).toBe(200);
      expect(message.error).toEqual({ code: -32602, message: 'Resource not found', data: { uri } });
      expect((await client.legacy('resources/read', { uri })).message.error?.code).toBe(-32602);
    }
    expect((await client.legacy('resources/read', {})).message.error?.code).toBe(-32602);
  });

  it('fail with -32603, the status and, for mistakes of the caller, what the application says', async () => {
    await start(platform);
    expect(await read('nest://items/404')).toEqual({
      code: -32603,
      message: 'There is no item 404',
      data: { statusCode: 404, uri: 'nest://items/404' },
    });
    expect(await read('nest://items/x')).toMatchObject({
      code: -32602,
      message: 'The URI does not fit its template: id: must be an integer, not "x"',
      data: { uri: 'nest://items/x' },
    });
    expect(await read('nest://broken')).toEqual({
      code: -32603,
      message: 'HTTP 500 Internal Server Error',
      data: { statusCode: 500, uri: 'nest://broken', errorId: expect.any(String) },
    });
    const unavailable = await read('nest://unavailable');
    expect(JSON.stringify(unavailable)).not.toContain('secret');
    expect(unavailable).toMatchObject({ code: -32603, data: { statusCode: 503 } });
  });

  it('run the guards of their routes', async () => {
    await start(platform);
    expect(await read('nest://guarded')).toMatchObject({ code: -32603, data: { statusCode: 403 } });
    expect(await read('nest://guarded', { 'x-key': 'right' })).toMatchObject([{ text: 'right' }]);
  });

  it('are at most as large as maxBlobBytes', async () => {
    await start(platform, { maxBlobBytes: 1000 });
    expect(await read('nest://large')).toMatchObject({
      code: -32603,
      message: 'The response has 2000 bytes, more than the 1000 bytes that maxBlobBytes allows.',
    });
  });

  it('are listed in pages, with cursors of their own', async () => {
    await start(platform, { listPageSize: 3 });
    const first = (await client.legacy('resources/list')).message.result as { nextCursor: string };
    const second = (await client.legacy('resources/list', { cursor: first.nextCursor })).message.result!;
    expect(second['resources']).toHaveLength(3);
    for (const [method, cursor] of [
      ['resources/templates/list', first.nextCursor],
      ['tools/list', first.nextCursor],
      ['resources/list', 'nonsense'],
      ['resources/list', 7],
    ] as const) {
      expect((await client.legacy(method, { cursor })).message.error?.code).toBe(-32602);
    }
    const templates = (await client.legacy('resources/templates/list')).message.result!;
    expect(templates['resourceTemplates']).toHaveLength(3);
    expect(templates['nextCursor']).not.toBe(first.nextCursor);
  });

  it('serve the OpenAPI document that the options name', async () => {
    const document = { openapi: '3.0.0', paths: {} };
    await start(platform, { openapi: () => document });
    const { message } = await client.legacy('resources/list');
    expect(message.result?.['resources']).toContainEqual(
      expect.objectContaining({ uri: 'nest://openapi', mimeType: 'application/json' }),
    );
    const [content] = (await read('nest://openapi')) as [{ text: string; mimeType: string }];
    expect(content.mimeType).toBe('application/json');
    expect(JSON.parse(content.text)).toEqual(document);
  });
});

describe('without resources', () => {
  it('there is neither the capability nor the methods', async () => {
    app = await startApp({ platform: 'fastify', module: { imports: [McpModule.forRoot()] } });
    client = new EndpointClient(app.mcp);
    const { message } = await client.modern('server/discover');
    expect(message.result?.['capabilities']).not.toHaveProperty('resources');
    for (const method of ['resources/list', 'resources/templates/list', 'prompts/list']) {
      const { status, message: answer } = await client.modern(method);
      expect({ status, code: answer.error?.code }).toEqual({ status: 404, code: -32601 });
    }
    const read = await client.modern('resources/read', { uri: 'nest://x' });
    expect(read.message.error?.code).toBe(-32601);
  });
});

describe('tags', () => {
  it('filter resources', async () => {
    @Controller('a')
    class TaggedController {
      @Get('open')
      @McpResource({ uri: 'nest://open', tags: ['public'] })
      open() {}

      @Get('admin')
      @McpResource({ uri: 'nest://admin', tags: ['admin'] })
      admin() {}
    }
    app = await startApp({
      platform: 'fastify',
      module: { imports: [McpModule.forRoot({ includeTags: ['public'] })], controllers: [TaggedController] },
    });
    client = new EndpointClient(app.mcp);
    const { message } = await client.legacy('resources/list');
    expect(message.result?.['resources']).toMatchObject([{ uri: 'nest://open' }]);
    expect((await client.legacy('resources/read', { uri: 'nest://admin' })).message.error?.code).toBe(-32602);
  });
});

describe.each(CLIENT_KINDS)('with $label', (kind) => {
  it('resources are listed and read', async () => {
    await start('fastify');
    await client.legacy('ping');
    const official = await kind.connect(app.mcp);
    const { resources } = await official.listResources();
    expect(resources.map(({ uri }) => uri)).toContain('test://static-text');
    const { resourceTemplates } = await official.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toContain('nest://items/{id}{?lang}');
    expect((await official.readResource('nest://items/7?lang=de')).contents).toEqual([
      { uri: 'nest://items/7?lang=de', mimeType: 'application/json', text: '{"id":7,"lang":"de"}' },
    ]);
    await expect(official.readResource('nest://unknown')).rejects.toMatchObject({ code: -32602 });
    await official.close();
    await official.wire.assertValidMessages();
  });
});
