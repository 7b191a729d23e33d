import { afterEach, describe, expect, it } from '@jest/globals';
import { Controller, Get, Post, Query, UploadedFile } from '@nestjs/common';
import { McpHeader, McpTool } from '../../lib/index.js';
import { bootError } from '../support/mcp-app.js';
import { startOutputApp } from './output-app.js';
import type { OutputApp } from './output-app.js';

@Controller('menu')
class MenuController {
  @Get()
  @McpTool('list')
  list() {
    return ['Cortado'];
  }

  @Get('broken')
  @McpTool({ name: 'broken_output', outputSchema: { type: 'strin' } })
  brokenOutput() {}

  @Get('arguments')
  @McpTool({ name: 'broken_input', inputSchema: { type: 'object', properties: { a: { minLength: -1 } } } })
  brokenInput() {}

  @Get('header')
  @McpTool('broken_header')
  brokenHeader(@Query('tenant') @McpHeader('Tenant') tenant: string[]) {
    return tenant;
  }
}

const controllers = [MenuController];
let app: OutputApp | undefined;

afterEach(async () => {
  await app?.close();
  app = undefined;
});

describe("onSchemaError: 'throw', the default", () => {
  it('stops the boot, and the error names the tool and its method', async () => {
    expect(await bootError({ controllers })).toContain(
      'The tool "broken_output" cannot be offered. MenuController.brokenOutput: its output schema cannot be used',
    );
  });
});

describe("onSchemaError: 'skip'", () => {
  it('leaves out the tools whose schemas cannot be made, and names each in the log; all others stay', async () => {
    app = await startOutputApp({ controllers, mcp: { onSchemaError: 'skip' } });
    expect((await app.client.listTools()).map(({ name }) => name)).toEqual(['list']);
    for (const name of ['broken_output', 'broken_input', 'broken_header']) {
      expect(
        app.logged.filter((line) => line.includes(`The tool "${name}" cannot be offered.`)),
      ).toHaveLength(1);
    }
    expect((await app.client.callTool('list')).content).toEqual([{ type: 'text', text: '["Cortado"]' }]);
  });

  it('does not hide that a route cannot be a tool at all', async () => {
    @Controller('files')
    class FilesController {
      @Post()
      @McpTool()
      upload(@UploadedFile() file: unknown) {
        return file;
      }
    }
    expect(await bootError({ controllers: [FilesController] }, { mcp: { onSchemaError: 'skip' } })).toContain(
      'takes an uploaded file',
    );
  });
});
