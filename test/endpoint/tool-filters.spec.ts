import { Controller, Get } from '@nestjs/common';
import type { ModuleMetadata } from '@nestjs/common';
import { afterEach, describe, expect, it } from '@jest/globals';
import { McpModule, McpTool } from 'nestjs-mcp';
import type { McpModuleOptions } from 'nestjs-mcp';
import { EndpointClient } from '../support/endpoint-client.js';
import { PLATFORMS, startApp } from '../support/running-app.js';
import type { RunningApp } from '../support/running-app.js';

@Controller('t')
class TaggedController {
  @Get('plain')
  @McpTool('plain')
  plain() {
    return 'plain';
  }

  @Get('public')
  @McpTool({ name: 'open', tags: ['public'] })
  open() {
    return 'open';
  }

  @Get('both')
  @McpTool({ name: 'both', tags: ['public', 'admin'] })
  both() {
    return 'both';
  }

  @Get('admin')
  @McpTool({ name: 'admin', tags: ['admin'] })
  admin() {
    return 'admin';
  }
}

const ALL = ['plain', 'open', 'both', 'admin'];

function taggedModule(options: McpModuleOptions): ModuleMetadata {
  return { imports: [McpModule.forRoot(options)], controllers: [TaggedController] };
}

describe.each(PLATFORMS)('on %s', (platform) => {
  let server: RunningApp;
  afterEach(() => server.close());

  it.each<[McpModuleOptions, string[]]>([
    [{}, ALL],
    [{ includeTags: ['public'] }, ['open', 'both']],
    [{ excludeTags: ['admin'] }, ['plain', 'open']],
    [{ includeTags: ['public'], excludeTags: ['admin'] }, ['open']],
    [{ includeTools: ['plain', 'admin'] }, ['plain', 'admin']],
    [{ excludeTools: ['both'] }, ['plain', 'open', 'admin']],
    [{ includeTools: ['open', 'both'], excludeTools: ['both'] }, ['open']],
    [{ includeTools: ['plain', 'both'], includeTags: ['public'] }, ['both']],
    [{ includeTags: ['nobody has it'] }, []],
  ])('with %j a tool that is not offered can neither be listed nor called', async (options, offered) => {
    server = await startApp({ platform, module: taggedModule(options) });
    const client = new EndpointClient(server.mcp);
    expect(await client.toolNames()).toEqual(offered);
    for (const name of ALL) {
      const legacy = await client.callTool(name);
      const modern = await client.modern('tools/call', { name });
      if (offered.includes(name)) {
        expect([legacy.said, modern.said]).toEqual([name, name]);
      } else {
        const unknown = { code: -32602, message: `Unknown tool: ${name}` };
        expect([legacy.message.error, modern.message.error]).toEqual([unknown, unknown]);
      }
    }
    // Over HTTP they are all there.
    expect((await fetch(new URL('/t/admin', server.origin))).status).toBe(200);
    await client.wire.assertValidMessages();
  });
});

describe('a filter that names a tool which does not exist', () => {
  it.each(['includeTools', 'excludeTools'] as const)('stops the boot: %s', async (option) => {
    const boot = startApp({ platform: 'fastify', module: taggedModule({ [option]: ['plain', 'plian'] }) });
    await expect(boot).rejects.toThrow(`"${option}" names "plian"`);
  });
});
