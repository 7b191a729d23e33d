import { beforeEach, describe, expect, it } from '@jest/globals';
import { LEGACY_VERSIONS, MODERN_VERSIONS, SUPPORTED_VERSIONS } from '../../lib/protocol/index.js';
import { CAPABILITIES, exampleServer, VERSION } from './exchange.js';

let example: ReturnType<typeof exampleServer>;
beforeEach(() => {
  example = exampleServer();
});

const served = () => [example.seen[0]?.era, example.seen[0]?.version];

describe('the versions', () => {
  it('are listed latest first, and cannot be changed', () => {
    expect(SUPPORTED_VERSIONS).toEqual(['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26']);
    for (const list of [SUPPORTED_VERSIONS, MODERN_VERSIONS, LEGACY_VERSIONS]) {
      expect(Object.isFrozen(list)).toBe(true);
    }
  });
});

describe('the era of a request', () => {
  it('a 2025 tools/list without any claim is served beside a 2026 one', async () => {
    expect((await example.legacy('tools/list', {}, {})).status).toBe(200);
    expect((await example.modern('tools/list')).status).toBe(200);
    expect(example.seen.map(({ era, version }) => [era, version])).toEqual([
      ['legacy', '2025-03-26'],
      ['modern', '2026-07-28'],
    ]);
  });

  it.each(LEGACY_VERSIONS)('header %s is served as that version', async (version) => {
    await example.legacy('tools/list', {}, { 'mcp-protocol-version': ` ${version}\t` });
    expect(served()).toEqual(['legacy', version]);
  });

  it('a legacy header with Mcp-Method and Mcp-Name stays legacy, and they are not compared', async () => {
    const { status } = await example.legacy(
      'tools/call',
      { name: 'query', arguments: { region: 'a' } },
      { 'mcp-protocol-version': '2025-11-25', 'mcp-method': 'other', 'mcp-name': 'other' },
    );
    expect([status, ...served()]).toEqual([200, 'legacy', '2025-11-25']);
  });

  it('the related-task key of 2025-11-25 does not make a request modern', async () => {
    const { status } = await example.legacy('tools/list', {
      _meta: { 'io.modelcontextprotocol/related-task': { taskId: 't' }, progressToken: 1 },
    });
    expect([status, ...served()]).toEqual([200, 'legacy', '2025-11-25']);
  });

  it.each(['progressToken', 'traceparent', 'com.example/x', 'modelcontextprotocol.io/x'])(
    'the _meta key %s does not make a request modern',
    async (key) => {
      await example.legacy('tools/list', { _meta: { [key]: 'x' } }, {});
      expect(served()).toEqual(['legacy', '2025-03-26']);
    },
  );

  it('a client that retries with a legacy version in _meta is served at that version', async () => {
    const meta = { [VERSION]: '2025-11-25', [CAPABILITIES]: { roots: {} } };
    const headers = { 'mcp-protocol-version': '2025-11-25', 'mcp-method': 'tools/list' };
    expect((await example.legacy('tools/list', { _meta: meta }, headers)).status).toBe(200);
    expect((await example.legacy('tools/list', { _meta: meta }, {})).status).toBe(200);
    for (const request of example.seen) {
      expect(request).toMatchObject({
        era: 'legacy',
        version: '2025-11-25',
        clientCapabilities: { roots: {} },
      });
    }
  });

  it.each([
    ['2025-11-25', '2026-07-28'],
    ['2025-11-25', '2025-06-18'],
    ['2025-06-18', '2026-07-28'],
    ['2026-07-28', '2025-11-25'],
    ['v999', '2026-07-28'],
    ['2026-07-28, 2026-07-28', '2026-07-28'],
    ['', '2026-07-28'],
    [undefined, '2026-07-28'],
  ])('header %s beside _meta %s is 400 / -32020', async (header, claimed) => {
    const { status, message } = await example.modern(
      'tools/list',
      {},
      { 'mcp-protocol-version': header },
      { [VERSION]: claimed },
    );
    expect([status, message.error?.code, message.id]).toEqual([400, -32020, 1]);
  });
});

describe('an unknown version', () => {
  const data = (requested: string) => ({ supported: [...SUPPORTED_VERSIONS], requested });

  it.each(['2024-11-05', 'v999.0.0', '', '2025-11-25, 2025-11-25', '2026-07-28 x'])(
    'header %p on a legacy-looking request is 400 / -32022 and names what is supported',
    async (version) => {
      const { status, message } = await example.legacy('tools/list', {}, { 'mcp-protocol-version': version });
      expect([status, message.error?.code, message.id]).toEqual([400, -32022, 1]);
      expect(message.error?.data).toEqual(data(version));
      expect(example.seen).toHaveLength(0);
    },
  );

  it('on initialize too: a header is judged before the handshake', async () => {
    const { status, message } = await example.legacy(
      'initialize',
      { protocolVersion: '2025-11-25' },
      { 'mcp-protocol-version': 'v999.0.0' },
    );
    expect([status, message.error?.code]).toEqual([400, -32022]);
  });

  it('is judged before the method', async () => {
    const { message } = await example.modern(
      'no/such',
      {},
      { 'mcp-protocol-version': 'v9' },
      { [VERSION]: 'v9' },
    );
    expect([message.error?.code, message.error?.data]).toEqual([-32022, data('v9')]);
  });

  it('a header sent twice, given as an array, equals neither value', async () => {
    const { message } = await example.legacy(
      'tools/list',
      {},
      {
        'mcp-protocol-version': ['2025-11-25', '2025-06-18'],
      },
    );
    expect(message.error?.data).toEqual(data('2025-11-25, 2025-06-18'));
  });
});

describe('methods of the other era', () => {
  it('server/discover is modern whatever else is sent, so it needs its envelope', async () => {
    const { status, message } = await example.legacy('server/discover');
    expect([status, message.error?.code]).toEqual([400, -32602]);
  });

  it('a modern-only method is -32601 with 200 for legacy clients', async () => {
    const { status, message } = await example.legacy('tasks/get', { taskId: 't' });
    expect([status, message.error?.code]).toEqual([200, -32601]);
  });

  it('the error of a modern initialize names the versions that have it', async () => {
    const { message } = await example.modern('initialize');
    for (const version of LEGACY_VERSIONS) expect(message.error?.message).toContain(version);
  });
});
