import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CLIENT_KINDS, isModern } from '../support/connect-client.js';
import type { ConnectedClient } from '../support/connect-client.js';
import { PLATFORMS, startApp } from '../support/running-app.js';
import type { RunningApp } from '../support/running-app.js';
import { PIXEL, shopModule, TOOL_NAMES, validateBodies } from './shop.fixture.js';

describe.each(PLATFORMS)('on %s', (platform) => {
  let server: RunningApp;
  beforeAll(async () => {
    server = await startApp({ platform, module: shopModule({ listPageSize: 2 }), configure: validateBodies });
  });
  afterAll(() => server.close());

  describe.each(CLIENT_KINDS)('$label', (kind) => {
    let client: ConnectedClient;
    beforeEach(async () => {
      client = await kind.connect(server.mcp);
    });
    afterEach(async () => {
      await client.close();
      await client.wire.assertValidMessages();
    });

    it(`connects with version ${kind.version} and sees who it speaks to`, () => {
      expect(client.version).toBe(kind.version);
      expect(client.serverInfo).toMatchObject({
        name: 'coffee-shop',
        version: '1.2.3',
        title: 'Coffee shop',
      });
      expect(client.instructions).toBe('Look at the items first.');
    });

    it('lists every tool once, over several pages, in the order of the code', async () => {
      const tools = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(TOOL_NAMES);
      expect(tools[0]).toMatchObject({
        title: 'Find an item',
        inputSchema: { type: 'object', required: ['id'] },
        annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
      });
    });

    it('pages through the tools by cursor', async () => {
      const { tools, nextCursor } = await client.listPage();
      if (nextCursor !== undefined) {
        expect(tools.map(({ name }) => name)).toEqual(TOOL_NAMES.slice(0, 2));
        const second = await client.listPage(nextCursor);
        expect(second.tools.map(({ name }) => name)).toEqual(TOOL_NAMES.slice(2, 4));
      } else {
        // This client walks the pages by itself.
        expect(tools).toHaveLength(TOOL_NAMES.length);
      }
      await expect(client.listPage('made-up')).rejects.toMatchObject({ code: -32602 });
    });

    it('calls a tool and gets the answer of the route', async () => {
      const result = await client.callTool('find_item', { id: 1 });
      expect(result.isError).toBeUndefined();
      expect(result.content).toEqual([{ type: 'text', text: '{"id":1,"name":"Flat white"}' }]);
    });

    it('calls a tool whose route answers 201, and one whose route answers 204', async () => {
      const created = await client.callTool('create_item', { name: 'Cortado', price: 4 });
      expect(created.isError).toBeUndefined();
      expect(textOf(created)).toBe('{"id":2,"name":"Cortado","price":4}');
      const removed = await client.callTool('remove_item', { id: '1' });
      expect(removed.isError).toBeUndefined();
      expect(textOf(removed)).toContain('204');
    });

    it('reads every problem of the arguments in the result', async () => {
      const result = await client.callTool('create_item', { name: 7, price: 1000 });
      expect(result.isError).toBe(true);
      expect(textOf(result)).toContain('name');
      expect(textOf(result)).toContain('price');
    });

    it('reads the message of a 4xx in the result', async () => {
      const missing = await client.callTool('find_item', { id: 9 });
      expect(missing.isError).toBe(true);
      expect(textOf(missing)).toContain('There is no item 9.');
      const refused = await client.callTool('create_item', { name: 'Tea', price: 3 });
      expect(refused.isError).toBe(true);
      expect(textOf(refused)).toContain('This is a coffee shop.');
    });

    it('learns of a crash and of nothing behind it', async () => {
      const result = await client.callTool('crash');
      expect(result.isError).toBe(true);
      expect(textOf(result)).toContain('Internal server error');
      expect(textOf(result)).not.toContain('secret');
    });

    it('gets a protocol error for a tool that does not exist', async () => {
      await expect(client.callTool('brew')).rejects.toMatchObject({
        code: -32602,
        message: expect.stringContaining('Unknown tool: brew'),
      });
    });

    it('checks structured output against the schema of the tool', async () => {
      const listed = (await client.listTools()).find(({ name }) => name === 'stats');
      expect(listed?.outputSchema !== undefined).toBe(kind.version !== '2025-03-26');
      const stats = await client.callTool('stats');
      const names = await client.callTool('names');
      expect(textOf(stats)).toBe('{"sold":7,"best":"Flat white"}');
      expect(textOf(names)).toBe('["Flat white","Cortado"]');
      if (kind.version === '2025-03-26') {
        expect([stats.structuredContent, names.structuredContent]).toEqual([undefined, undefined]);
      } else {
        expect(stats.structuredContent).toEqual({ sold: 7, best: 'Flat white' });
        expect(names.structuredContent).toEqual({ result: ['Flat white', 'Cortado'] });
      }
    });

    it('gets an image as an image', async () => {
      const result = await client.callTool('picture');
      expect(result.content).toEqual([{ type: 'image', mimeType: 'image/png', data: PIXEL }]);
    });

    it('gets resource links and embedded files where its version has them', async () => {
      const { content } = await client.callTool('latest_report');
      const link =
        kind.version === '2025-03-26'
          ? { type: 'text', text: expect.stringContaining('https://shop.example/report.pdf') }
          : { type: 'resource_link', name: 'report.pdf', uri: 'https://shop.example/report.pdf', size: 12 };
      expect(content).toEqual([
        { type: 'text', text: 'Here it is.' },
        link,
        {
          type: 'resource',
          resource: { uri: 'memory://r.pdf', mimeType: 'application/pdf', blob: 'JVBERg==' },
        },
      ]);
    });

    it('calls a tool with mirrored arguments', async () => {
      await client.listTools();
      const result = await client.callTool('search', { tenant: 'Zürich, 世界', limit: 5, drafts: true });
      expect(textOf(result)).toBe('{"tenant":"Zürich, 世界","limit":5,"drafts":true}');
      const sent = client.wire.exchanges.at(-1)!.request.headers;
      expect(sent.get('mcp-param-tenant-id')).toBe(isModern(kind) ? '=?base64?WsO8cmljaCwg5LiW55WM?=' : null);
      expect(sent.get('mcp-param-limit')).toBe(isModern(kind) ? '5' : null);
    });

    it('leaves a mirrored argument out', async () => {
      await client.listTools();
      const result = await client.callTool('search', { tenant: 'acme', limit: 5 });
      expect(textOf(result)).toBe('{"tenant":"acme","limit":5}');
    });

    it('is known to the handler by its version', async () => {
      const result = await client.callTool('context');
      expect(JSON.parse(textOf(result))).toEqual({
        era: isModern(kind) ? 'modern' : 'legacy',
        version: kind.version,
      });
    });

    if (isModern(kind)) {
      it('has no ping to send', async () => {
        await expect(client.ping()).rejects.toMatchObject({
          code: 'METHOD_NOT_SUPPORTED_BY_PROTOCOL_VERSION',
        });
      });
    } else {
      it('pings', async () => {
        expect(await client.ping()).toEqual({});
      });
    }

    it('is authenticated in every call by its own headers', async () => {
      const anonymous = await client.callTool('my_items');
      expect([anonymous.isError, textOf(anonymous)]).toEqual([true, expect.stringContaining('Who are you?')]);
      const users = ['ada', 'bob', 'cyd', 'mallory'];
      const clients = await Promise.all(
        users.map((user) => kind.connect(server.mcp, { headers: { authorization: `Bearer ${user}` } })),
      );
      const answers = await Promise.all(
        [1, 2, 3].flatMap(() => clients.map(async (other) => textOf(await other.callTool('my_items')))),
      );
      const owners = users.map((user): unknown =>
        user === 'mallory' ? expect.stringContaining('Not you.') : `{"owner":"${user}"}`,
      );
      expect(answers).toEqual([...owners, ...owners, ...owners]);
      for (const other of clients) {
        await other.close();
        await other.wire.assertValidMessages();
      }
    });
  });

  it.each(CLIENT_KINDS)('$label can call nothing after it was closed', async (kind) => {
    const client = await kind.connect(server.mcp);
    await client.close();
    await expect(client.callTool('context')).rejects.toThrow();
  });

  it.each(CLIENT_KINDS)('$label does not connect where a guard of the endpoint says no', async (kind) => {
    const module = shopModule({ guards: [{ canActivate: () => false }] });
    const closed = await startApp({ platform, module });
    await expect(kind.connect(closed.mcp)).rejects.toThrow();
    await closed.close();
  });

  it('clients of all versions work side by side', async () => {
    const clients = await Promise.all(CLIENT_KINDS.map((kind) => kind.connect(server.mcp)));
    const rounds = await Promise.all(
      clients.map((client) =>
        Promise.all([
          client.callTool('context'),
          client.listTools(),
          client.callTool('find_item', { id: 1 }),
        ]),
      ),
    );
    rounds.forEach(([context, tools, item], index) => {
      expect(textOf(context)).toContain(CLIENT_KINDS[index]!.version);
      expect(tools).toHaveLength(TOOL_NAMES.length);
      expect(textOf(item)).toContain('Flat white');
    });
    for (const client of clients) {
      await client.close();
      await client.wire.assertValidMessages();
    }
  });
});

function textOf({ content }: { content: readonly Readonly<Record<string, unknown>>[] }): string {
  return String(content[0]?.['text']);
}
