import { Readable, Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { Module } from '@nestjs/common';
import type { INestApplication } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { McpStdio } from 'nestjs-mcp';
import type { McpStdioOptions } from 'nestjs-mcp';
import { PLATFORMS } from '../support/running-app.js';
import { localModule } from './local-app.fixture.js';

@Module(localModule())
class AppModule {}

function currentWrite(): unknown {
  return Reflect.get(process.stdout, 'write');
}

/** Takes what is written when it may. */
class SlowOutput extends Writable {
  text = '';
  private take?: () => void;
  private isOpen = false;

  constructor() {
    super({ decodeStrings: false, highWaterMark: 1_000 });
  }

  open(): void {
    this.isOpen = true;
    this.take?.();
  }

  override _write(chunk: string, _encoding: BufferEncoding, done: () => void): void {
    this.text += chunk;
    if (this.isOpen) {
      done();
    } else {
      this.take = done;
    }
  }
}

describe.each(PLATFORMS)('McpStdio.serve() on %s', (platform) => {
  const serve = (options: McpStdioOptions) =>
    McpStdio.serve(AppModule, {
      adapter: platform === 'fastify' ? new FastifyAdapter() : new ExpressAdapter(),
      application: { logger: false },
      ...options,
    });

  it('takes no more requests from a client that does not read its answers', async () => {
    const total = 2_000;
    let taken = 0;
    const input = Readable.from(
      (function* () {
        while (taken < total) {
          yield `{"jsonrpc":"2.0","id":${++taken},"method":"ping"}\n`;
        }
      })(),
      { highWaterMark: 1 },
    );
    const output = new SlowOutput();
    const server = await serve({ input, output });
    let before = -1;
    while (before !== taken) {
      before = taken;
      for (let turn = 0; turn < 200; turn++) await nextTurn();
    }
    expect(taken).toBeLessThan(total / 2);

    output.open();
    await server.closed;
    const ids = output.text
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { id: number }).id);
    expect(new Set(ids).size).toBe(total);
  });

  it('leaves standard output alone when messages go elsewhere, and listens at no port', async () => {
    const write = currentWrite();
    const server = await serve({ input: new Readable({ read: () => undefined }), output: new SlowOutput() });
    expect(currentWrite()).toBe(write);
    expect((server.app.getHttpServer() as { listening: boolean }).listening).toBe(false);
    await server.close();
    expect(process.listenerCount('SIGTERM')).toBe(0);
  });

  it('configures the application before it starts, with a module that is loaded later', async () => {
    const configured: INestApplication[] = [];
    const input = Readable.from([
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo"}}\n',
    ]);
    const output = new SlowOutput();
    output.open();
    const server = await McpStdio.serve(Promise.resolve(AppModule), {
      adapter: platform === 'fastify' ? new FastifyAdapter() : new ExpressAdapter(),
      application: { logger: false },
      configure: (app) => void configured.push(app.setGlobalPrefix('api')),
      input,
      output,
    });
    expect(configured).toEqual([server.app]);
    await server.closed;
    expect(JSON.parse(output.text)).toMatchObject({ id: 1 });
  });

  it('says when the application has no McpModule', async () => {
    @Module({})
    class EmptyModule {}
    const adapter = platform === 'fastify' ? new FastifyAdapter() : new ExpressAdapter();
    const write = currentWrite();
    await expect(McpStdio.serve(EmptyModule, { adapter, application: { logger: false } })).rejects.toThrow(
      'McpStdio.serve() needs an application with McpModule',
    );
    expect(currentWrite()).toBe(write);
  });

  it('answers with an internal error, and its id in the log, when the identity cannot be told', async () => {
    const output = new SlowOutput();
    output.open();
    const { closed } = await serve({
      user: () => Promise.reject(new Error('no database')),
      input: Readable.from(['{"jsonrpc":"2.0","id":1,"method":"ping"}\n']),
      output,
    });
    await closed;
    expect(JSON.parse(output.text)).toMatchObject({ id: 1, error: { code: -32603 } });
    expect(output.text).not.toContain('no database');
  });
});
