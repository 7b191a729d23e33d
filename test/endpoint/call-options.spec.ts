import { Body, Controller, Get, Header, Param, Post, Query, StreamableFile } from '@nestjs/common';
import type { ModuleMetadata } from '@nestjs/common';
import { afterEach, describe, expect, it } from '@jest/globals';
import { McpBlobResource, McpModule, McpTool } from 'nestjs-mcp';
import type { McpModuleOptions } from 'nestjs-mcp';
import { EndpointClient } from '../support/endpoint-client.js';
import { PLATFORMS, startApp } from '../support/running-app.js';
import type { RunningApp } from '../support/running-app.js';

@Controller('notes')
class NotesController {
  @Post()
  @McpTool('add_note')
  add(@Query('tool') tool: string | undefined, @Body('text') text: string) {
    return { tool, text };
  }

  @Get('files/:size')
  @Header('Content-Type', 'application/octet-stream')
  @McpTool('file')
  file(@Param('size') size: string) {
    return new StreamableFile(Buffer.alloc(Number(size)));
  }

  @Get('blobs/:size')
  @McpTool('blob')
  blob(@Param('size') size: string) {
    return new McpBlobResource({
      uri: 'memory://blob',
      data: Buffer.alloc(Number(size)),
      mimeType: 'application/octet-stream',
    });
  }
}

function notesModule(options: McpModuleOptions): ModuleMetadata {
  return { imports: [McpModule.forRoot(options)], controllers: [NotesController] };
}

describe.each(PLATFORMS)('on %s', (platform) => {
  let server: RunningApp;
  let client: EndpointClient;
  afterEach(async () => {
    await server.close();
    await client.wire.assertValidMessages();
  });

  async function start(options: McpModuleOptions): Promise<void> {
    server = await startApp({ platform, module: notesModule(options) });
    client = new EndpointClient(server.mcp);
  }

  describe('arguments that a tool does not have', () => {
    it('are refused by name', async () => {
      await start({});
      const answer = await client.callTool('add_note', { text: 'hi', txet: 1, extra: null });
      expect(answer.status).toBe(200);
      expect(answer.message.result?.['isError']).toBe(true);
      expect(answer.said).toContain('txet');
      expect(answer.said).toContain('extra');
    });

    it("are dropped with unknownArguments: 'ignore'", async () => {
      await start({ unknownArguments: 'ignore' });
      const answer = await client.callTool('add_note', { text: 'hi', txet: 1 });
      expect(answer.message.result?.['isError']).toBeUndefined();
      expect(answer.said).toBe('{"text":"hi"}');
    });

    it('are dropped when n8n adds them, unless the tool has them', async () => {
      await start({});
      const answer = await client.callTool('add_note', {
        text: 'hi',
        sessionId: 's',
        action: 'sendMessage',
        chatInput: 'hello',
        toolCallId: 'call_1',
        tool: 'hammer',
      });
      expect(answer.message.result?.['isError']).toBeUndefined();
      expect(answer.said).toBe('{"tool":"hammer","text":"hi"}');
    });

    it('are dropped when ignoredArguments says so, in place of the default', async () => {
      await start({ ignoredArguments: ['traceId'] });
      expect((await client.callTool('add_note', { text: 'hi', traceId: 'x' })).said).toBe('{"text":"hi"}');
      const refused = await client.callTool('add_note', { text: 'hi', sessionId: 'x' });
      expect(refused.said).toContain('sessionId');
    });
  });

  it('null for an argument that may be absent is absent', async () => {
    await start({});
    expect((await client.callTool('add_note', { text: 'hi', tool: null })).said).toBe('{"text":"hi"}');
  });

  it.each([[[]], ['text'], [7], [null]])(
    'arguments that are no object are a protocol error: %j',
    async (args) => {
      await start({});
      const answer = await client.legacy('tools/call', { name: 'add_note', arguments: args });
      expect(answer.message.error?.code).toBe(-32602);
    },
  );

  it.each(['file', 'blob'])('maxBlobBytes limits the result of %s', async (tool) => {
    await start({ maxBlobBytes: 1000 });
    const fits = await client.callTool(tool, { size: '1000' });
    expect(fits.message.result?.['isError']).toBeUndefined();
    expect(fits.message.result).toMatchObject({ content: [{ type: 'resource' }] });
    const tooLarge = await client.callTool(tool, { size: '1001' });
    expect(tooLarge.status).toBe(200);
    expect(tooLarge.message.result?.['isError']).toBe(true);
    expect(tooLarge.said).toContain('1000');
    expect(tooLarge.text.length).toBeLessThan(500);
  });
});
