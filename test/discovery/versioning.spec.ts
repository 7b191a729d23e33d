import { describe, expect, it } from '@jest/globals';
import { Controller, Get, Headers, Req, Version, VERSION_NEUTRAL, VersioningType } from '@nestjs/common';
import type { INestApplication, VersioningOptions } from '@nestjs/common';
import { McpTool } from '../../lib/index.js';
import { boot, PLATFORMS } from '../support/mcp-app.js';
import type { PlatformName } from '../support/mcp-app.js';

interface UrlRequest {
  originalUrl: string;
  headers: Record<string, string>;
}

function seen(version: string, { originalUrl, headers }: UrlRequest) {
  return { version, url: originalUrl, asked: headers['x-api-version'], accept: headers['accept'] };
}

@Controller({ path: 'cats', version: '1' })
class CatsV1Controller {
  @Get()
  @McpTool('v1')
  v1(@Req() request: UrlRequest) {
    return seen('1', request);
  }

  @Get()
  @Version('2')
  @McpTool('v2')
  v2(@Req() request: UrlRequest) {
    return seen('2', request);
  }

  @Get()
  @Version(['3', '4'])
  @McpTool('v3_or_4')
  v3or4(@Req() request: UrlRequest) {
    return seen('3 or 4', request);
  }
}

@Controller({ path: 'dogs', version: VERSION_NEUTRAL })
class DogsController {
  @Get()
  @McpTool('neutral')
  neutral(@Req() request: UrlRequest) {
    return seen('neutral', request);
  }

  @Get('mixed')
  @Version([VERSION_NEUTRAL, '5'])
  @McpTool('mixed')
  mixed(@Req() request: UrlRequest) {
    return seen('mixed', request);
  }
}

@Controller('birds')
class BirdsController {
  @Get()
  @McpTool('plain')
  plain(@Req() request: UrlRequest) {
    return seen('plain', request);
  }
}

const CONTROLLERS = [CatsV1Controller, DogsController, BirdsController];

function bootVersioned(platform: PlatformName, versioning: VersioningOptions, prefix?: string) {
  return boot(
    { controllers: CONTROLLERS },
    {
      platform,
      setup: (app: INestApplication) => {
        app.enableVersioning(versioning);
        if (prefix) {
          app.setGlobalPrefix(prefix);
        }
      },
    },
  );
}

describe.each(PLATFORMS)('versioning on %s', (platform) => {
  it('by URI: the path says the version, and the endpoint has none', async () => {
    const app = await bootVersioned(platform, { type: VersioningType.URI, defaultVersion: '9' }, 'api');
    expect(await app.value('v1')).toMatchObject({ version: '1', url: '/api/v1/cats' });
    expect(await app.value('v2')).toMatchObject({ version: '2', url: '/api/v2/cats' });
    expect(await app.value('v3_or_4')).toMatchObject({ version: '3 or 4', url: '/api/v3/cats' });
    expect(await app.value('neutral')).toMatchObject({ version: 'neutral', url: '/api/dogs' });
    expect(await app.value('mixed')).toMatchObject({ version: 'mixed', url: '/api/dogs/mixed' });
    expect(await app.value('plain')).toMatchObject({ version: 'plain', url: '/api/v9/birds' });
  });

  it('by URI with several default versions', async () => {
    const app = await bootVersioned(platform, {
      type: VersioningType.URI,
      prefix: 'version-',
      defaultVersion: ['7', VERSION_NEUTRAL],
    });
    expect(await app.value('plain')).toMatchObject({ url: '/version-7/birds' });
  });

  it('by header: the call carries the version of its route', async () => {
    const app = await bootVersioned(platform, {
      type: VersioningType.HEADER,
      header: 'X-Api-Version',
      defaultVersion: '9',
    });
    expect(await app.value('v1')).toMatchObject({ version: '1', asked: '1' });
    expect(await app.value('v2')).toMatchObject({ version: '2', asked: '2' });
    expect(await app.value('v3_or_4')).toMatchObject({ version: '3 or 4', asked: '3' });
    expect(await app.value('neutral')).toEqual({
      version: 'neutral',
      url: '/dogs',
      accept: expect.any(String),
    });
    expect(await app.value('mixed')).toMatchObject({ version: 'mixed', asked: '5' });
    expect(await app.value('plain')).toMatchObject({ version: 'plain', asked: '9' });
  });

  it('by header: what the caller asks of the endpoint does not choose the version', async () => {
    const app = await bootVersioned(platform, { type: VersioningType.HEADER, header: 'X-Api-Version' });
    expect(await app.value('v2', {}, { 'x-api-version': '1' })).toMatchObject({ version: '2', asked: '2' });
  });

  it('by media type: the call accepts the version of its route', async () => {
    const app = await bootVersioned(platform, { type: VersioningType.MEDIA_TYPE, key: 'v=' });
    expect(await app.value('v1')).toMatchObject({ version: '1', accept: 'application/json;v=1' });
    expect(await app.value('v2')).toMatchObject({ version: '2', accept: 'application/json;v=2' });
    expect(await app.value('v3_or_4')).toMatchObject({ version: '3 or 4' });
    expect(await app.value('neutral')).toMatchObject({ version: 'neutral' });
    expect(await app.value('plain')).toMatchObject({ version: 'plain' });
  });

  it('by an extractor: each tool is its version, whatever the extractor says', async () => {
    const app = await bootVersioned(platform, {
      type: VersioningType.CUSTOM,
      extractor: (request) => (request as UrlRequest).headers['x-tier'] ?? '1',
    });
    expect(await app.value('v1')).toMatchObject({ version: '1' });
    expect(await app.value('v2')).toMatchObject({ version: '2' });
    expect(await app.value('v3_or_4')).toMatchObject({ version: '3 or 4' });
    expect(await app.value('neutral')).toMatchObject({ version: 'neutral' });
    expect(await app.value('v2', {}, { 'x-tier': 'unheard of' })).toMatchObject({ version: '2' });
  });

  it('without versioning, the versions of routes mean nothing', async () => {
    @Controller({ path: 'cats', version: '1' })
    class CatsController {
      @Get()
      @McpTool('list')
      list(@Headers() headers: Record<string, string>) {
        return headers['x-api-version'] ?? 'none';
      }
    }
    const app = await boot({ controllers: [CatsController] }, { platform });
    expect(await app.value('list')).toBe('none');
  });

  it('serves the endpoint at its path with each kind of versioning', async () => {
    for (const versioning of [
      { type: VersioningType.URI, defaultVersion: ['1', '2'] },
      { type: VersioningType.HEADER, header: 'x-api-version', defaultVersion: '1' },
      { type: VersioningType.MEDIA_TYPE, key: 'v=', defaultVersion: '1' },
      { type: VersioningType.CUSTOM, extractor: () => '1', defaultVersion: '1' },
    ] as VersioningOptions[]) {
      const app = await bootVersioned(platform, versioning, 'api');
      expect(await app.toolNames()).toHaveLength(6);
    }
  });
});
