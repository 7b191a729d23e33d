import { Injectable, Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { afterEach, describe, expect, it } from '@jest/globals';
import { McpModule } from 'nestjs-mcp';
import type { McpModuleOptions, McpOptionsFactory, McpRootOptions } from 'nestjs-mcp';
import { EndpointClient } from '../support/endpoint-client.js';
import { PLATFORMS, startApp } from '../support/running-app.js';
import type { RunningApp } from '../support/running-app.js';
import { ItemsController, itemsModule } from './items.fixture.js';

@Injectable()
class Settings implements McpOptionsFactory {
  readonly path = '/from/settings';

  createMcpOptions(): McpModuleOptions {
    return { path: this.path, name: 'from-settings' };
  }
}

@Module({
  providers: [Settings, { provide: 'settings', useExisting: Settings }],
  exports: [Settings, 'settings'],
})
class SettingsModule {}

describe.each(PLATFORMS)('on %s', (platform) => {
  let server: RunningApp | undefined;
  afterEach(async () => {
    await server?.close();
    server = undefined;
  });

  async function start(mcp: DynamicModule): Promise<RunningApp> {
    server = await startApp({ platform, module: { imports: [mcp], controllers: [ItemsController] } });
    return server;
  }

  async function nameAt(path: string): Promise<unknown> {
    const client = new EndpointClient(new URL(path, server!.origin));
    const { message } = await client.legacy('initialize', { protocolVersion: '2025-11-25' });
    await client.wire.assertValidMessages();
    return (message.result?.['serverInfo'] as { name: string } | undefined)?.name;
  }

  it.each(['/mcp', '/ai/tools/mcp', '/', '/v1.0/mcp-server_x~'])(
    'the endpoint can be at %s',
    async (path) => {
      await start(McpModule.forRoot({ path }));
      expect(await nameAt(path)).toBe('nestjs-mcp');
      const client = new EndpointClient(new URL(path, server!.origin));
      expect((await client.post('{oops')).message).toMatchObject({ error: { code: -32700 } });
      await client.wire.assertValidMessages();
      if (path !== '/mcp') {
        expect((await fetch(server!.mcp, { method: 'POST' })).status).toBe(404);
      }
    },
  );

  describe('forRootAsync()', () => {
    it('takes useFactory with inject and imports', async () => {
      await start(
        McpModule.forRootAsync({
          imports: [SettingsModule],
          inject: [Settings],
          useFactory: async (settings: Settings) => {
            await new Promise((resolve) => setImmediate(resolve));
            return { path: settings.path, name: 'from-factory' };
          },
        }),
      );
      expect(await nameAt('/from/settings')).toBe('from-factory');
    });

    it('takes useFactory without dependencies', async () => {
      await start(McpModule.forRootAsync({ useFactory: () => ({ name: 'alone' }) }));
      expect(await nameAt('/mcp')).toBe('alone');
    });

    it('takes useClass', async () => {
      await start(McpModule.forRootAsync({ useClass: Settings }));
      expect(await nameAt('/from/settings')).toBe('from-settings');
    });

    it.each([Settings, 'settings'])('takes useExisting: %p', async (useExisting) => {
      await start(McpModule.forRootAsync({ imports: [SettingsModule], useExisting }));
      expect(await nameAt('/from/settings')).toBe('from-settings');
    });

    it('takes guards beside the factory', async () => {
      await start(McpModule.forRootAsync({ useFactory: () => ({}), guards: [{ canActivate: () => false }] }));
      const client = new EndpointClient(server!.mcp);
      expect((await client.legacy('ping')).status).toBe(403);
    });

    it('names an option of its factory that is wrong', async () => {
      const boot = start(McpModule.forRootAsync({ useFactory: () => ({ listPageSize: 0 }) }));
      await expect(boot).rejects.toThrow('"listPageSize" must be a whole number above 0, but is 0');
    });

    it.each([
      [{}],
      [{ useClass: Settings, useFactory: () => ({}) }],
      [{ useClass: Settings, useExisting: 'x' }],
    ])('says what it needs: %p', (options) => {
      expect(() => McpModule.forRootAsync(options)).toThrow(
        'exactly one of useFactory, useClass and useExisting',
      );
    });
  });
});

describe('a wrong option stops the boot and is named', () => {
  it.each<[string, unknown]>([
    ['path', 'mcp'],
    ['path', '/mcp/'],
    ['path', '/mcp/:id'],
    ['path', '/mcp?x'],
    ['path', '/m cp'],
    ['path', 7],
    ['name', ''],
    ['name', 5],
    ['version', ' '],
    ['title', null],
    ['instructions', {}],
    ['inferHttpMethodAnnotations', 'yes'],
    ['includeTags', 'public'],
    ['excludeTags', [1]],
    ['includeTools', ['']],
    ['excludeTools', {}],
    ['unknownArguments', 'warn'],
    ['ignoredArguments', 'sessionId'],
    ['beforeToolCall', 'log'],
    ['afterToolCall', {}],
    ['maxBlobBytes', -1],
    ['maxBlobBytes', '25MB'],
    ['listPageSize', 0],
    ['listPageSize', 1.5],
    ['outputValidation', 'strict'],
    ['inferOutputSchema', 'yes'],
    ['schema', false],
    ['schema', { dialect: 'draft-07' }],
    ['schema', { draft: 7 }],
    ['onSchemaError', 'ignore'],
    ['lint', true],
    ['allowedOrigins', 'https://app.example.com'],
    ['allowedHosts', '*'],
    ['cors', 'yes'],
    ['cors', { origin: '*' }],
    ['cors', { maxAge: -1 }],
    ['cors', { allowedHeaders: 'x' }],
    ['pathh', '/mcp'],
  ])('%s: %j', async (name, value) => {
    const options = { [name]: value } as McpRootOptions;
    await expect(startApp({ platform: 'fastify', module: itemsModule(options) })).rejects.toThrow(
      `"${name}" `,
    );
  });

  it.each([[42], ['AuthGuard'], [class NoGuard {}], [null]])('guards: %p', (guard) => {
    const guards = [guard] as unknown as McpRootOptions['guards'];
    expect(() => McpModule.forRoot({ guards })).toThrow('guards[0] must be a guard');
  });

  it('several at once, each in its line', async () => {
    const options = { path: 'x', listPageSize: -1 };
    const boot = startApp({ platform: 'express', module: itemsModule(options) });
    await expect(boot).rejects.toThrow(/"path" .*\n.*"listPageSize" /);
  });

  it('McpModule twice', async () => {
    const module = itemsModule({}, { imports: [McpModule.forRoot({ path: '/second' })] });
    await expect(startApp({ platform: 'fastify', module })).rejects.toThrow('McpModule is imported 2 times');
  });

  it.each(['guards', 'imports'] as const)('%s that are no array', (name) => {
    const options = { [name]: 'AuthGuard' } as unknown as McpRootOptions;
    expect(() => McpModule.forRoot(options)).toThrow(`"${name}" must be an array`);
  });
});
