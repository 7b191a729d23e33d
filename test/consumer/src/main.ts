// An application that a user would write, on both platforms. The last line is `N passed, N failed`.
import 'reflect-metadata';
import assert from 'node:assert';
import { execFileSync } from 'node:child_process';
import { Body, Controller, Get, Inject, Injectable, Module, Param, ParseIntPipe, Post } from '@nestjs/common';
import { APP_GUARD, NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Throttle, ThrottlerGuard, ThrottlerModule } from '@nestjs/throttler';
import { McpModule, McpTool } from 'nestjs-mcp';

@Injectable()
class ItemsService {
  find(id: number): { id: number; name: string } {
    return { id, name: `Item ${id}` };
  }
}

@Controller('items')
class ItemsController {
  constructor(@Inject(ItemsService) private readonly items: ItemsService) {}

  @Get(':id')
  @McpTool({ description: 'Finds an item.' })
  find(@Param('id', ParseIntPipe) id: number): { id: number; name: string } {
    return this.items.find(id);
  }

  @Post()
  @McpTool()
  create(@Body('name') name: string): string {
    return `created ${name}`;
  }

  @Get('limited/twice')
  @Throttle({ default: { limit: 2, ttl: 60_000 } })
  @McpTool()
  limited(): string {
    return 'within the limit';
  }
}

@Module({
  imports: [
    McpModule.forRootAsync({ useFactory: () => ({ name: 'consumer', version: '1.2.3' }) }),
    ThrottlerModule.forRoot([{ limit: 100, ttl: 60_000 }]),
  ],
  controllers: [ItemsController],
  providers: [ItemsService, { provide: APP_GUARD, useClass: ThrottlerGuard }],
})
class AppModule {}

type Result = Record<string, unknown> & { content: { text: string }[]; tools: { name: string }[] };

let passed = 0;
let failed = 0;

async function check(name: string, run: () => Promise<void>): Promise<void> {
  try {
    await run();
    passed++;
    console.log(`ok      ${name}`);
  } catch (error) {
    failed++;
    console.log(`FAILED  ${name}\n${String(error)}`);
  }
}

for (const adapter of [new FastifyAdapter(), new ExpressAdapter()]) {
  const platform = adapter.getType();
  const app = await NestFactory.create(AppModule, adapter, { logger: false, forceCloseConnections: true });
  await app.listen(0, '127.0.0.1');
  const url = `${await app.getUrl()}/mcp`;
  const request = async (method: string, params: object): Promise<Result> => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    return ((await response.json()) as { result: Result }).result;
  };
  const call = (name: string, args: object = {}) => request('tools/call', { name, arguments: args });

  await check(`${platform}: initialize`, async () => {
    const clientInfo = { name: 'consumer', version: '1' };
    const result = await request('initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo,
    });
    assert.deepStrictEqual(result['serverInfo'], { name: 'consumer', version: '1.2.3' });
  });
  await check(`${platform}: tools/list`, async () => {
    const { tools } = await request('tools/list', {});
    assert.deepStrictEqual(
      tools.map(({ name }) => name),
      ['items_find', 'items_create', 'items_limited'],
    );
  });
  await check(`${platform}: tools/call`, async () => {
    assert.strictEqual((await call('items_find', { id: 1 })).content[0]?.text, '{"id":1,"name":"Item 1"}');
    assert.strictEqual((await call('items_create', { name: 'cup' })).content[0]?.text, 'created cup');
    assert.strictEqual((await call('items_find', { id: 'x' }))['isError'], true);
  });
  await check(`${platform}: ThrottlerGuard counts a call once`, async () => {
    assert.strictEqual((await call('items_limited'))['isError'] ?? false, false);
    assert.strictEqual((await call('items_limited'))['isError'] ?? false, false);
    const refused = await call('items_limited');
    assert.strictEqual(refused['isError'], true);
    assert.match(refused.content[0]?.text ?? '', /429/);
  });
  await app.close();
}

await check('the command nestjs-mcp', async () => {
  const usage = execFileSync('node_modules/.bin/nestjs-mcp', ['--help'], { encoding: 'utf8' });
  assert.match(usage, /^Usage: nestjs-mcp bridge <url>/);
});
for (const platform of ['fastify', 'express']) {
  await check(`${platform}: McpStdio.serve()`, async () => {
    const input = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"whoami_get"}}\n';
    const output = execFileSync(process.execPath, ['dist/stdio.js', platform], {
      input,
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    const content = [{ type: 'text', text: '{"name":"Alice"}' }];
    assert.deepStrictEqual(JSON.parse(output), { jsonrpc: '2.0', id: 1, result: { content } });
  });
}

console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
