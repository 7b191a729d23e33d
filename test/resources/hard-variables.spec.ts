import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Controller, Get, Param, ParseIntPipe } from '@nestjs/common';
import { McpModule, McpResource } from '../../lib/index.js';
import { HARD_VALUES, LINE_BREAK } from '../parity/hard-values.js';
import { EndpointClient } from '../support/endpoint-client.js';
import { PLATFORMS, startApp } from '../support/running-app.js';
import type { PlatformName, RunningApp } from '../support/running-app.js';

@Controller('hard')
class HardController {
  @Get('plain/:value')
  @McpResource({ template: 'hard://plain/{value}' })
  plain(@Param('value') value: string) {
    return { value };
  }

  @Get('pair/:first-:second')
  @McpResource({ template: 'hard://pair/{first}/{second}' })
  pair(@Param('first') first: string, @Param('second') second: string) {
    return { first, second };
  }

  @Get('number/:value')
  @McpResource({ template: 'hard://number/{value}' })
  number(@Param('value', ParseIntPipe) value: number) {
    return { value };
  }
}

function createRestController(platform: PlatformName) {
  const isFastify = platform === 'fastify';
  @Controller('rest')
  class RestController {
    @Get(isFastify ? '*' : '*rest')
    @McpResource({ template: `hard://rest/{+${isFastify ? 'path' : 'rest'}}` })
    rest(@Param(isFastify ? '*' : 'rest') rest: string | string[]) {
      return { rest };
    }
  }
  return RestController;
}

const VALUES = [...HARD_VALUES, ['a line break and a header', LINE_BREAK] as const];

/** A template refuses what could lead out of the place that it speaks of, before any route runs. */
const LEADS_OUT = /(^|[/\\])\.{1,2}($|[/\\])/;

describe.each(PLATFORMS)('on %s, a variable of a template with', (platform) => {
  let app: RunningApp;
  let client: EndpointClient;

  beforeAll(async () => {
    app = await startApp({
      platform,
      module: {
        imports: [McpModule.forRoot()],
        controllers: [HardController, createRestController(platform)],
      },
    });
    client = new EndpointClient(app.mcp);
  });
  afterAll(() => app.close());

  async function read(uri: string): Promise<unknown> {
    const { message } = await client.legacy('resources/read', { uri });
    const contents = message.result?.['contents'] as { text: string }[] | undefined;
    return contents ? (JSON.parse(contents[0]!.text) as unknown) : message.error?.code;
  }

  async function overHttp(path: string): Promise<unknown> {
    const response = await fetch(new URL(path, app.origin));
    return response.status < 400 ? response.json() : -32603;
  }

  it.each(VALUES)('%s arrives as over HTTP, or finds no resource', async (_, value) => {
    const encoded = encodeURIComponent(value);
    const isRefused = LEADS_OUT.test(value) || /[/\\]/.test(value);

    expect(await read(`hard://plain/${encoded}`)).toEqual(
      isRefused ? -32602 : await overHttp(`/hard/plain/${encoded}`),
    );
    expect(await read(`hard://pair/z/${encoded}`)).toEqual(
      isRefused ? -32602 : await overHttp(`/hard/pair/z-${encoded}`),
    );
  });

  it.each(VALUES)('%s is no number', async (_, value) => {
    const code = await read(`hard://number/${encodeURIComponent(value)}`);
    expect([-32602, -32603]).toContain(code);
  });

  it.each(VALUES)('%s and slashes arrives as over HTTP, or finds no resource', async (_, value) => {
    const encoded = value.split('/').map(encodeURIComponent).join('/');

    expect(await read(`hard://rest/${encoded}`)).toEqual(
      LEADS_OUT.test(value) ? -32602 : await overHttp(`/rest/${encoded}`),
    );
  });

  it.each(['', '%', '%2', '%zz', '%ff', 'a?b', 'a#b', '%2E%2E', '..%2f', '%5c..%5c'])(
    '%j as it is finds no resource',
    async (text) => {
      expect(await read(`hard://plain/${text}`)).toBe(-32602);
    },
  );
});
