import {
  Controller,
  Get,
  Module,
  Req,
  RequestMethod,
  Version,
  VERSION_NEUTRAL,
  VersioningType,
} from '@nestjs/common';
import type { VersioningOptions } from '@nestjs/common';
import { RouterModule } from '@nestjs/core';
import { McpTool } from 'nestjs-mcp';
import { check, equal } from './checks.js';
import { PLATFORMS, withApp } from './running-app.js';

interface UrlRequest {
  originalUrl: string;
}

abstract class CrudController {
  @Get()
  @McpTool()
  list(@Req() { originalUrl }: UrlRequest) {
    return `${this.constructor.name} ${originalUrl}`;
  }
}

@Controller({ path: 'cats', version: '1' })
class CatsV1Controller extends CrudController {
  @Get('both')
  @Version(['1', '2'])
  @McpTool()
  both() {
    return 'both';
  }
}

@Controller({ path: 'cats', version: '2' })
class CatsV2Controller extends CrudController {}

@Controller({ path: 'neutral', version: VERSION_NEUTRAL })
class NeutralController extends CrudController {}

const VERSIONINGS: Record<string, VersioningOptions> = {
  URI: { type: VersioningType.URI },
  header: { type: VersioningType.HEADER, header: 'X-Api-Version' },
  'media type': { type: VersioningType.MEDIA_TYPE, key: 'v=' },
  custom: { type: VersioningType.CUSTOM, extractor: () => '1' },
};

/** Where a tool call goes: prefixes, versions, inherited handlers. */
export async function checkRoutes(): Promise<void> {
  for (const platform of PLATFORMS) {
    for (const [label, versioning] of Object.entries(VERSIONINGS)) {
      await check(`${platform}: versions by ${label}, of inherited handlers`, () =>
        withApp(
          platform,
          { controllers: [CatsV1Controller, CatsV2Controller, NeutralController] },
          async (app) => {
            const [v1, v2] = label === 'URI' ? ['/v1', '/v2'] : ['', ''];
            equal((await app.call('cats_v1_list')).text, `CatsV1Controller ${v1}/cats`);
            equal((await app.call('cats_v2_list')).text, `CatsV2Controller ${v2}/cats`);
            equal((await app.call('neutral_list')).text, 'NeutralController /neutral');
            equal((await app.call('cats_v1_both')).text, 'both');
          },
          (app) => app.enableVersioning(versioning),
        ),
      );
    }

    await check(`${platform}: prefixes of the application and of modules`, async () => {
      @Controller('cats')
      class CatsController extends CrudController {}
      @Controller('cats')
      class AdminCatsController extends CrudController {}
      @Module({ controllers: [AdminCatsController] })
      class AdminModule {}
      await withApp(
        platform,
        {
          imports: [AdminModule, RouterModule.register([{ path: 'admin', module: AdminModule }])],
          controllers: [CatsController],
        },
        async (app) => {
          equal((await app.call('cats_list')).text, 'CatsController /cats');
          equal((await app.call('admin_cats_list')).text, 'AdminCatsController /api/admin/cats');
        },
        (app) => app.setGlobalPrefix('api', { exclude: [{ path: 'cats', method: RequestMethod.GET }] }),
      );
    });
  }
}
