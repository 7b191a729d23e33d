import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Controller, Get, Injectable, Query, StreamableFile } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import {
  McpCatalog,
  McpModule,
  McpPrompt,
  McpResource,
  McpResourceLink,
  McpTool,
  McpToolResult,
} from 'nestjs-mcp';
import { EndpointClient } from '../support/endpoint-client.js';
import { PLATFORMS, startApp } from '../support/running-app.js';
import type { RunningApp } from '../support/running-app.js';

const LIMIT = 1_000;
const refusal = (size: number) =>
  `The result has ${size} bytes of text, more than the ${LIMIT} that this server sends (limits.resultBytes). ` +
  'Ask for less, by arguments for paging or filtering; where there are none, the handler has to return less.';

/** JSON of so many bytes. */
const sized = (bytes: number) => ({ text: 'x'.repeat(bytes - '{"text":""}'.length) });
const ANY_OBJECT = { type: 'object' as const };

@Controller('sizes')
class SizesController {
  @Get('json')
  @McpTool('json')
  @McpResource({ name: 'json', template: 'nest://json{?bytes}', mimeType: 'application/json' })
  json(@Query('bytes') bytes: string) {
    return sized(Number(bytes));
  }

  @Get('data')
  @McpTool({ name: 'data', outputSchema: ANY_OBJECT })
  data(@Query('bytes') bytes: string) {
    return sized(Number(bytes));
  }

  @Get('text')
  @McpTool('text')
  text(@Query('bytes') bytes: string) {
    return '"'.repeat(Number(bytes));
  }

  @Get('umlauts')
  @McpTool('umlauts')
  umlauts(@Query('bytes') bytes: string) {
    return 'ü'.repeat(Number(bytes) / 2);
  }

  @Get('text-file')
  @McpTool('text-file')
  textFile(@Query('bytes') bytes: string) {
    return new StreamableFile(Readable.from(['x'.repeat(Number(bytes))]), { type: 'text/plain' });
  }

  @Get('blocks')
  @McpTool('blocks')
  blocks(@Query('bytes') bytes: string) {
    const half = 'x'.repeat(Number(bytes) / 2);
    return new McpToolResult({ content: [half, { type: 'resource', resource: { uri: 'a:b', text: half } }] });
  }

  @Get('links')
  @McpTool('links')
  links(@Query('bytes') bytes: string) {
    return new McpResourceLink({ name: 'n', uri: 'a:b', description: 'x'.repeat(Number(bytes) - 4) });
  }

  @Get('apart')
  @McpTool({ name: 'apart', outputSchema: ANY_OBJECT })
  apart(@Query('bytes') bytes: string) {
    return new McpToolResult({ content: ['done'], structuredContent: sized(Number(bytes) - 4) });
  }

  @Get('image')
  @McpTool('image')
  @McpResource({ name: 'image', uri: 'nest://image' })
  image() {
    return new StreamableFile(Buffer.alloc(5_000), { type: 'image/png' });
  }
}

@Injectable()
class Sizes implements OnModuleInit {
  constructor(private readonly catalog: McpCatalog) {}

  onModuleInit(): void {
    this.catalog.addTool<{ bytes: number }>({
      name: 'entry',
      description: 'Of any size.',
      inputSchema: { type: 'object', properties: { bytes: { type: 'number' } } },
      handler: ({ bytes }) => sized(bytes),
    });
  }

  @McpPrompt('small')
  small() {
    return 'x'.repeat(LIMIT);
  }

  @McpPrompt('large')
  large() {
    return ['x'.repeat(LIMIT), 'y'];
  }
}

describe.each(PLATFORMS)('a large result on %s', (platform) => {
  let server: RunningApp;
  let client: EndpointClient;
  beforeAll(async () => {
    server = await startApp({
      platform,
      module: {
        imports: [McpModule.forRoot({ limits: { resultBytes: LIMIT } })],
        controllers: [SizesController],
        providers: [Sizes],
      },
    });
  });
  afterAll(() => server.close());
  beforeEach(() => {
    client = new EndpointClient(server.mcp);
  });
  afterEach(() => client.wire.assertValidMessages());

  it.each(['json', 'data', 'text', 'umlauts', 'text-file', 'blocks', 'links', 'apart', 'entry'])(
    'of the tool "%s" is sent up to the limit, and is an error with both sizes beyond it',
    async (tool) => {
      const { message: sent } = await client.callTool(tool, { bytes: LIMIT });
      expect(sent.result).toBeDefined();
      expect(sent.result!['isError']).toBeUndefined();
      const { message, said } = await client.callTool(tool, { bytes: LIMIT + 2 });
      expect(message.result!['isError']).toBe(true);
      expect(message.result).not.toHaveProperty('structuredContent');
      expect(said).toBe(refusal(LIMIT + 2));
    },
  );

  it('of a resource is an error with both sizes', async () => {
    const sent = await client.legacy('resources/read', { uri: `nest://json?bytes=${LIMIT}` });
    expect(sent.message.result).toBeDefined();
    const uri = `nest://json?bytes=${LIMIT + 1}`;
    const { message } = await client.legacy('resources/read', { uri });
    expect(message.error).toEqual({ code: -32603, message: refusal(LIMIT + 1), data: { uri } });
  });

  it('of a prompt is an error with both sizes', async () => {
    expect((await client.legacy('prompts/get', { name: 'small' })).message.result).toBeDefined();
    const { message } = await client.legacy('prompts/get', { name: 'large' });
    expect(message.error).toEqual({ code: -32603, message: refusal(LIMIT + 1) });
  });

  it('that is a file is up to maxBlobBytes', async () => {
    const { message } = await client.callTool('image');
    expect(message.result).toMatchObject({ content: [{ type: 'image' }] });
    const read = await client.legacy('resources/read', { uri: 'nest://image' });
    expect(read.message.result).toMatchObject({ contents: [{ mimeType: 'image/png' }] });
  });
});
