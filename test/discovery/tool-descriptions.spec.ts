import { describe, expect, it } from '@jest/globals';
import { All, Controller, Get, Module, Post } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { McpTool } from '../../lib/index.js';
import type { McpRootOptions } from '../../lib/index.js';
import { boot, bootError } from '../support/mcp-app.js';

describe('the description of a tool', () => {
  @Controller('items')
  class ItemsController {
    @Get('explicit')
    @ApiOperation({ summary: 'Summary', description: 'Long' })
    @McpTool({ description: 'Finds the items of one customer.' })
    explicit() {}

    @Get('operation')
    @ApiOperation({ summary: 'Summary', description: 'From the API documentation.' })
    @McpTool()
    operation() {}

    @McpTool()
    @ApiOperation({ summary: 'Only a summary' })
    @Get('summary')
    summary() {}

    @Get('empty')
    @ApiOperation({ tags: ['x'] })
    @McpTool()
    findAllByName() {}

    @Post(':id/notes')
    @McpTool({ title: 'Add a note' })
    addNote() {}

    @All('any')
    @McpTool()
    anything() {}
  }

  it.each([
    ['items_explicit', 'Finds the items of one customer.'],
    ['items_operation', 'From the API documentation.'],
    ['items_summary', 'Only a summary'],
    ['items_find_all_by_name', 'Find all by name (GET /v2/items/empty)'],
    ['items_add_note', 'Add note (POST /v2/items/:id/notes)'],
    ['items_anything', 'Anything (/v2/items/any)'],
  ])('%s: %s', async (name, description) => {
    const app = await boot(
      { controllers: [ItemsController] },
      { setup: (nest) => nest.setGlobalPrefix('v2') },
    );
    expect((await app.tool(name)).description).toBe(description);
  });

  it('goes beside its title', async () => {
    const app = await boot({ controllers: [ItemsController] });
    expect(await app.tool('items_add_note')).toMatchObject({
      title: 'Add a note',
      description: expect.any(String),
    });
  });
});

describe('tags', () => {
  @Controller('a')
  @McpTool({ tags: ['shop'] })
  class ShopController {
    @Get('open')
    open() {}

    @Get('staff')
    @McpTool({ tags: ['staff'] })
    staff() {}
  }
  @Controller('b')
  class OtherController {
    @Get()
    @McpTool()
    untagged() {}
  }
  const module = { controllers: [ShopController, OtherController] };

  it.each<[McpRootOptions, string[]]>([
    [{}, ['shop_open', 'shop_staff', 'other_untagged']],
    [{ includeTags: ['shop'] }, ['shop_open', 'shop_staff']],
    [{ includeTags: ['staff'] }, ['shop_staff']],
    [{ excludeTags: ['staff'] }, ['shop_open', 'other_untagged']],
    [{ includeTags: ['shop'], excludeTags: ['staff'] }, ['shop_open']],
    [{ includeTools: ['other_untagged', 'shop_staff'] }, ['shop_staff', 'other_untagged']],
    [{ excludeTools: ['shop_open'] }, ['shop_staff', 'other_untagged']],
    [{ includeTools: ['shop_open'], excludeTools: ['shop_open'] }, []],
    [{ includeTools: ['shop_open'], includeTags: ['staff'] }, []],
  ])('%j lists %j, and the others cannot be called', async (mcp, names) => {
    const app = await boot(module, { mcp });
    expect(await app.toolNames()).toEqual(names);
    for (const name of ['shop_open', 'shop_staff', 'other_untagged']) {
      if (!names.includes(name)) {
        await expect(app.call(name)).rejects.toThrow(`Unknown tool: ${name}`);
      }
    }
  });

  it('are not sent to clients', async () => {
    const app = await boot(module);
    expect(JSON.stringify(await app.tools())).not.toContain('"staff"');
  });

  it.each(['includeTags', 'excludeTags'])('%s with an unknown tag is a warning', async (option) => {
    const lines: string[] = [];
    const ignore = () => undefined;
    const logger = { log: ignore, error: ignore, warn: (line: unknown) => lines.push(String(line)) };
    await boot(module, { mcp: { [option]: ['staf'] }, nest: { logger } });
    expect(lines).toEqual([expect.stringContaining(`"${option}" names "staf"`)]);
  });

  it.each(['includeTools', 'excludeTools'])(
    '%s with an unknown name stops the boot, and lists the tools',
    async (option) => {
      const message = await bootError(module, { mcp: { [option]: ['shop_opne'] } });
      expect(message).toContain(`"${option}" names "shop_opne", but there is no such tool`);
      expect(message).toContain('shop_open, shop_staff, other_untagged');
    },
  );
});

describe('an application without tools', () => {
  it('starts, and lists none', async () => {
    @Module({})
    class EmptyModule {}
    const app = await boot({ imports: [EmptyModule] });
    expect(await app.tools()).toEqual([]);
  });
});
