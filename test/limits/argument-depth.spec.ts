import { afterEach, describe, expect, it } from '@jest/globals';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { McpModule } from 'nestjs-mcp';
import type { McpLimitOptions } from 'nestjs-mcp';
import { EndpointClient } from '../support/endpoint-client.js';
import { PLATFORMS, startApp } from '../support/running-app.js';
import type { RunningApp } from '../support/running-app.js';
import { Seen, takingModule } from './taking.fixture.js';

const lists = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const objects = (depth: number) => '{"a":'.repeat(depth - 1) + '{}' + '}'.repeat(depth - 1);

describe.each(PLATFORMS)('arguments that are nested deeply, on %s', (platform) => {
  let server: RunningApp;
  let seen: Seen;

  async function start(limits?: McpLimitOptions): Promise<EndpointClient> {
    seen = new Seen();
    server = await startApp({
      platform,
      module: { imports: [McpModule.forRoot({ limits })], ...takingModule(seen) },
      configure: (app) => {
        if (platform === 'express') {
          (app as NestExpressApplication).useBodyParser('json', { limit: '2mb' });
        }
      },
    });
    return new EndpointClient(server.mcp);
  }
  afterEach(() => server.close());

  const send = (client: EndpointClient, method: string, params: string) =>
    client.post(`{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`);

  it.each(['body', 'entry', 'query'])('reach the tool "%s" up to the limit', async (tool) => {
    const client = await start();
    for (const value of [lists(64), objects(64)]) {
      const params = `{"name":"${tool}","arguments":{"flat":1,"deep":${value}}}`;
      expect((await send(client, 'tools/call', params)).said).toBe('seen');
    }
  });

  it.each(['body', 'entry', 'query'])(
    'are refused by name beyond it, however deep, by "%s"',
    async (tool) => {
      const client = await start();
      for (const value of [lists(65), objects(65), lists(100_000), objects(100_000)]) {
        const params = `{"name":"${tool}","arguments":{"flat":1,"deep":${value}}}`;
        const { message, said } = await send(client, 'tools/call', params);
        expect(message.result?.['isError']).toBe(true);
        expect(said).toContain(
          '- deep: is nested too deeply: it may have 64 objects and lists inside each other',
        );
      }
      expect(seen.values).toEqual([]);
    },
  );

  it('are refused by a prompt whose text stands for them', async () => {
    const client = await start();
    for (const depth of [65, 100_000]) {
      const params = JSON.stringify({ name: 'rows', arguments: { rows: lists(depth) } });
      const { message } = await send(client, 'prompts/get', params);
      expect(message.error?.code).toBe(-32602);
      expect(message.error?.message).toContain('rows: is nested too deeply');
    }
    expect(seen.values).toEqual([]);
  });

  it('are refused where a completion or an answer of the user has them', async () => {
    const client = await start();
    const context = `{"arguments":{"deep":${lists(100_000)}}}`;
    const completion = await send(
      client,
      'completion/complete',
      `{"ref":{"type":"ref/prompt","name":"prompt"},"argument":{"name":"text","value":""},"context":${context}}`,
    );
    expect(completion.message.error?.message).toContain('deep: is nested too deeply');
    const answer = await client.post(
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ask","inputResponses":{"name":{"deep":${lists(100_000)}}},` +
        '"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{"elicitation":{}}}}}',
      { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'ask' },
    );
    expect(answer.message.error?.message).toContain('name: is nested too deeply');
  });

  it.each([1, 3, 1000])('have the limit that limits.argumentDepth says: %s', async (argumentDepth) => {
    const client = await start({ argumentDepth });
    const call = (depth: number) =>
      send(client, 'tools/call', `{"name":"body","arguments":{"deep":${lists(depth)}}}`);
    expect((await call(argumentDepth)).said).toBe('seen');
    expect((await call(argumentDepth + 1)).said).toContain(`it may have ${argumentDepth} objects`);
  });
});
