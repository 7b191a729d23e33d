import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { McpConfirm, McpHeader, McpModule, McpTool } from 'nestjs-mcp';
import { PLATFORMS, startApp } from '../support/running-app.js';
import type { RunningApp } from '../support/running-app.js';
import { CAPABILITIES_KEY, VERSION_KEY } from '../support/endpoint-client.js';
import { Attacker } from './attacker.js';
import type { Refusal } from './attacker.js';

@Controller()
class SecretController {
  @Get('hidden/:region')
  @McpTool({ name: 'hidden', scopes: ['x'], timeoutMs: 1 })
  hidden(@Param('region') @McpHeader('Region') region: string) {
    return { region };
  }

  @Post('secret')
  @McpConfirm('Sure?')
  @McpTool({ name: 'secret', scopes: ['x'] })
  secret(@Body('area') area: string) {
    return { area };
  }

  @Get('open')
  @McpTool('opened')
  open() {
    return {};
  }
}

type Params = Readonly<Record<string, unknown>>;
type Ask = (client: Attacker, name: string) => Promise<Refusal>;

const MODERN = { [VERSION_KEY]: '2026-07-28', [CAPABILITIES_KEY]: { elicitation: {} } };
const modern =
  (params: Params, headers: Record<string, string | string[]> = {}, meta: Params = {}): Ask =>
  (client, name) =>
    client.post(
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name, ...params, _meta: { ...MODERN, ...meta } },
      },
      { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': name, ...headers },
    );
const legacy =
  (params: Params, headers: Record<string, string> = {}): Ask =>
  (client, name) =>
    client.legacy('tools/call', { name, ...params }, headers);

const DEEP = JSON.parse(`${'['.repeat(200)}${']'.repeat(200)}`) as unknown;

const ASKS: [string, Ask][] = [
  ['nothing else', legacy({})],
  ['good arguments', legacy({ arguments: { region: 'a' } })],
  ['wrong arguments', legacy({ arguments: { nope: 1 } })],
  ['arguments that are none', legacy({ arguments: 7 })],
  ['arguments that are a list', legacy({ arguments: [] })],
  ['deep arguments', legacy({ arguments: { region: DEEP } })],
  ['a progress token', legacy({ arguments: { region: 'a' }, _meta: { progressToken: 1 } })],
  ['an unknown log level', legacy({ arguments: {}, _meta: { 'io.modelcontextprotocol/logLevel': 'loud' } })],
  ['an event stream only', legacy({}, { accept: 'text/event-stream' })],
  ['a task', legacy({ arguments: { region: 'a' }, task: { ttl: 1 } })],
  ['modern', modern({ arguments: { region: 'a' } })],
  ['modern without the header', modern({ arguments: { region: 'a' } })],
  ['modern with the header', modern({ arguments: { region: 'a' } }, { 'mcp-param-region': 'a' })],
  ['modern with another header', modern({ arguments: { region: 'a' } }, { 'mcp-param-region': 'b' })],
  [
    'modern with the header twice',
    modern({ arguments: { region: 'a' } }, { 'mcp-param-region': ['a', 'b'] }),
  ],
  ['modern with bad Base64 in the header', modern({ arguments: {} }, { 'mcp-param-region': '=?base64?!?=' })],
  ['modern with a state', modern({ arguments: { area: 'a' }, requestState: 'x' })],
  ['modern with a state that is no text', modern({ arguments: { area: 'a' }, requestState: 7 })],
  [
    'modern with answers',
    modern({ arguments: { area: 'a' }, inputResponses: { confirm: { action: 'accept' } } }),
  ],
  ['modern with answers that are none', modern({ arguments: {}, inputResponses: 7 })],
  ['modern without capabilities', modern({ arguments: {} }, {}, { [CAPABILITIES_KEY]: {} })],
  [
    'modern with an unknown log level',
    modern({ arguments: {} }, {}, { 'io.modelcontextprotocol/logLevel': 'loud' }),
  ],
  ['modern with another name in the header', modern({}, { 'mcp-name': 'opened' })],
  ['modern with the method of another', modern({}, { 'mcp-method': 'tools/list' })],
  [
    'a batch',
    (client, name) =>
      client.post([{ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: {} } }], {
        'mcp-protocol-version': '2025-03-26',
      }),
  ],
  [
    'a completion',
    (client, name) =>
      client.legacy('completion/complete', {
        ref: { type: 'ref/tool', name },
        argument: { name: 'region', value: '' },
      }),
  ],
  ['a prompt', (client, name) => client.legacy('prompts/get', { name })],
];

describe.each(PLATFORMS)('on %s', (platform) => {
  let server: RunningApp;
  const logged: string[] = [];
  beforeAll(async () => {
    const line = (...parts: unknown[]) => void logged.push(parts.map(String).join(' '));
    server = await startApp({
      platform,
      logger: { log: line, error: line, warn: line },
      module: {
        imports: [
          McpModule.forRoot({
            visibility: 'allowed',
            agentCard: true,
            sessions: true,
            auth: {
              resource: 'https://x.example/mcp',
              metadata: false,
              verifyToken: () => Promise.resolve({}),
              enforceScopes: true,
              challengeFromTools: true,
            },
          }),
        ],
        controllers: [SecretController],
      },
    });
    logged.length = 0;
  });
  afterAll(() => server.close());

  function shown({ status, headers, text }: Refusal, name: string): unknown {
    const others = { ...headers, date: undefined, 'content-length': undefined };
    return { status, others, text: text.replaceAll(name, 'NAME') };
  }

  it.each(ASKS)('a hidden tool answers as an unknown one: %s', async (_what, ask) => {
    const client = new Attacker(server.origin);
    const unknown = shown(await ask(client, 'nobody'), 'nobody');
    for (const name of ['hidden', 'secret']) {
      expect(shown(await ask(client, name), name)).toEqual(unknown);
    }
    expect(logged).toEqual([]);
  });

  it('the agent card does not name it', async () => {
    const { text } = await new Attacker(server.origin).send(
      'GET',
      {},
      undefined,
      '/.well-known/agent-card.json',
    );
    expect(text).toContain('opened');
    expect(text).not.toMatch(/hidden|secret/);
  });
});
