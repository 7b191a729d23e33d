import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { McpAuthOptions, McpCanSee } from 'nestjs-mcp';
import { McpCatalog } from 'nestjs-mcp';
import { EndpointClient } from '../support/endpoint-client.js';
import type { EndpointAnswer } from '../support/endpoint-client.js';
import { PLATFORMS } from '../support/running-app.js';
import type { RunningApp } from '../support/running-app.js';
import { METADATA_URL, RESOURCE, startSecuredApp } from './secured-app.js';
import type { SecuredApp } from './secured-app.js';

const ALL_TOOLS = ['me', 'order', 'stock', 'cart', 'pay', 'close_shop'];
const OPEN_TOOLS = ['me', 'pay', 'close_shop'];

/** Tokens are a name and scopes: `ada orders:read`. */
const AUTH: McpAuthOptions = {
  resource: RESOURCE,
  authorizationServers: ['https://login.example.com'],
  verifyToken: (token) => {
    const [subject, ...scopes] = token.split('~');
    return { subject, scopes };
  },
};

const as = (name: string, ...scopes: string[]) => ({
  authorization: `Bearer ${[name, ...scopes].join('~')}`,
});
const challengeOf = ({ headers }: EndpointAnswer) => headers.get('www-authenticate');

describe.each(PLATFORMS)('on %s', (platform) => {
  let server: RunningApp | undefined;
  afterEach(() => server?.close());

  async function start(auth: Partial<McpAuthOptions>, options: SecuredApp = {}): Promise<EndpointClient> {
    server = await startSecuredApp(platform, { auth: { ...AUTH, ...auth }, ...options });
    return new EndpointClient(server.mcp);
  }

  async function listed(client: EndpointClient, headers: Record<string, string>): Promise<string[]> {
    const names = [];
    let cursor: string | undefined;
    do {
      const { result } = (await client.legacy('tools/list', { cursor }, headers)).message as {
        result: { tools: { name: string }[]; nextCursor?: string };
      };
      names.push(...result.tools.map(({ name }) => name));
      cursor = result.nextCursor;
    } while (cursor !== undefined);
    return names;
  }

  describe('the scopes of a tool', () => {
    it('are only shown, unless they are enforced', async () => {
      const client = await start({});
      expect((await client.callTool('order', {}, as('ada'))).said).toBe('{"ordered":true}');
      const { result } = (await client.modern('tools/list', {}, as('ada'))).message as {
        result: { tools: { name: string; annotations: { scopes?: string[] } }[] };
      };
      expect(result.tools.find(({ name }) => name === 'order')!.annotations.scopes).toEqual([
        'orders:write',
        'orders:read',
      ]);
    });

    it('are asked for all at once, with HTTP 403, before anything runs', async () => {
      const client = await start({ enforceScopes: true, requiredScopes: ['mcp'] });
      for (const answer of [
        await client.callTool('order', { wrong: 'argument' }, as('ada', 'mcp', 'orders:read')),
        await client.modern('tools/call', { name: 'order', arguments: {} }, as('ada', 'mcp', 'orders:read')),
      ]) {
        expect(answer.status).toBe(403);
        expect(challengeOf(answer)).toBe(
          'Bearer error="insufficient_scope", error_description="This needs the scopes mcp, orders:write, orders:read", ' +
            `scope="mcp orders:write orders:read", resource_metadata="${METADATA_URL}"`,
        );
        expect(answer.message).toMatchObject({
          id: 1,
          error: { code: -32600, data: { requiredScopes: ['mcp', 'orders:write', 'orders:read'] } },
        });
      }
      const granted = as('ada', 'mcp', 'orders:read', 'orders:write');
      expect((await client.callTool('order', {}, granted)).said).toBe('{"ordered":true}');
      expect((await client.callTool('me', {}, as('ada', 'mcp'))).status).toBe(200);
      await client.wire.assertValidMessages();
    });

    it('are enforced in batches as well', async () => {
      const client = await start({ enforceScopes: true });
      const call = (id: number, name: string) => ({
        jsonrpc: '2.0',
        id,
        method: 'tools/call',
        params: { name },
      });
      const answer = await client.post([call(1, 'order'), call(2, 'me')], {
        'mcp-protocol-version': '2025-03-26',
        ...as('ada'),
      });
      expect(answer.status).toBe(200);
      expect(JSON.parse(answer.text)).toMatchObject([
        { id: 1, error: { code: -32600 } },
        { id: 2, result: {} },
      ]);
    });

    it('may be included in others, as grantedScopes says', async () => {
      const client = await start({
        enforceScopes: true,
        grantedScopes: (request) => {
          const { scopes } = (request as { auth: { scopes: string[] } }).auth;
          return scopes.includes('orders:write') ? [...scopes, 'orders:read'] : scopes;
        },
      });
      expect((await client.callTool('order', {}, as('ada', 'orders:write'))).status).toBe(200);
      expect((await client.callTool('order', {}, as('ada', 'orders:read'))).status).toBe(403);
    });

    it.each([{ scope: 'orders:read orders:write' }, { scp: ['orders:read', 'orders:write'] }])(
      'are found in the %j of a user that a guard of the application found',
      async (user) => {
        const guard: CanActivate = {
          canActivate: (context: ExecutionContext) => {
            const request = context
              .switchToHttp()
              .getRequest<{ user?: object; headers: { authorization?: string } }>();
            request.user = request.headers.authorization === undefined ? {} : user;
            return true;
          },
        };
        const client = await start({ enforceScopes: true }, { guards: [guard] });
        expect((await client.callTool('order', {}, as('ada'))).status).toBe(200);
        expect((await client.callTool('order', {}, {})).status).toBe(403);
      },
    );

    it('of a tool that was added at run time are enforced, too', async () => {
      const client = await start({ enforceScopes: true });
      server!.app.get(McpCatalog).addTool({
        name: 'late',
        description: 'Came later',
        scopes: ['late'],
        handler: () => 'here',
      });
      expect((await client.callTool('late', {}, as('ada'))).status).toBe(403);
      expect((await client.callTool('late', {}, as('ada', 'late'))).said).toBe('here');
    });
  });

  describe("visibility: 'allowed'", () => {
    it('shows a caller the tools that its scopes allow', async () => {
      const client = await start({}, { visibility: 'allowed' });
      expect(await listed(client, as('ada'))).toEqual(OPEN_TOOLS);
      expect(await listed(client, as('bob', 'stock', 'cart'))).toEqual([
        'me',
        'stock',
        'cart',
        'pay',
        'close_shop',
      ]);
      expect(await listed(client, as('ada'))).toEqual(OPEN_TOOLS);
      await client.wire.assertValidMessages();
    });

    it('answers a hidden tool to the letter as one that does not exist', async () => {
      const client = await start({ enforceScopes: true }, { visibility: 'allowed' });
      const strip = ({ text, status, headers }: EndpointAnswer, name: string) => ({
        text: text.replaceAll(name, 'NAME'),
        status,
        challenge: headers.get('www-authenticate'),
      });
      const headers = as('ada');
      for (const params of [
        { arguments: { region: 'north' } },
        { arguments: { wrong: 1 } },
        { arguments: 7 },
        {},
      ]) {
        for (const more of [headers, { ...headers, 'mcp-param-region': 'south' }]) {
          const hidden = await client.modern('tools/call', { name: 'stock', ...params }, more);
          const unknown = await client.modern('tools/call', { name: 'nonesuch', ...params }, more);
          expect(strip(hidden, 'stock')).toEqual(strip(unknown, 'nonesuch'));
          expect(hidden.message.error).toMatchObject({ code: -32602, message: 'Unknown tool: stock' });
        }
        expect((await client.callTool('stock', params as never, headers)).message.error?.code).toBe(-32602);
      }
    });

    it('still compares the headers of a tool that is shown', async () => {
      const client = await start({}, { visibility: 'allowed' });
      const call = (headers: Record<string, string>) =>
        client.modern(
          'tools/call',
          { name: 'stock', arguments: { region: 'north' } },
          { ...as('ada', 'stock'), ...headers },
        );
      expect((await call({ 'mcp-param-region': 'south' })).message.error?.code).toBe(-32020);
      expect((await call({})).message.error?.code).toBe(-32020);
      expect((await call({ 'mcp-param-region': 'north' })).said).toBe('{"region":"north"}');
    });

    it('gives cursors that are good for their caller alone', async () => {
      const client = await start({}, { visibility: 'allowed', listPageSize: 2 });
      expect(await listed(client, as('ada'))).toEqual(OPEN_TOOLS);
      expect(await listed(client, as('bob', 'orders:read', 'orders:write', 'stock', 'cart'))).toEqual(
        ALL_TOOLS,
      );
      const first = await client.modern('tools/list', {}, as('ada'));
      const { nextCursor } = first.message.result as { nextCursor: string };
      const next = async (cursor: string, headers: Record<string, string>) =>
        (await client.modern('tools/list', { cursor }, headers)).message;
      expect((await next(nextCursor, as('ada'))).result).toMatchObject({ tools: [{ name: 'close_shop' }] });
      for (const [cursor, headers] of [
        [nextCursor, as('bob')],
        [`${nextCursor}A`, as('ada')],
        [Buffer.from('tools:2').toString('base64url'), as('ada')],
        [
          Buffer.from(Buffer.from(nextCursor, 'base64url').toString().replace('pay', 'stock')).toString(
            'base64url',
          ),
          as('ada'),
        ],
        ['', as('ada')],
      ] as const) {
        expect((await next(cursor, headers)).error?.code).toBe(-32602);
      }
    });

    it('is decided by canSee, which gets the tool and the request', async () => {
      const canSee: McpCanSee = async ({ name, annotations, tags, scopes }, request) => {
        await Promise.resolve();
        expect([tags, Array.isArray(scopes)]).toEqual([[], true]);
        const { auth } = request as { auth: { subject: string } };
        return auth.subject === 'root' || (annotations!.readOnlyHint === true && name !== 'stock');
      };
      const client = await start({}, { canSee });
      expect(await listed(client, as('ada'))).toEqual(['me', 'cart']);
      expect(await listed(client, as('root'))).toEqual(ALL_TOOLS);
      expect((await client.callTool('order', {}, as('ada'))).message.error?.message).toBe(
        'Unknown tool: order',
      );
      expect((await client.callTool('order', {}, as('root'))).said).toBe('{"ordered":true}');
    });

    it.each<[string, McpCanSee]>([
      [
        'throws',
        () => {
          throw new Error('no database');
        },
      ],
      ['rejects', () => Promise.reject(new Error('no database'))],
      ['says anything but true', () => 'yes' as never],
    ])('hides a tool when canSee %s', async (_name, canSee) => {
      const client = await start({}, { canSee });
      expect(await listed(client, as('ada'))).toEqual([]);
      const answer = await client.callTool('me', {}, as('ada'));
      expect(answer.message.error).toEqual({ code: -32602, message: 'Unknown tool: me' });
    });

    it('knows of tools that were added at run time', async () => {
      const client = await start({}, { visibility: 'allowed' });
      const catalog = server!.app.get(McpCatalog);
      catalog.addTool({ name: 'late', description: 'Came later', scopes: ['late'], handler: () => 'here' });
      expect(await listed(client, as('ada'))).not.toContain('late');
      expect(await listed(client, as('ada', 'late'))).toContain('late');
    });

    it('keeps two callers apart that ask at the same time', async () => {
      const client = await start({}, { visibility: 'allowed' });
      const lists = await Promise.all(
        Array.from({ length: 40 }, (_, index) => listed(client, index % 2 ? as('ada') : as('bob', 'stock'))),
      );
      lists.forEach((list, index) => expect(list.includes('stock')).toBe(index % 2 === 0));
    });
  });

  describe('challengeFromTools', () => {
    it('makes the 401 of a route one of the endpoint, for tools, prompts and resources', async () => {
      const client = await start({ challengeFromTools: true });
      for (const [answer, scopes] of [
        [await client.callTool('cart', {}, as('ada')), 'scope="cart", '],
        [await client.modern('tools/call', { name: 'cart', arguments: {} }, as('ada')), 'scope="cart", '],
        [await client.modern('prompts/get', { name: 'advice' }, as('ada')), ''],
        [await client.modern('resources/read', { uri: 'shop://cart' }, as('ada')), ''],
      ] as const) {
        expect([answer.status, challengeOf(answer)]).toEqual([
          401,
          `Bearer ${scopes}resource_metadata="${METADATA_URL}"`,
        ]);
        expect(answer.message.error?.message).toContain('Your session in the shop has ended');
      }
      await client.wire.assertValidMessages();
    });

    it('leaves what has begun as a stream', async () => {
      const client = await start({ challengeFromTools: true });
      const call = (meta: object) =>
        client.modern('tools/call', { name: 'pay', arguments: {} }, as('ada'), { ...meta });
      expect((await call({})).status).toBe(401);
      const streamed = await call({ progressToken: 1 });
      expect(streamed.status).toBe(200);
      expect(streamed.text).toContain('"isError":true');
    });

    it('is off unless it is asked for: the model reads what is wrong', async () => {
      const client = await start({});
      const answer = await client.callTool('cart', {}, as('ada'));
      expect([answer.status, challengeOf(answer)]).toEqual([200, null]);
      expect(answer.message.result).toMatchObject({ isError: true });
    });
  });
});
