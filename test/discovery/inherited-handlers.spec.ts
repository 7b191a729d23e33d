import { describe, expect, it } from '@jest/globals';
import {
  Controller,
  Get,
  Injectable,
  Module,
  Post,
  Req,
  Scope,
  UseGuards,
  VersioningType,
} from '@nestjs/common';
import type { CanActivate, NestApplicationOptions, Type, VersioningOptions } from '@nestjs/common';
import { RouterModule } from '@nestjs/core';
import { McpTool } from '../../lib/index.js';
import { boot, bootError, PLATFORMS } from '../support/mcp-app.js';

interface UrlRequest {
  originalUrl: string;
}

@Injectable()
class DenyGuard implements CanActivate {
  canActivate(): boolean {
    return false;
  }
}

abstract class CrudController {
  @Get()
  @McpTool()
  list(@Req() { originalUrl }: UrlRequest) {
    return `${this.constructor.name} ${originalUrl}`;
  }

  @Post('deep/path')
  @McpTool()
  create(@Req() { originalUrl }: UrlRequest) {
    return `${this.constructor.name} ${originalUrl}`;
  }
}

/** A module with an `ItemsController` of its own. */
function featureModule(path: string): Type {
  @Controller(path)
  class ItemsController extends CrudController {}
  @Module({ controllers: [ItemsController] })
  class FeatureModule {}
  return FeatureModule;
}

const NEST_OPTIONS: [string, NestApplicationOptions][] = [
  ['declaration order', {}],
  ['specificity order', { routeResolutionStrategy: 'specificity' }],
  ['a conflict policy', { routeConflictPolicy: { duplicate: 'warn', shadow: 'warn' } }],
];

describe.each(PLATFORMS)('a handler that two controllers inherit, on %s', (platform) => {
  describe.each(NEST_OPTIONS)('with %s', (_label, nest) => {
    it('is a tool of each, which runs on its own controller', async () => {
      @Controller('cats')
      class CatsController extends CrudController {}
      @Controller('dogs')
      class DogsController extends CrudController {}
      const app = await boot({ controllers: [CatsController, DogsController] }, { platform, nest });
      expect(await app.value('cats_list')).toBe('CatsController /cats');
      expect(await app.value('dogs_list')).toBe('DogsController /dogs');
      expect(await app.value('dogs_create')).toBe('DogsController /dogs/deep/path');
    });

    it('keeps its guards apart', async () => {
      @Controller('open')
      class OpenController extends CrudController {}
      @Controller('shut')
      @UseGuards(DenyGuard)
      class ShutController extends CrudController {}
      const app = await boot({ controllers: [OpenController, ShutController] }, { platform, nest });
      expect((await app.call('open_list')).isError).toBe(false);
      expect(await app.call('shut_list')).toMatchObject({
        isError: true,
        text: expect.stringContaining('403'),
      });
    });

    it('is told apart when the path of one ends like that of the other', async () => {
      @Controller('cats')
      class CatsController extends CrudController {}
      @Controller('api/cats')
      class ApiCatsController extends CrudController {}
      const app = await boot(
        { controllers: [CatsController, ApiCatsController] },
        { platform, nest, setup: (created) => created.setGlobalPrefix('api') },
      );
      expect(await app.value('cats_list')).toBe('CatsController /api/cats');
      expect(await app.value('api_cats_list')).toBe('ApiCatsController /api/api/cats');
    });

    it('is told apart by the prefixes of modules alone', async () => {
      @Controller('items')
      class ShopItemsController extends CrudController {}
      @Module({ controllers: [ShopItemsController] })
      class ShopModule {}
      @Controller('items')
      class AdminItemsController extends CrudController {}
      @Module({ controllers: [AdminItemsController] })
      class AdminModule {}
      const routes = [
        { path: 'admin', module: AdminModule },
        { path: 'shop', module: ShopModule },
      ];
      const app = await boot(
        { imports: [ShopModule, AdminModule, RouterModule.register(routes)] },
        { platform, nest },
      );
      expect(await app.value('shop_items_list')).toBe('ShopItemsController /shop/items');
      expect(await app.value('admin_items_list')).toBe('AdminItemsController /admin/items');
    });

    it('stops the boot when the classes have one name, since the tools would have too', async () => {
      const imports = [featureModule('shop'), featureModule('admin')];
      expect(await bootError({ imports }, { platform, nest })).toMatch(
        /"items_list": ItemsController\.list \(FeatureModule\) and ItemsController\.list/,
      );
    });

    it.each<VersioningOptions>([
      { type: VersioningType.URI },
      { type: VersioningType.HEADER, header: 'x-version' },
      { type: VersioningType.MEDIA_TYPE, key: 'v=' },
    ])('is told apart by version alone (%j)', async (versioning) => {
      @Controller({ path: 'cats', version: '1' })
      class CatsV1Controller extends CrudController {}
      @Controller({ path: 'cats', version: '2' })
      class CatsV2Controller extends CrudController {}
      const app = await boot(
        { controllers: [CatsV1Controller, CatsV2Controller] },
        { platform, nest, setup: (created) => created.enableVersioning(versioning) },
      );
      expect(await app.value('cats_v1_list')).toMatch(/^CatsV1Controller/);
      expect(await app.value('cats_v2_list')).toMatch(/^CatsV2Controller/);
    });

    it('is told apart when the controllers are request-scoped', async () => {
      @Controller({ path: 'cats', scope: Scope.REQUEST })
      class CatsController extends CrudController {}
      @Controller({ path: 'dogs', scope: Scope.REQUEST })
      class DogsController extends CrudController {}
      const app = await boot({ controllers: [CatsController, DogsController] }, { platform, nest });
      expect(await app.value('cats_list')).toBe('CatsController /cats');
      expect(await app.value('dogs_list')).toBe('DogsController /dogs');
    });
  });
});

describe('a handler that two controllers inherit, for two hosts', () => {
  it.each(NEST_OPTIONS)('is told apart by order, with %s', async (_label, nest) => {
    @Controller({ path: 'cats', host: 'cats.example.com' })
    class OtherController extends CrudController {}
    @Controller({ path: 'cats', host: '127.0.0.1' })
    class CatsController extends CrudController {}
    const app = await boot({ controllers: [OtherController, CatsController] }, { platform: 'express', nest });
    expect(await app.value('cats_list')).toBe('CatsController /cats');
    expect(await app.call('other_list')).toMatchObject({
      isError: true,
      text: expect.stringContaining('404'),
    });
  });
});
