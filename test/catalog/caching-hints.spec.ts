import { describe, expect, it } from '@jest/globals';
import { Controller, Get } from '@nestjs/common';
import { McpResource, McpTool } from '../../lib/index.js';
import type { McpCachingOptions, McpRootOptions } from '../../lib/index.js';
import { sharingWarnings } from '../../lib/methods/cache-hints.js';
import { resolveOptions } from '../../lib/mcp-options.resolver.js';
import { EndpointClient } from '../support/endpoint-client.js';
import { boot } from '../support/mcp-app.js';

@Controller('menu')
class MenuController {
  @Get()
  @McpTool()
  @McpResource({ uri: 'nest://menu' })
  list() {
    return ['espresso'];
  }
}

describe('The option caching', () => {
  async function start(mcp: McpRootOptions): Promise<EndpointClient> {
    const app = await boot({ controllers: [MenuController] }, { mcp });
    return new EndpointClient(new URL('/mcp', app.url));
  }

  const METHODS = [
    ['server/discover', {}],
    ['tools/list', {}],
    ['resources/list', {}],
    ['resources/templates/list', {}],
    ['resources/read', { uri: 'nest://menu' }],
  ] as const;

  it.each(METHODS)('lets nobody keep or share %s by default', async (method, params) => {
    const { message } = await (await start({})).modern(method, params);
    expect(message.result).toMatchObject({ ttlMs: 0, cacheScope: 'private' });
  });

  it.each(METHODS)('says what clients may do with %s', async (method, params) => {
    const client = await start({ caching: { [method]: { ttlMs: 60_000, scope: 'public' } } });
    const { message } = await client.modern(method, params);
    expect(message.result).toMatchObject({ ttlMs: 60_000, cacheScope: 'public' });
    await client.wire.assertValidMessages();
  });

  it('takes a part of a hint', async () => {
    const { message } = await (await start({ caching: { 'tools/list': { ttlMs: 5 } } })).modern('tools/list');
    expect(message.result).toMatchObject({ ttlMs: 5, cacheScope: 'private' });
  });

  it('says nothing of it to legacy clients', async () => {
    const { message } = await (await start({ caching: { 'tools/list': { ttlMs: 5 } } })).legacy('tools/list');
    expect(message.result).not.toHaveProperty('ttlMs');
  });

  it.each([
    null,
    'public',
    { 'tools/call': { ttlMs: 1 } },
    { 'tools/list': 5 },
    { 'tools/list': { ttlMs: -1 } },
    { 'tools/list': { ttlMs: 1.5 } },
    { 'tools/list': { scope: 'shared' } },
    { 'tools/list': { ttl: 5 } },
  ])('cannot be %j', (caching) => {
    expect(() => resolveOptions({ caching: caching as McpCachingOptions })).toThrow(/"caching" must be/);
  });

  it('warns of lists that depend on the caller and are public', () => {
    const caching = { 'tools/list': { scope: 'public' }, 'prompts/list': { ttlMs: 1 } } as const;
    expect(sharingWarnings(caching, ['tools/list', 'prompts/list'])).toEqual([
      expect.stringContaining('caching["tools/list"]'),
    ]);
    expect(sharingWarnings(caching, [])).toEqual([]);
    expect(sharingWarnings(undefined, ['tools/list'])).toEqual([]);
  });
});

describe('The options', () => {
  it.each([
    ['keepAliveMs', 0],
    ['keepAliveMs', 1.5],
    ['keepAliveMs', '15'],
    ['keepAliveMs', 2 ** 31],
    ['subscriptions', true],
    ['subscriptions', null],
    ['subscriptions', { max: 0 }],
    ['subscriptions', { maxPerPrincipal: 1.5 }],
    ['subscriptions', { most: 5 }],
  ])('refuse %s: %j', (name, value) => {
    expect(() => resolveOptions({ [name]: value })).toThrow(`"${name}" must be`);
  });

  it('complete a part of the limits of subscriptions', () => {
    expect(resolveOptions({ subscriptions: { max: 5 } }).subscriptions).toEqual({
      max: 5,
      maxPerPrincipal: 100,
    });
  });
});
