import { describe, expect, it } from '@jest/globals';
import { Controller, createParamDecorator, Get, Headers } from '@nestjs/common';
import type { ExecutionContext } from '@nestjs/common';
import { McpParam, McpTool } from 'nestjs-mcp';
import { boot, bootError, PLATFORMS } from '../support/mcp-app.js';

const Cookie = createParamDecorator((name: string, context: ExecutionContext) => {
  const { headers } = context.switchToHttp().getRequest<{ headers: { cookie?: string } }>();
  return headers.cookie?.split(`${name}=`)[1];
});

function exposing(header: string) {
  @Controller('vault')
  class VaultController {
    @Get()
    @McpTool()
    open(@Headers(header) @McpParam({ expose: true }) value: string): string {
      return value;
    }
  }
  return VaultController;
}

describe('a header with credentials', () => {
  it.each([
    'authorization',
    'Proxy-Authorization',
    'cookie',
    'Set-Cookie',
    'x-api-key',
    'X-Auth-Token',
    'x-access-token',
    'x-csrf-token',
  ])('is never an argument: %s', async (header) => {
    const message = await bootError({ controllers: [exposing(header)] });
    expect(message).toContain('VaultController.open');
    expect(message).toContain(`@Headers('${header}')`);
    expect(message).toContain('credentials');
    expect(message).toContain('Remove expose: true');
  });
});

describe.each(PLATFORMS)('headers and cookies on %s', (platform) => {
  @Controller('headers')
  class HeadersController {
    @Get()
    @McpTool('read')
    read(
      @Headers('authorization') authorization: string,
      @Headers('x-tenant') tenant: string,
      @Headers('x-region') @McpParam({ expose: true }) region: string,
      @Cookie('sid') sid: string,
    ) {
      return { authorization, tenant, region, sid };
    }
  }

  it('are arguments when opted in only, and reach the handler in any case', async () => {
    const app = await boot({ controllers: [HeadersController] }, { platform });
    const { inputSchema } = await app.tool('read');
    expect(Object.keys(inputSchema.properties)).toEqual(['x-region']);
    const headers = { authorization: 'Bearer mine', 'x-tenant': 'blue', cookie: 'sid=mine' };
    expect(await app.value('read', { 'x-region': 'north' }, headers)).toEqual({
      authorization: 'Bearer mine',
      tenant: 'blue',
      region: 'north',
      sid: 'mine',
    });
  });

  it.each(['authorization', 'x-tenant', 'sid', 'cookie'])(
    'cannot be forged by an argument: %s',
    async (name) => {
      const app = await boot({ controllers: [HeadersController] }, { platform });
      const { isError, text } = await app.call(
        'read',
        { [name]: 'forged' },
        { authorization: 'Bearer mine' },
      );
      expect(isError).toBe(true);
      expect(text).toContain(name);
    },
  );
});
