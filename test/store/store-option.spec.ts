import { describe, expect, it } from '@jest/globals';
import { McpModule } from 'nestjs-mcp';
import type { McpModuleOptions } from 'nestjs-mcp';
import { RedisMcpStore } from 'nestjs-mcp/redis';
import type { RedisMcpStoreOptions } from 'nestjs-mcp/redis';

const part = (...names: string[]) => Object.fromEntries(names.map((name) => [name, () => undefined]));

describe('the option "store"', () => {
  it.each([
    ['redis://secret@localhost', 'must be a store'],
    [
      { sessions: part('add', 'get', 'replace') },
      'must be a store, with the methods add, get, replace, delete',
    ],
    [new Map(), 'must be a store'],
  ])('is wrong as %j, and its value is not shown', (store, message) => {
    const { providers = [] } = McpModule.forRoot({ store } as unknown as McpModuleOptions);
    const options = providers.find((provider) => 'useFactory' in provider) as { useFactory(): unknown };
    expect(() => options.useFactory()).toThrow(message);
    expect(() => options.useFactory()).not.toThrow('secret');
  });
});

describe('RedisMcpStore', () => {
  it.each([
    [{ prefix: '' }, '"prefix" must be a non-empty string'],
    [{ prefix: 1 }, '"prefix" must be a non-empty string'],
    [{ commandTimeoutMs: 0 }, '"commandTimeoutMs" must be a whole number above 0'],
  ])('refuses %j', (options, message) => {
    expect(() => new RedisMcpStore('redis://localhost', options as RedisMcpStoreOptions)).toThrow(message);
  });
});
