import { UnauthorizedException } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { base64url, SignJWT, UnsecuredJWT } from 'jose';
import { McpBearerGuard } from 'nestjs-mcp';
import type { McpAuthOptions } from 'nestjs-mcp';
import { EndpointClient } from '../support/endpoint-client.js';
import type { EndpointAnswer } from '../support/endpoint-client.js';
import { PLATFORMS } from '../support/running-app.js';
import type { RunningApp } from '../support/running-app.js';
import { AuthorizationServer } from './authorization-server.js';
import type { TokenParts } from './authorization-server.js';
import { METADATA_URL, RESOURCE, startSecuredApp } from './secured-app.js';
import type { SecuredApp } from './secured-app.js';

describe.each(PLATFORMS)('on %s', (platform) => {
  let issuer: AuthorizationServer;
  let other: AuthorizationServer;
  let server: RunningApp | undefined;

  beforeAll(async () => {
    [issuer, other] = await Promise.all([AuthorizationServer.start(), AuthorizationServer.start('/tenant')]);
    issuer.audience = RESOURCE;
    other.audience = RESOURCE;
  });
  afterAll(() => Promise.all([issuer.close(), other.close()]));
  afterEach(() => {
    issuer.isDown = false;
    issuer.requests.length = 0;
    return server?.close();
  });

  async function start(
    auth: Partial<McpAuthOptions> = {},
    options: SecuredApp = {},
  ): Promise<EndpointClient> {
    server = await startSecuredApp(platform, {
      auth: { resource: RESOURCE, authorizationServers: [issuer.issuer], ...auth },
      ...options,
    });
    return new EndpointClient(server.mcp);
  }

  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const challengeOf = ({ headers }: EndpointAnswer) => headers.get('www-authenticate');

  async function expectRefused(client: EndpointClient, token: string, description: string): Promise<void> {
    for (const answer of [
      await client.callTool('me', {}, bearer(token)),
      await client.modern('tools/list', {}, bearer(token)),
    ]) {
      expect([answer.status, answer.message.error?.message]).toEqual([401, description]);
      expect(challengeOf(answer)).toBe(
        `Bearer error="invalid_token", error_description="${description}", resource_metadata="${METADATA_URL}"`,
      );
    }
    await client.wire.assertValidMessages();
  }

  describe('without a token', () => {
    it('every request, of any method and era, is answered with 401 and where to get a token', async () => {
      const client = await start();
      for (const answer of [
        await client.callTool('me'),
        await client.legacy('initialize', {
          protocolVersion: '2025-11-25',
          capabilities: {},
          clientInfo: { name: 'x', version: '1' },
        }),
        await client.legacy('ping'),
        await client.modern('server/discover'),
        await client.modern('subscriptions/listen', { notifications: {} }),
        await client.post({ jsonrpc: '2.0', method: 'notifications/initialized' }),
        await client.post([{ jsonrpc: '2.0', id: 1, method: 'ping' }], {
          'mcp-protocol-version': '2025-03-26',
        }),
        await client.send('GET'),
        await client.send('DELETE'),
      ]) {
        expect(answer.status).toBe(401);
        expect(challengeOf(answer)).toBe(`Bearer resource_metadata="${METADATA_URL}"`);
        expect(answer.message.error?.message).toBe('An access token is needed');
      }
      await client.wire.assertValidMessages();
    });

    it.each([
      ['another scheme', 'Basic YTpi'],
      ['the word alone', 'Bearer'],
      ['nothing after the word', 'Bearer  '],
      ['no space', 'Bearertoken'],
    ])('%s is none', async (_name, authorization) => {
      const answer = await (await start()).callTool('me', {}, { authorization });
      expect([answer.status, challengeOf(answer)]).toEqual([
        401,
        `Bearer resource_metadata="${METADATA_URL}"`,
      ]);
    });

    it('a token in the query is none', async () => {
      const client = await start();
      const url = new URL(client.url);
      url.searchParams.set('access_token', await issuer.token());
      expect((await new EndpointClient(url).callTool('me')).status).toBe(401);
    });
  });

  describe('with a good token', () => {
    it('the route sees whose it is, whatever the case of the scheme', async () => {
      const client = await start();
      for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
        const authorization = `${scheme} ${await issuer.token({ scope: 'a b' })}`;
        const answer = await client.callTool('me', {}, { authorization });
        expect(JSON.parse(answer.said)).toEqual({ user: 'ada', subject: 'ada', scopes: ['a', 'b'] });
      }
    });

    it.each(['RS256', 'PS256', 'ES384', 'EdDSA'])(
      'signed with %s, the keys are found by the metadata',
      async (name) => {
        const client = await start();
        await issuer.rotate(name);
        expect((await client.callTool('me', {}, bearer(await issuer.token()))).status).toBe(200);
        expect(issuer.requests).toEqual(['/.well-known/oauth-authorization-server', '/jwks']);
        await client.callTool('me', {}, bearer(await issuer.token()));
        expect(issuer.requests).toHaveLength(2);
      },
    );

    it('the OpenID configuration is read where there is no other', async () => {
      other.metadataPath = '/tenant/.well-known/openid-configuration';
      const client = await start({ authorizationServers: [other.issuer] });
      expect((await client.callTool('me', {}, bearer(await other.token()))).status).toBe(200);
    });

    it('each of several issuers has its own keys, audience and users', async () => {
      other.metadataPath = '/.well-known/oauth-authorization-server/tenant';
      const client = await start({
        issuers: [
          { issuer: issuer.issuer, jwks: issuer.jwks },
          { issuer: other.issuer, jwksUri: `${other.issuer}/jwks`, audience: ['other-api'] },
        ],
      });
      const status = async (from: AuthorizationServer, parts: TokenParts) =>
        (await client.callTool('me', {}, bearer(await from.token(parts)))).status;
      expect(await status(issuer, {})).toBe(200);
      expect(await status(other, { audience: ['x', 'other-api'] })).toBe(200);
      expect(await status(issuer, { audience: 'other-api' })).toBe(401);
      expect(await status(other, {})).toBe(401);
      expect(await status(other, { issuer: issuer.issuer })).toBe(401);
    });

    it('a key that the issuer has changed is asked for, though not at every token', async () => {
      const client = await start();
      await client.callTool('me', {}, bearer(await issuer.token()));
      await issuer.rotate();
      expect((await client.callTool('me', {}, bearer(await issuer.token()))).status).toBe(401);
      expect(issuer.requests.filter((path) => path === '/jwks')).toHaveLength(1);
      const { now } = Date;
      const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + 31_000);
      try {
        expect((await client.callTool('me', {}, bearer(await issuer.token()))).status).toBe(200);
        expect(issuer.requests.filter((path) => path === '/jwks')).toHaveLength(2);
      } finally {
        clock.mockRestore();
      }
    });

    it('clocks may differ by clockToleranceMs', async () => {
      const expired = await issuer.token({ seconds: -3 });
      expect((await (await start()).callTool('me', {}, bearer(expired))).status).toBe(200);
      await server!.close();
      expect((await (await start({ clockToleranceMs: 0 })).callTool('me', {}, bearer(expired))).status).toBe(
        401,
      );
    });

    it('the guard protects any route, and as APP_GUARD all of them, tools included', async () => {
      await start();
      const rest = (headers: Record<string, string>) => fetch(new URL('/rest', server!.origin), { headers });
      expect((await rest({})).headers.get('www-authenticate')).toContain(METADATA_URL);
      expect(await (await rest(bearer(await issuer.token()))).json()).toEqual({ user: 'ada' });
      await server!.close();
      const client = await start(
        {},
        { guards: [], providers: [{ provide: APP_GUARD, useExisting: McpBearerGuard }] },
      );
      expect((await client.callTool('me')).status).toBe(401);
      const answer = await client.callTool('me', {}, bearer(await issuer.token()));
      expect(JSON.parse(answer.said)).toMatchObject({ user: 'ada' });
    });
  });

  describe('refuses a token', () => {
    it.each<[string, string, TokenParts]>([
      ['that has expired', 'The access token has expired', { seconds: -60 }],
      ['without an end', 'The access token is not valid here', { seconds: null }],
      [
        'for another resource',
        'The access token is not valid here',
        { audience: 'https://other.example.com/mcp' },
      ],
      ['for no resource', 'The access token is not valid here', { claims: { aud: undefined } }],
      [
        'that is not good yet',
        'The access token is not valid here',
        { claims: { nbf: Date.now() / 1000 + 600 } },
      ],
      [
        'of an issuer that is not trusted',
        'The access token is not of an issuer that is trusted here',
        { issuer: 'https://evil.example.com' },
      ],
      [
        'whose issuer is spelt otherwise',
        'The access token is not of an issuer that is trusted here',
        { claims: { iss: 'HTTP://127.0.0.1' } },
      ],
    ])('%s', async (_name, description, parts) => {
      await expectRefused(await start(), await issuer.token(parts), description);
    });

    it('signed with a key of somebody else', async () => {
      const client = await start();
      await expectRefused(
        client,
        await other.token({ issuer: issuer.issuer }),
        'The access token is not valid here',
      );
    });

    it('that is not signed, or with the public key as a secret', async () => {
      const client = await start();
      const claims = { iss: issuer.issuer, aud: RESOURCE, sub: 'ada' };
      const unsigned = new UnsecuredJWT(claims).setExpirationTime('1m').encode();
      await expectRefused(client, unsigned, 'The access token is not valid here');
      const secret = new TextEncoder().encode(JSON.stringify(issuer.key.publicJwk));
      const symmetric = await new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256', kid: issuer.key.id })
        .setExpirationTime('1m')
        .sign(secret);
      await expectRefused(client, symmetric, 'The access token is not valid here');
    });

    it('with other claims under an old signature', async () => {
      const client = await start();
      const [header, , signature] = (await issuer.token()).split('.');
      const claims = { iss: issuer.issuer, aud: RESOURCE, sub: 'root', exp: Date.now() / 1000 + 60 };
      const forged = [header, base64url.encode(JSON.stringify(claims)), signature].join('.');
      await expectRefused(client, forged, 'The access token is not valid here');
    });

    it.each(['x', 'a.b', 'a.b.c', '....', '{}', 'ÿþ', 'null.null.null', 'e30.e30.'])(
      'such as %s',
      async (token) => {
        const answer = await (await start()).callTool('me', {}, bearer(encodeURIComponent(token)));
        expect([answer.status, challengeOf(answer)]).toEqual([401, expect.stringContaining('invalid_token')]);
      },
    );

    it('of an algorithm that is not among those of the issuer', async () => {
      const client = await start({ algorithms: ['RS256'] });
      await issuer.rotate('ES256');
      await expectRefused(client, await issuer.token(), 'The access token is not valid here');
    });
  });

  it('says 503, not 401, while the keys cannot be had', async () => {
    const client = await start();
    issuer.isDown = true;
    const answer = await client.callTool('me', {}, bearer(await issuer.token()));
    expect([answer.status, challengeOf(answer)]).toEqual([503, null]);
    expect(answer.message.error?.message).toBe('Internal error');
    const asked = issuer.requests.length;
    await client.callTool('me', {}, bearer(await issuer.token()));
    expect(issuer.requests).toHaveLength(asked);
  });

  it('metadata that names another issuer is not used', async () => {
    other.metadataPath = '/.well-known/oauth-authorization-server/impostor';
    const impostor = `${new URL(other.issuer).origin}/impostor`;
    const client = await start({ authorizationServers: [impostor] });
    const token = await other.token({ issuer: impostor });
    expect((await client.callTool('me', {}, bearer(token))).status).toBe(503);
  });

  it('requiredScopes are needed for everything', async () => {
    const client = await start({ requiredScopes: ['mcp', 'shop'] });
    const answer = await client.callTool('me', {}, bearer(await issuer.token({ scope: 'mcp' })));
    expect(answer.status).toBe(403);
    expect(challengeOf(answer)).toBe(
      'Bearer error="insufficient_scope", error_description="The access token does not have the scopes that are needed here", ' +
        `scope="mcp shop", resource_metadata="${METADATA_URL}"`,
    );
    expect((await client.callTool('me', {}, bearer(await issuer.token({ scope: 'shop mcp' })))).status).toBe(
      200,
    );
    expect(challengeOf(await client.callTool('me'))).toBe(
      `Bearer scope="mcp shop", resource_metadata="${METADATA_URL}"`,
    );
  });

  describe('verifyToken', () => {
    it('takes the place of all that', async () => {
      const client = await start({
        authorizationServers: undefined,
        metadata: false,
        verifyToken: (token, request) => {
          expect(request).toHaveProperty('headers');
          return token === 'opaque-ada' ? { subject: 'ada', scopes: ['x'], user: { sub: 'Ada' } } : undefined;
        },
      });
      const answer = await client.callTool('me', {}, bearer('opaque-ada'));
      expect(JSON.parse(answer.said)).toEqual({ user: 'Ada', subject: 'ada', scopes: ['x'] });
      const refused = await client.callTool('me', {}, bearer('opaque-bob'));
      expect([refused.status, challengeOf(refused)]).toEqual([
        401,
        'Bearer error="invalid_token", error_description="The access token is not valid here"',
      ]);
      expect(challengeOf(await client.callTool('me'))).toBe('Bearer');
    });

    it.each<[string, () => never | Promise<never>, number]>([
      [
        'an UnauthorizedException says no',
        () => {
          throw new UnauthorizedException('Revoked');
        },
        401,
      ],
      ['another error is an internal one', () => Promise.reject(new Error('database is down')), 500],
    ])('%s', async (_name, verifyToken, status) => {
      const answer = await (await start({ verifyToken })).callTool('me', {}, bearer('x'));
      expect(answer.status).toBe(status);
      expect(answer.text).not.toContain('database');
    });

    it('what it found good once is not good for ever', async () => {
      const client = await start({ verifyToken: () => ({ subject: 'ada', expiresAt: Date.now() - 60_000 }) });
      expect((await client.callTool('me', {}, bearer('x'))).status).toBe(401);
    });
  });

  it('an identity proxy has a header of its own', async () => {
    const client = await start({ header: 'X-Identity-Assertion', audience: 'proxy' });
    const token = await issuer.token({ audience: 'proxy' });
    expect((await client.callTool('me', {}, { 'x-identity-assertion': token })).status).toBe(200);
    expect((await client.callTool('me', {}, bearer(token))).status).toBe(401);
  });

  it('other guards that say 401 get the challenge as well, and other answers do not', async () => {
    const refusing = (status: number) => ({
      canActivate: () => {
        if (status === 401) throw new UnauthorizedException('Who are you?');
        return false;
      },
    });
    for (const status of [401, 403]) {
      const client = await start({}, { guards: [refusing(status)] });
      const answer = await client.callTool('me');
      expect(answer.status).toBe(status);
      expect(challengeOf(answer)).toBe(status === 401 ? `Bearer resource_metadata="${METADATA_URL}"` : null);
      await server!.close();
    }
    server = undefined;
  });

  it('what the user of one issuer was asked, the namesake at another cannot answer', async () => {
    other.metadataPath = '/.well-known/oauth-authorization-server/tenant';
    const client = await start({ authorizationServers: [issuer.issuer, other.issuer] });
    const form = { 'io.modelcontextprotocol/clientCapabilities': { elicitation: {} } };
    const call = async (from: AuthorizationServer, more: object = {}) =>
      client.modern(
        'tools/call',
        { name: 'close_shop', arguments: {}, ...more },
        bearer(await from.token()),
        form,
      );
    const asked = (await call(issuer)).message.result as { requestState: string; inputRequests: object };
    const [key] = Object.keys(asked.inputRequests);
    const answer = {
      requestState: asked.requestState,
      inputResponses: { [key!]: { action: 'accept', content: { confirm: true } } },
    };
    expect((await call(other, answer)).message.error?.message).toContain('is not one that this server gave');
    expect((await call(issuer, answer)).said).toBe('{"closed":true}');
  });
});
