import { Controller, Get, Injectable, Req } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { afterEach, describe, expect, it } from '@jest/globals';
import { McpModule, McpTool } from 'nestjs-mcp';
import type { McpRootOptions } from 'nestjs-mcp';
import { PLATFORMS, startApp } from '../support/running-app.js';
import type { RunningApp } from '../support/running-app.js';
import { Attacker } from './attacker.js';

interface NodeRequest {
  readonly client: { write(text: string): unknown; destroy(): unknown };
  readonly raw?: NodeRequest;
}

/** Tells the client who he is, by a name that is his to choose. */
@Injectable()
class NamingGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const http = context.switchToHttp();
    const name = http.getRequest<{ headers: Record<string, string> }>().headers['x-name'] ?? 'nobody';
    http
      .getResponse<{ header(name: string, value: string): unknown }>()
      .header('x-hello', decodeURIComponent(name));
    return true;
  }
}

@Controller()
class SocketController {
  @Get('rude')
  @McpTool('rude')
  rude(@Req() request: NodeRequest) {
    const { client } = request.raw ?? request;
    client.write('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nstole');
    return { polite: true };
  }

  @Get('violent')
  @McpTool('violent')
  violent(@Req() request: NodeRequest) {
    (request.raw ?? request).client.destroy();
  }
}

describe.each(PLATFORMS)('on %s', (platform) => {
  let server: RunningApp | undefined;
  afterEach(() => server?.close());

  async function start(options: McpRootOptions = {}): Promise<Attacker> {
    server = await startApp({
      platform,
      module: { imports: [McpModule.forRoot(options)], controllers: [SocketController] },
    });
    return new Attacker(server.origin);
  }

  it('a header of a guard that cannot be sent is an error, and not the end of the process', async () => {
    const client = await start({ guards: [NamingGuard] });
    const asName = (name: string) => client.legacy('ping', {}, { 'x-name': encodeURIComponent(name) });
    for (const name of ['Ωmega', 'a\r\nset-cookie: a=b']) {
      const { status, headers, message } = await asName(name);
      expect([status, message.error?.code]).toEqual([500, -32603]);
      expect([headers['x-hello'], headers['set-cookie']]).toEqual([undefined, undefined]);
    }
    expect((await asName('Alice')).headers['x-hello']).toBe('Alice');
  });

  it('a handler does not get at the connection by the other name of its socket', async () => {
    const client = await start();
    expect((await client.call('rude')).text).toContain('polite');
    expect((await client.call('violent')).text).toContain('"isError":true');
  });
});
