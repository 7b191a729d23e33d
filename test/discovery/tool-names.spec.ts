import { describe, expect, it } from '@jest/globals';
import { Controller, Get, Module } from '@nestjs/common';
import type { LoggerService, Type } from '@nestjs/common';
import { McpTool } from '../../lib/index.js';
import { boot, bootError } from '../support/mcp-app.js';

function controllerWith(name: string, path = name): Type {
  @Controller(path)
  class NamedController {
    @Get()
    @McpTool(name)
    find() {}
  }
  return NamedController;
}

/** Collects what an application warns of. */
function warnings(): { lines: string[]; logger: LoggerService } {
  const lines: string[] = [];
  const ignore = () => undefined;
  return {
    lines,
    logger: {
      log: ignore,
      error: ignore,
      warn: (message: unknown, context?: unknown) => lines.push(`[${String(context)}] ${String(message)}`),
    },
  };
}

describe('default names', () => {
  it('are <controller>_<method> in snake_case', async () => {
    @Controller('items')
    class ItemsController {
      @Get(':id')
      @McpTool()
      findOne() {}

      @Get()
      @McpTool({ description: 'Lists' })
      list() {}
    }
    const app = await boot({ controllers: [ItemsController] });
    expect(await app.toolNames()).toEqual(['items_find_one', 'items_list']);
  });

  it('keep acronyms and digits together', async () => {
    @Controller('a')
    class HTTPLogsV2Controller {
      @Get('a')
      @McpTool()
      getURLByID() {}

      @Get('b')
      @McpTool()
      toCSV() {}

      @Get('c')
      @McpTool()
      $find_all2Times() {}
    }
    const app = await boot({ controllers: [HTTPLogsV2Controller] });
    expect(await app.toolNames()).toEqual([
      'http_logs_v2_get_url_by_id',
      'http_logs_v2_to_csv',
      'http_logs_v2_find_all2_times',
    ]);
  });

  it('of classes without, or only with, the suffix are theirs', async () => {
    @Controller('a')
    class Menu {
      @Get()
      @McpTool()
      show() {}
    }
    @Controller('b')
    class Controller_ {
      @Get()
      @McpTool()
      show() {}
    }
    Object.defineProperty(Controller_, 'name', { value: 'Controller' });
    const app = await boot({ controllers: [Menu, Controller_] });
    expect(await app.toolNames()).toEqual(['menu_show', 'controller_show']);
  });

  it('of methods in another script ask for a name', async () => {
    @Controller('a')
    class 商品Controller {
      @Get()
      @McpTool()
      検索() {}
    }
    const message = await bootError({ controllers: [商品Controller] });
    expect(message).toContain('商品Controller.検索');
    expect(message).toContain('@McpTool({ name })');
  });
});

describe('given names', () => {
  it.each(['a', 'A-b_c.D9', 'x'.repeat(128)])('%s is taken', async (name) => {
    const app = await boot({ controllers: [controllerWith(name)] });
    expect(await app.toolNames()).toEqual([name]);
  });

  it.each(['', 'two words', 'é', 'a/b', 'a:b', 'x'.repeat(129), 'new\nline'])(
    '%j stops the boot, and the error says where and what to do',
    async (name) => {
      const message = await bootError({ controllers: [controllerWith(name, 'a')] });
      expect(message).toContain('NamedController.find');
      expect(message).toContain(JSON.stringify(name));
      expect(message).toContain('Use 1 to 128 characters of A-Z, a-z, 0-9, "_", "-" and "."');
    },
  );

  it.each([
    ['x'.repeat(65), 'has 65 characters; some clients refuse more than 64'],
    ['shop.items', 'has a dot, which some clients refuse'],
  ])('%s is taken with a warning', async (name, reason) => {
    const { lines, logger } = warnings();
    await boot({ controllers: [controllerWith(name)] }, { nest: { logger } });
    expect(lines).toEqual([expect.stringContaining(`The tool "${name}" may not work everywhere: `)]);
    expect(lines[0]).toContain(`the tool name ${reason}`);
  });

  it.each(['x'.repeat(64), 'shop-items_1'])('%s is taken without a warning', async (name) => {
    const { lines, logger } = warnings();
    await boot({ controllers: [controllerWith(name)] }, { nest: { logger } });
    expect(lines).toEqual([]);
  });
});

describe('one name twice', () => {
  it('stops the boot and names both places', async () => {
    @Controller('a')
    class OrdersController {
      @Get()
      @McpTool('find')
      findOrders() {}
    }
    @Controller('b')
    class ItemsController {
      @Get()
      @McpTool('find')
      findItems() {}
    }
    const message = await bootError({ controllers: [OrdersController, ItemsController] });
    expect(message).toMatch(/"find".*OrdersController\.findOrders.*ItemsController\.findItems/);
    expect(message).toContain('@McpTool({ name })');
  });

  it('stops the boot when a filter would hide one of them', async () => {
    const controllers = [controllerWith('find', 'a'), controllerWith('find', 'b'), controllerWith('other')];
    expect(await bootError({ controllers }, { mcp: { includeTools: ['other'] } })).toContain('"find"');
  });

  it('names the modules when the classes have one name', async () => {
    const createModule = (name: string, path: string): Type => {
      @Controller(path)
      class ItemsController {
        @Get()
        @McpTool()
        find() {}
      }
      @Module({ controllers: [ItemsController] })
      class FeatureModule {}
      Object.defineProperty(FeatureModule, 'name', { value: name });
      return FeatureModule;
    };
    const imports = [createModule('ShopModule', 'shop'), createModule('AdminModule', 'admin')];
    const message = await bootError({ imports });
    expect(message).toMatch(
      /"items_find".*ItemsController\.find \(ShopModule\).*ItemsController\.find \(AdminModule\)/,
    );
  });

  it('is no matter of letters: names differ by case', async () => {
    const app = await boot({ controllers: [controllerWith('find', 'a'), controllerWith('Find', 'b')] });
    expect(await app.toolNames()).toEqual(['find', 'Find']);
  });
});
