import {
  Controller,
  Get,
  Headers,
  Param,
  Req,
  Version,
  VERSION_NEUTRAL,
  VersioningType,
} from '@nestjs/common';
import type { INestApplication, VersioningOptions } from '@nestjs/common';
import { McpTool } from 'nestjs-mcp';
import { describeParity } from './parity-table.js';

interface RequestLike {
  url: string;
  headers: Record<string, string | undefined>;
}

@Controller({ path: 'coffees', version: '1' })
@McpTool()
class CoffeesController {
  @Get(':id')
  findOne(@Param('id') id: string) {
    return { id, version: 1 };
  }

  @Get(':id')
  @Version('2')
  findOneV2(@Param('id') id: string) {
    return { id, version: 2 };
  }

  @Get('both/:id')
  @Version(['3', '4'])
  both(@Param('id') id: string) {
    return { id, version: '3 or 4' };
  }

  @Get('neutral/:id')
  @Version(VERSION_NEUTRAL)
  neutral(@Param('id') id: string) {
    return { id, version: 'any' };
  }

  @Get('headers/all')
  headers(@Headers('x-version') version: string, @Req() request: RequestLike) {
    return { version, asks: request.headers.accept?.includes('v=1') ?? false };
  }
}

@Controller('unversioned')
@McpTool()
class UnversionedController {
  @Get()
  read() {
    return { version: 'default' };
  }
}

const versioned = (options: VersioningOptions) => ({
  controllers: [CoffeesController, UnversionedController],
  configure: (app: INestApplication) => void app.enableVersioning(options),
});

const header = (name: string, value: string | undefined): Record<string, string> =>
  value === undefined ? {} : { [name]: value };

function rows(
  request: (version: string | undefined, path: string) => { path: string; headers?: Record<string, string> },
) {
  return [
    {
      title: 'the version of the controller',
      tool: 'coffees_find_one',
      args: { id: 'a' },
      http: request('1', '/coffees/a'),
      status: 200,
      body: { id: 'a', version: 1 },
    },
    {
      title: 'the version of the method',
      tool: 'coffees_find_one_v2',
      args: { id: 'a' },
      http: request('2', '/coffees/a'),
      status: 200,
      body: { id: 'a', version: 2 },
    },
    {
      title: 'a method of several versions',
      tool: 'coffees_both',
      args: { id: 'a' },
      http: request('4', '/coffees/both/a'),
      status: 200,
      body: { id: 'a', version: '3 or 4' },
    },
    {
      title: 'a method of any version',
      tool: 'coffees_neutral',
      args: { id: 'a' },
      http: request(undefined, '/coffees/neutral/a'),
      status: 200,
      body: { id: 'a', version: 'any' },
    },
    {
      title: 'the default version',
      tool: 'unversioned_read',
      http: request('1', '/unversioned'),
      status: 200,
      body: { version: 'default' },
    },
  ];
}

describeParity(
  'versions in the path',
  versioned({ type: VersioningType.URI, defaultVersion: '1' }),
  rows((version, path) => ({ path: version === undefined ? path : `/v${version}${path}` })),
);

describeParity(
  'versions in a header',
  versioned({ type: VersioningType.HEADER, header: 'X-Version', defaultVersion: '1' }),
  [
    ...rows((version, path) => ({ path, headers: header('X-Version', version) })),
    {
      title: 'the handler reads the header',
      tool: 'coffees_headers',
      http: { path: '/coffees/headers/all', headers: { 'x-version': '1' } },
      status: 200,
      body: { version: '1', asks: false },
    },
  ],
);

describeParity(
  'versions in the media type',
  versioned({ type: VersioningType.MEDIA_TYPE, key: 'v=', defaultVersion: '1' }),
  [
    ...rows((version, path) => ({
      path,
      headers: header('accept', version && `application/json;v=${version}`),
    })),
    {
      title: 'the handler reads the header',
      tool: 'coffees_headers',
      http: { path: '/coffees/headers/all', headers: { accept: 'application/json;v=1' } },
      status: 200,
      body: { asks: true },
    },
  ],
);

describeParity(
  'versions from a custom extractor',
  versioned({
    type: VersioningType.CUSTOM,
    extractor: (request: unknown) => (request as RequestLike).headers['x-custom'] ?? '1',
    defaultVersion: '1',
  }),
  rows((version, path) => ({ path, headers: header('x-custom', version) })),
);
