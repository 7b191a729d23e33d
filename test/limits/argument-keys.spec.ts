import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { McpModule } from 'nestjs-mcp';
import { EndpointClient } from '../support/endpoint-client.js';
import type { EndpointAnswer } from '../support/endpoint-client.js';
import { PLATFORMS, startApp } from '../support/running-app.js';
import type { RunningApp } from '../support/running-app.js';
import { Seen, takingModule } from './taking.fixture.js';

const POISONED: readonly [text: string, path: string][] = [
  ['{"__proto__":{"admin":true}}', '__proto__'],
  ['{"__proto__":"x"}', '__proto__'],
  ['{"a":{"__proto__":null}}', 'a.__proto__'],
  ['{"a":[1,{"b":[[{"__proto__":{}}]]}]}', 'a[1].b[0][0].__proto__'],
  ['{"body":{"__proto__":{"admin":true}}}', 'body.__proto__'],
  ['{"\\u005f_proto__":{"admin":true}}', '__proto__'],
  ['{"constructor":{"prototype":{"admin":true}}}', 'constructor.prototype'],
  ['{"a":[{"constructor":{"prototype":1}}]}', 'a[0].constructor.prototype'],
];
const HARMLESS = [
  '{"constructor":"Mercedes"}',
  '{"constructor":{"name":"x"}}',
  '{"prototype":{"a":1}}',
  '{"a":{"constructor":["prototype"]}}',
  '{"a":"__proto__"}',
];

describe.each(PLATFORMS)('a key that would reach a prototype, on %s', (platform) => {
  let server: RunningApp;
  let client: EndpointClient;
  let seen: Seen;

  beforeAll(async () => {
    seen = new Seen();
    server = await startApp({
      platform,
      module: { imports: [McpModule.forRoot()], ...takingModule(seen) },
      // Fastify's own check would answer first.
      fastify: { onProtoPoisoning: 'ignore', onConstructorPoisoning: 'ignore' },
    });
  });
  afterAll(() => server.close());
  beforeEach(() => {
    client = new EndpointClient(server.mcp);
    seen.values.length = 0;
  });
  afterEach(async () => {
    expect(({} as { admin?: unknown }).admin).toBeUndefined();
    await client.wire.assertValidMessages();
  });

  const send = (method: string, params: string): Promise<EndpointAnswer> =>
    client.post(`{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`, {
      'mcp-protocol-version': '2025-11-25',
    });
  const call = (name: string, args: string) => send('tools/call', `{"name":"${name}","arguments":${args}}`);

  describe.each(['body', 'entry', 'query'])('in the arguments of the tool "%s"', (tool) => {
    it.each(POISONED)('is refused by its path: %s', async (args, path) => {
      const { message, said } = await call(tool, args);
      expect(message.result?.['isError']).toBe(true);
      expect(said).toContain(`- ${path}: an argument must not have a property of this name`);
      expect(seen.values).toEqual([]);
    });
  });

  it.each(POISONED)('is refused in a list of rows: %s', async (row, path) => {
    const { message, said } = await call('list', `{"rows":[${row}]}`);
    expect(message.result?.['isError']).toBe(true);
    expect(said).toContain(`- rows[0].${path}: `);
    expect(seen.values).toEqual([]);
  });

  it.each(HARMLESS)('is not what looks like it: %s', async (args) => {
    expect((await call('body', args)).said).toBe('seen');
    expect(JSON.stringify(seen.values)).toBe(`[${args}]`);
  });

  it.each(['a[__proto__][b]', '__proto__[b]', 'a[constructor][prototype][b]', 'constructor.prototype.b'])(
    'is refused in the name of a query value: %s',
    async (name) => {
      const { message, said } = await call('query', `{"${name}":"1"}`);
      expect(message.result?.['isError']).toBe(true);
      expect(said).toContain(`${name}: an argument must not have a property of this name`);
      const uri = `nest://things?${encodeURIComponent(name)}=1`;
      const read = await send('resources/read', JSON.stringify({ uri }));
      expect(read.message.error?.message).toContain(
        `${name}: an argument must not have a property of this name`,
      );
      expect(seen.values).toEqual([]);
    },
  );

  it('is refused in the query of a resource', async () => {
    for (const uri of ['nest://things?__proto__=1', 'nest://things?__proto__=1&__proto__=2']) {
      const { message } = await send('resources/read', JSON.stringify({ uri }));
      expect(message.error).toMatchObject({ code: -32602 });
    }
    expect(seen.values).toEqual([]);
  });

  it('is a text like any other as the value of a template variable', async () => {
    await send('resources/read', '{"uri":"nest://named/__proto__"}');
    expect(seen.values).toEqual(['__proto__']);
  });

  it.each([
    ['prompt', '{"text":"x","__proto__":"y"}', '__proto__: an argument must not'],
    ['prompt', '{"text":{"__proto__":"y"}}', 'text.__proto__: an argument must not'],
    ['rows', '{"rows":"[{\\"__proto__\\":{\\"admin\\":true}}]"}', 'rows[0].__proto__: '],
    ['rows', '{"rows":"[{\\"constructor\\":{\\"prototype\\":{}}}]"}', 'rows[0].constructor.prototype: '],
  ])('is refused in the arguments of the prompt "%s": %s', async (name, args, expected) => {
    const { message } = await send('prompts/get', `{"name":"${name}","arguments":${args}}`);
    expect(message.error?.code).toBe(-32602);
    expect(message.error?.message).toContain(expected);
    expect(seen.values).toEqual([]);
  });

  it('is refused in the arguments that a completion is given', async () => {
    const ref = '{"type":"ref/prompt","name":"prompt"}';
    const argument = '{"name":"text","value":"t"}';
    for (const args of ['{"__proto__":"x"}', '{"a":{"constructor":{"prototype":{}}}}']) {
      const context = `{"arguments":${args}}`;
      const { message } = await send(
        'completion/complete',
        `{"ref":${ref},"argument":${argument},"context":${context}}`,
      );
      expect(message.error?.code).toBe(-32602);
      expect(message.error?.message).toContain('an argument must not have a property of this name');
    }
    expect(seen.values).toEqual([]);
  });

  it.each([
    ['{"name":{"action":"accept","content":{"__proto__":"x"}}}', 'name.content.__proto__'],
    ['{"__proto__":{"action":"accept","content":{}}}', '__proto__'],
    [
      '{"name":{"action":"accept","content":{},"_meta":{"a":[{"__proto__":{}}]}}}',
      'name._meta.a[0].__proto__',
    ],
  ])('is refused in what the user answered: %s', async (inputResponses, path) => {
    const { message } = await client.post(
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ask","arguments":{},"inputResponses":${inputResponses},` +
        '"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{"elicitation":{}}}}}',
      { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'ask' },
    );
    expect(message.error?.code).toBe(-32602);
    expect(message.error?.message).toContain(`${path}: an argument must not have a property of this name`);
    expect(seen.values).toEqual([]);
  });
});
