import { describe, expect, it } from '@jest/globals';
import { Controller, Delete, Get, Post } from '@nestjs/common';
import { McpAnnotations, McpReadOnly, McpTool } from '../../lib/index.js';
import { boot, bootError } from '../support/mcp-app.js';

describe('@McpTool() on a controller', () => {
  it('offers each of its routes, and nothing that is no route', async () => {
    @Controller('items')
    @McpTool()
    class ItemsController {
      @Get()
      list() {
        return this.helper();
      }

      @Post()
      create() {}

      helper() {
        return 'helped';
      }
    }
    const app = await boot({ controllers: [ItemsController] });
    expect(await app.toolNames()).toEqual(['items_list', 'items_create']);
    expect(await app.value('items_list')).toBe('helped');
  });

  it('leaves out what has @McpTool(false)', async () => {
    @Controller('items')
    @McpTool()
    class ItemsController {
      @Get()
      list() {}

      @Delete()
      @McpTool(false)
      removeAll() {}
    }
    const app = await boot({ controllers: [ItemsController] });
    expect(await app.toolNames()).toEqual(['items_list']);
    await expect(app.call('items_remove_all')).rejects.toThrow('Unknown tool');
  });

  it('lets a route set its own options', async () => {
    @Controller('items')
    @McpTool({ scopes: ['items'], meta: { from: 'class' } })
    class ItemsController {
      @Get()
      @McpTool({ name: 'all_items', title: 'All items' })
      list() {}

      @Get('one')
      @McpTool('first_item')
      one() {}
    }
    const app = await boot({ controllers: [ItemsController] });
    expect(await app.tools()).toMatchObject([
      { name: 'all_items', title: 'All items', annotations: { scopes: ['items'] }, _meta: { from: 'class' } },
      { name: 'first_item', annotations: { scopes: ['items'] }, _meta: { from: 'class' } },
    ]);
  });

  it.each([{ name: 'x' }, { title: 'x' }, { description: 'x' }, { inputSchema: {} }, { outputSchema: {} }])(
    'refuses %j, which would apply to every route',
    async (options) => {
      @Controller('items')
      @McpTool(options)
      class ItemsController {
        @Get()
        list() {}
      }
      const message = await bootError({ controllers: [ItemsController] });
      expect(message).toContain(`ItemsController has @McpTool({ ${Object.keys(options)[0]} }) on the class`);
      expect(message).toContain('ItemsController.list');
    },
  );
});

describe('@McpTool(false) on a controller', () => {
  it('offers only routes that have @McpTool() themselves', async () => {
    @McpTool()
    class OpenController {
      @Get('list')
      list() {}
    }
    @Controller('items')
    @McpTool(false)
    class ItemsController extends OpenController {
      @Get('own')
      own() {}

      @Get('wanted')
      @McpTool()
      wanted() {}
    }
    const app = await boot({ controllers: [ItemsController] });
    expect(await app.toolNames()).toEqual(['items_wanted']);
  });
});

describe('inheritance', () => {
  abstract class CrudController {
    @Get()
    @McpTool({ description: 'Lists all' })
    @McpAnnotations({ openWorldHint: false })
    list() {
      return this.constructor.name;
    }

    @Post()
    @McpTool()
    @McpReadOnly()
    create() {
      return `created by ${this.constructor.name}`;
    }
  }

  it('a method brings its decorators along', async () => {
    @Controller('cats')
    class CatsController extends CrudController {}
    const app = await boot({ controllers: [CatsController] });
    expect(await app.tools()).toMatchObject([
      { name: 'cats_list', description: 'Lists all', annotations: { openWorldHint: false } },
      { name: 'cats_create', annotations: { readOnlyHint: true } },
    ]);
    expect(await app.value('cats_list')).toBe('CatsController');
  });

  it('an overridden method starts anew, as with the decorators of Nest', async () => {
    @Controller('cats')
    class CatsController extends CrudController {
      override list() {
        return 'no route';
      }

      @Post('now')
      override create() {
        return 'no tool';
      }
    }
    const app = await boot({ controllers: [CatsController] });
    expect(await app.toolNames()).toEqual([]);
  });

  it('an overridden method with a route and @McpTool() is the tool', async () => {
    @Controller('cats')
    class CatsController extends CrudController {
      @Get()
      @McpTool()
      override list() {
        return `${super.list()}, overridden`;
      }
    }
    const app = await boot({ controllers: [CatsController] });
    expect(await app.tool('cats_list')).toMatchObject({ description: 'List (GET /cats)' });
    expect((await app.tool('cats_list')).annotations).not.toHaveProperty('openWorldHint');
    expect(await app.value('cats_list')).toBe('CatsController, overridden');
  });

  it('of a decorated class reaches the routes of its subclasses', async () => {
    @McpTool({ scopes: ['base'] })
    class BaseController {
      @Get('inherited')
      inherited() {}
    }
    @Controller('cats')
    class CatsController extends BaseController {
      @Get('own')
      own() {}
    }
    const app = await boot({ controllers: [CatsController] });
    expect(await app.tools()).toMatchObject([
      { name: 'cats_own', annotations: { scopes: ['base'] } },
      { name: 'cats_inherited', annotations: { scopes: ['base'] } },
    ]);
  });

  it('@McpTool(false) takes an inherited route out', async () => {
    @Controller('cats')
    @McpTool()
    class CatsController extends CrudController {
      @Post()
      @McpTool(false)
      override create() {
        return super.create();
      }
    }
    const app = await boot({ controllers: [CatsController] });
    expect(await app.toolNames()).toEqual(['cats_list']);
  });
});
