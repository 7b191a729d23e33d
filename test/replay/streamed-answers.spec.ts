import { createRequire } from 'node:module';
import { Readable, Stream } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { Controller, Get, Res, StreamableFile } from '@nestjs/common';
import { McpTool } from '../../lib/index.js';
import type { McpToolCallOutcome } from '../../lib/index.js';
import { boot, PLATFORMS } from '../support/mcp-app.js';
import type { ToolResult } from '../support/mcp-app.js';

interface AnyResponse {
  raw?: object;
  type(value: string): this;
  header(name: string, value: string): unknown;
  send(body: unknown): unknown;
}

const STATUS = 'nestjs-mcp/status';

const { Readable: PackageReadable } = createRequire(import.meta.url)('readable-stream') as {
  Readable: typeof Readable;
};

/** A stream of the package, which is no instance of Node's class. */
function packageStream(): Readable {
  const parts = ['one;', 'two;', null];
  return new PackageReadable({
    read() {
      setTimeout(() => this.push(parts.shift()), 1);
    },
  });
}

function brokenPackageStream(): Readable {
  return new PackageReadable({
    read() {
      process.nextTick(() => this.destroy(new Error('disk')));
    },
  });
}

/** A stream of before Node 0.10. */
function oldStream(): NodeJS.ReadableStream {
  const stream = Object.assign(new Stream(), { readable: true, pause: () => stream, resume: () => stream });
  setTimeout(() => {
    stream.emit('data', 'old');
    stream.emit('end');
  }, 1);
  return stream as unknown as NodeJS.ReadableStream;
}

@Controller('files')
class FilesController {
  @Get('package')
  @McpTool('package')
  package() {
    return new StreamableFile(packageStream(), { type: 'text/plain' });
  }

  @Get('sent')
  @McpTool('sent')
  sent(@Res() response: AnyResponse) {
    send(response, packageStream());
  }

  @Get('old')
  @McpTool('old')
  old(@Res() response: AnyResponse) {
    send(response, oldStream());
  }

  @Get('broken-package')
  @McpTool('broken-package')
  brokenPackage() {
    return new StreamableFile(brokenPackageStream(), { type: 'text/plain' });
  }

  @Get('missing')
  @McpTool('missing')
  missing() {
    const stream = new Readable({ read: () => undefined });
    process.nextTick(() => stream.destroy(new Error('ENOENT: no such file')));
    return new StreamableFile(stream, { type: 'text/plain' });
  }

  @Get('broken')
  @McpTool('broken')
  broken(@Res() response: AnyResponse) {
    const parts = ['part'];
    const stream = new Readable({
      read() {
        const part = parts.shift();
        setTimeout(() => (part ? this.push(part) : this.destroy(new Error('disk'))), 5);
      },
    });
    send(response, stream);
  }

  @Get('lookalike')
  @McpTool('lookalike')
  lookalike() {
    return { pipe: () => 1, on: () => 1, valve: 'open' };
  }
}

function send(response: AnyResponse, stream: NodeJS.ReadableStream): void {
  response.header('content-type', 'text/plain');
  if (response.raw) {
    response.send(stream);
  } else {
    stream.pipe(response as unknown as NodeJS.WritableStream);
  }
}

describe.each(PLATFORMS)('on %s, an answer that is a stream', (platform) => {
  async function start(outcomes: McpToolCallOutcome[] = []) {
    const afterToolCall = (_name: string, _args: object, _request: object, outcome: McpToolCallOutcome) => {
      outcomes.push(outcome);
      // Meanwhile nobody reads the stream.
      return new Promise<void>((resolve) => setTimeout(resolve, 20));
    };
    return boot({ controllers: [FilesController] }, { platform, mcp: { afterToolCall } });
  }

  it.each([
    ['package', 'one;two;'],
    ['sent', 'one;two;'],
    ['old', 'old'],
  ])('of another stream class is read to its end (%s)', async (tool, text) => {
    expect(await (await start()).call(tool)).toMatchObject({ isError: false, text });
  });

  it.each(['broken-package', 'missing'])(
    'fails before its first byte as over HTTP, for hooks too (%s)',
    async (tool) => {
      const outcomes: McpToolCallOutcome[] = [];
      const app = await start(outcomes);
      const overHttp = await fetch(`${app.url}/files/${tool}`);
      const result = (await app.request('tools/call', { name: tool })) as ToolResult & {
        _meta: Record<string, unknown>;
      };
      expect(overHttp.status).toBe(platform === 'fastify' ? 500 : 400);
      expect(result.isError).toBe(true);
      expect(result.content[0]!.text).toBe(await overHttp.text());
      expect(result._meta[STATUS]).toBe(overHttp.status);
      expect(outcomes).toEqual([
        expect.objectContaining({ status: overHttp.status, error: expect.anything() }),
      ]);
    },
  );

  if (platform === 'fastify') {
    it('and breaks off later is an error that says so', async () => {
      const { isError, text } = await (await start()).call('broken');
      expect([isError, text]).toEqual([true, 'The response broke off before it was complete.']);
    });
  }

  it('in name only, an object with "pipe" and "on", is sent as JSON', async () => {
    expect(await (await start()).value('lookalike')).toEqual({ valve: 'open' });
  });
});
