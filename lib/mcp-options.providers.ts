import type { Provider } from '@nestjs/common';
import { MCP_MODULE_OPTIONS } from './mcp.constants.js';
import { resolveOptions } from './mcp-options.resolver.js';
import type { McpModuleAsyncOptions, McpOptionsFactory } from './mcp.options.js';

/**
 * Providers of the options that `McpModule.forRootAsync()` names.
 *
 * @throws Error when it names none, or more than one
 */
export function createOptionsProviders({
  useFactory,
  inject,
  useClass,
  useExisting,
}: McpModuleAsyncOptions): Provider[] {
  if ([useFactory, useClass, useExisting].filter((given) => given !== undefined).length !== 1) {
    throw new Error('McpModule.forRootAsync() needs exactly one of useFactory, useClass and useExisting.');
  }
  if (useFactory) {
    return [
      {
        provide: MCP_MODULE_OPTIONS,
        useFactory: async (...dependencies: unknown[]) => resolveOptions(await useFactory(...dependencies)),
        inject,
      },
    ];
  }
  const factory = (useExisting ?? useClass)!;
  return [
    {
      provide: MCP_MODULE_OPTIONS,
      useFactory: async (made: McpOptionsFactory) => resolveOptions(await made.createMcpOptions()),
      inject: [factory],
    },
    ...(useClass ? [useClass] : []),
  ];
}
