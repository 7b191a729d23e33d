import { Controller, Get, Param } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { McpModule, McpResource } from 'nestjs-mcp';
import { PLATFORMS, startApp } from '../support/running-app.js';
import type { RunningApp } from '../support/running-app.js';
import { Attacker } from './attacker.js';

@Controller()
class FilesController {
  @Get('files/:name')
  @McpResource({ template: 'files:///{name}' })
  read(@Param('name') name: string) {
    return { name };
  }
}

/** What one caller can make the server remember, as long as her sessions live. */
describe.each(PLATFORMS)('on %s', (platform) => {
  let server: RunningApp;
  let mallory: Attacker;
  beforeAll(async () => {
    server = await startApp({
      platform,
      module: { imports: [McpModule.forRoot({ sessions: true })], controllers: [FilesController] },
    });
    mallory = new Attacker(server.origin);
  });
  afterAll(() => server.close());

  const initialize = (capabilities: string) =>
    mallory.post(
      `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":${capabilities},"clientInfo":{"name":"x","version":"1"}}}`,
    );

  it('a session does not watch resources with names of any length', async () => {
    const session = { 'mcp-session-id': await mallory.begin() };
    const watch = (uri: string) => mallory.legacy('resources/subscribe', { uri }, session);
    const long = 'a'.repeat(60_000);
    expect((await watch(`files:///1${long}`)).message.error).toBeUndefined();
    expect((await watch(`files:///2${long}`)).message.error).toMatchObject({
      code: -32602,
      message: expect.stringContaining('100000 characters') as unknown,
    });
    // What it has is not lost by that, and may be given up.
    expect((await watch(`files:///1${long}`)).message.error).toBeUndefined();
    expect(
      (await mallory.legacy('resources/unsubscribe', { uri: `files:///1${long}` }, session)).status,
    ).toBe(200);
    expect((await watch('files:///short')).message.error).toBeUndefined();
  });

  it.each([
    ['of any size', `{"x":[${'[],'.repeat(30_000)}[]]}`],
    ['of any depth', `{"x":${'['.repeat(20_000)}${']'.repeat(20_000)}}`],
  ])('a client that declares capabilities %s gets no session', async (_what, capabilities) => {
    const { status, headers, message } = await initialize(capabilities);
    expect([status, message.error]).toEqual([200, undefined]);
    expect(headers['mcp-session-id']).toBeUndefined();
    expect((await initialize('{"elicitation":{}}')).headers['mcp-session-id']).toBeDefined();
  });
});
