import { connect } from 'node:net';
import { All, Controller, Get, Param, RequestMethod } from '@nestjs/common';
import { afterEach, describe, expect, it } from '@jest/globals';
import { McpModule, McpTool } from 'nestjs-mcp';
import { boundModule, requirePass } from '../middleware/bound-module.js';
import { EndpointClient } from '../support/endpoint-client.js';
import { PLATFORMS, startApp } from '../support/running-app.js';
import type { RunningApp } from '../support/running-app.js';

const CARD = '/.well-known/agent-card.json';
const METADATA = '/.well-known/oauth-protected-resource/mcp';

@Controller()
class FilesController {
  @All(['*'])
  anything() {
    return { secret: 'of a page' };
  }
}

@Controller()
class FoldersController {
  @Get(':folder/:file')
  @McpTool('read_file')
  read(@Param('folder') folder: string, @Param('file') file: string) {
    return { secret: `${folder}/${file}` };
  }
}

describe.each(PLATFORMS)('on %s', (platform) => {
  let server: RunningApp | undefined;
  afterEach(() => server?.close());

  async function start(controller: new () => object): Promise<void> {
    server = await startApp({
      platform,
      module: {
        imports: [
          McpModule.forRoot({
            agentCard: true,
            auth: { resource: 'https://x.example/mcp', authorizationServers: ['https://y.example'] },
          }),
          boundModule({ controllers: [controller] }, (consumer) =>
            consumer
              .apply(requirePass)
              .exclude({ path: 'mcp', method: RequestMethod.POST })
              .forRoutes('*path'),
          ),
        ],
      },
    });
  }

  /** The status and body of a request that is sent to the letter. */
  function raw(method: string, target: string): Promise<string> {
    const { hostname, port } = new URL(server!.origin);
    return new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname);
      let text = '';
      socket.setEncoding('utf8');
      socket.on('data', (part: string) => (text += part));
      socket.on('end', () => resolve(text));
      socket.on('error', reject);
      socket.end(
        `${method} ${target} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
      );
    });
  }

  const TARGETS = [CARD, METADATA].flatMap((path) => [
    path.toUpperCase(),
    `${path}/`,
    `${path}//`,
    `/${path}`,
    `${path};x`,
    `${path};/../secret`,
    `${path}%2f`,
    path.replace('agent', '%61gent'),
    `/x/..${path}`,
    `http://h.example${path}`,
    `${path}/secret`,
    `${path}?x`,
    `${path}#x`,
  ]);

  const REQUESTS = [
    ...TARGETS.map((target) => ['GET', target] as const),
    ...['POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'QUERY'].flatMap((verb) =>
      [CARD, METADATA, `${CARD}/`, CARD.toUpperCase()].map((target) => [verb, target] as const),
    ),
  ];

  it('no other method or spelling gets past the middleware of what is not the public document', async () => {
    await start(FilesController);
    const passed: string[] = [];
    for (const [verb, target] of REQUESTS) {
      if ((await raw(verb, target)).includes('of a page')) {
        passed.push(`${verb} ${target}`);
      }
    }
    expect(passed).toEqual([]);
  });

  it('a call whose path is that of a public document does not get past the middleware of its route', async () => {
    await start(FoldersController);
    const client = new EndpointClient(server!.mcp);
    for (const file of ['agent-card.json', 'AGENT-CARD.JSON', 'oauth-protected-resource']) {
      const { text } = await client.legacy('tools/call', {
        name: 'read_file',
        arguments: { folder: '.well-known', file },
      });
      expect(text).not.toContain('secret');
    }
  });
});
