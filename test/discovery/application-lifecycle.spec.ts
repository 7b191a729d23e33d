import { describe, expect, it } from '@jest/globals';
import { Controller, Get, Inject, Injectable, Module } from '@nestjs/common';
import type { DynamicModule, HttpServer, OnApplicationBootstrap, OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost, LazyModuleLoader, NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { McpModule, McpTool } from '../../lib/index.js';
import { boot, bootError, McpApp, PLATFORMS, start } from '../support/mcp-app.js';

@Injectable()
class Counter {
  value = 0;
}

@Controller('items')
class ItemsController {
  constructor(@Inject(Counter) private readonly counter: Counter) {}

  @Get()
  @McpTool()
  count() {
    return ++this.counter.value;
  }
}

const MODULE = { controllers: [ItemsController], providers: [Counter] };

@Module({ imports: [McpModule.forRoot()], ...MODULE })
class AppModule {}

function createAdapter(platform: (typeof PLATFORMS)[number]) {
  return platform === 'fastify' ? new FastifyAdapter() : new ExpressAdapter();
}

describe('without an HTTP server', () => {
  it('an application context starts and stops', async () => {
    const context = await NestFactory.createApplicationContext(AppModule, { logger: false });
    expect(context.get(Counter).value).toBe(0);
    await context.close();
  });
});

describe.each(PLATFORMS)('on %s', (platform) => {
  it('an application of a testing module has its tools', async () => {
    const testing = await Test.createTestingModule({ imports: [AppModule] }).compile();
    const app = testing.createNestApplication(createAdapter(platform), { logger: false });
    await app.listen(0, '127.0.0.1');
    expect(await new McpApp(app, await app.getUrl()).value('items_count')).toBe(1);
    await app.close();
  });

  it('providers overridden in a testing module are those that tools use', async () => {
    const testing = await Test.createTestingModule({ imports: [AppModule] })
      .overrideProvider(Counter)
      .useValue({ value: 41 })
      .compile();
    const app = testing.createNestApplication(createAdapter(platform), { logger: false });
    await app.listen(0, '127.0.0.1');
    expect(await new McpApp(app, await app.getUrl()).value('items_count')).toBe(42);
    await app.close();
  });

  it('two applications of one process with the same controllers do not meet', async () => {
    const [first, second] = await Promise.all([
      start(AppModule, { platform }),
      start(AppModule, { platform }),
    ]);
    expect(await first.value('items_count')).toBe(1);
    expect(await first.value('items_count')).toBe(2);
    expect(await second.value('items_count')).toBe(1);
  });

  it('two applications on both platforms do not meet', async () => {
    const [first, second] = await Promise.all([
      start(AppModule, { platform: 'fastify' }),
      start(AppModule, { platform: 'express' }),
    ]);
    expect(await first.value('items_count')).toBe(1);
    expect(await second.value('items_count')).toBe(1);
  });

  it('an application can be made again after it was closed', async () => {
    const first = await start(AppModule, { platform });
    expect(await first.value('items_count')).toBe(1);
    await first.close();
    const second = await start(AppModule, { platform });
    expect(await second.value('items_count')).toBe(1);
  });

  it('the adapter has its own methods while the application runs', async () => {
    const seen: string[] = [];
    @Injectable()
    class Observer implements OnModuleInit, OnApplicationBootstrap {
      constructor(@Inject(HttpAdapterHost) private readonly host: HttpAdapterHost) {}
      onModuleInit() {
        seen.push(...ownMethods(this.host.httpAdapter));
      }
      onApplicationBootstrap() {}
    }
    const adapter = createAdapter(platform);
    const before = ownMethods(adapter);
    @Module({ imports: [AppModule], providers: [Observer] })
    class ObservedModule {}
    const app = await NestFactory.create(ObservedModule, adapter, { logger: false });
    await app.init();
    expect(seen).toEqual(expect.arrayContaining(['get', 'post', 'setErrorHandler']));
    expect(ownMethods(adapter)).toEqual(before);
    await app.close();
  });
});

describe('McpModule that is imported twice', () => {
  it('stops the boot, and says what to do', async () => {
    @Module({ imports: [McpModule.forRoot({ path: '/other' })] })
    class FeatureModule {}
    const message = await bootError({ imports: [FeatureModule], ...MODULE });
    expect(message).toContain('McpModule is imported 2 times');
    expect(message).toContain('one McpModule.forRoot() or McpModule.forRootAsync()');
  });

  it('as one and the same dynamic module is imported once', async () => {
    const mcp: DynamicModule = McpModule.forRoot();
    @Module({ imports: [mcp] })
    class FeatureModule {}
    @Module({ imports: [mcp, FeatureModule], ...MODULE })
    class RootModule {}
    const app = await start(RootModule);
    expect(await app.toolNames()).toEqual(['items_count']);
  });
});

describe('McpModule without forRoot()', () => {
  it('stops the boot, and says what to do', async () => {
    @Module({ imports: [McpModule], ...MODULE })
    class RootModule {}
    await expect(start(RootModule)).rejects.toThrow('McpModule.forRoot()');
  });
});

describe('modules that are loaded lazily', () => {
  it('have no routes, so that they bring no tools, and do no harm', async () => {
    @Controller('lazy')
    class LazyController {
      @Get()
      @McpTool()
      list() {}
    }
    @Module({ controllers: [LazyController] })
    class LazyModule {}
    const app = await boot(MODULE);
    await app.app.get(LazyModuleLoader).load(() => LazyModule);
    expect(await app.toolNames()).toEqual(['items_count']);
    expect(await app.value('items_count')).toBe(1);
  });
});

function ownMethods(adapter: HttpServer): string[] {
  return Object.entries(adapter)
    .filter(([, value]) => typeof value === 'function')
    .map(([name]) => name)
    .sort();
}
