import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { base64url, exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import type { JWTHeaderParameters } from 'jose';
import { AuthorizationServer } from '../auth/authorization-server.js';
import { PLATFORMS } from '../support/running-app.js';
import type { PlatformName, RunningApp } from '../support/running-app.js';
import { Attacker } from './attacker.js';
import type { Refusal } from './attacker.js';
import { RESOURCE, seen, startTarget } from './target-app.js';

interface Scene {
  readonly server: RunningApp;
  readonly issuer: AuthorizationServer;
  /** An attacker without a token. */
  readonly nobody: Attacker;
  /** An attacker with a good token of her own. */
  readonly mallory: Attacker;
  /** The one to be attacked. */
  readonly alice: Attacker;
  /** A server of the same kind with other keys. */
  readonly elsewhere: Attacker;
}

interface Expected {
  readonly status: number;
  /** Of the JSON-RPC error. */
  readonly code?: number;
  readonly text?: RegExp;
}

type Attack = [
  name: string,
  attack: (scene: Scene) => Promise<Refusal>,
  expected: Expected | Record<PlatformName, Expected>,
];

const UNAUTHORIZED: Expected = { status: 401, code: -32600 };
const UNKNOWN_SESSION: Expected = { status: 404, code: -32600 };
const FORBIDDEN: Expected = { status: 403, code: -32600 };
const HEADER_MISMATCH: Expected = { status: 400, code: -32020 };
const WRONG_STATE: Expected = { status: 200, code: -32602, text: /requestState/ };
/** Fastify's parser refuses such keys, Express's does not know of them. */
const POLLUTION: Record<PlatformName, Expected> = {
  fastify: { status: 400, code: -32700 },
  express: { status: 200, text: /"isError":true/ },
};
const FORMS = { elicitation: {} };
const CALL = { name: 'read_file', arguments: { name: 'a.txt' } };

const claims = (issuer: AuthorizationServer) => ({
  iss: issuer.issuer,
  aud: RESOURCE,
  sub: 'alice',
  scope: 'notes',
});

async function withHeader({ issuer, server }: Scene, header: Partial<JWTHeaderParameters>): Promise<Refusal> {
  const { privateKey } = await generateKeyPair('ES256');
  const token = await new SignJWT(claims(issuer))
    .setProtectedHeader({ alg: 'ES256', ...header })
    .setExpirationTime('1m')
    .sign(privateKey);
  return new Attacker(server.origin, token).legacy('tools/list');
}

async function withToken({ server }: Scene, token: string | Promise<string>): Promise<Refusal> {
  return new Attacker(server.origin, await token).legacy('tools/list');
}

const TOKENS: Attack[] = [
  ['no token', ({ nobody }) => nobody.call('read_file'), UNAUTHORIZED],
  [
    'no token, with a session id',
    ({ nobody }) => nobody.legacy('tools/list', {}, { 'mcp-session-id': 'x' }),
    UNAUTHORIZED,
  ],
  [
    'no token, for an event stream',
    ({ nobody }) => nobody.send('GET', { accept: 'text/event-stream' }),
    UNAUTHORIZED,
  ],
  ['an expired token', (scene) => withToken(scene, scene.issuer.token({ seconds: -60 })), UNAUTHORIZED],
  [
    'a token for another resource',
    (scene) => withToken(scene, scene.issuer.token({ audience: 'https://other.example' })),
    UNAUTHORIZED,
  ],
  [
    'a token without a signature',
    (scene) => withToken(scene, new UnsecuredJWT(claims(scene.issuer)).setExpirationTime('1m').encode()),
    UNAUTHORIZED,
  ],
  [
    'a token signed with the public key as a secret',
    (scene) =>
      withToken(
        scene,
        new SignJWT(claims(scene.issuer))
          .setProtectedHeader({ alg: 'HS256', kid: scene.issuer.key.id })
          .setExpirationTime('1m')
          .sign(new TextEncoder().encode(JSON.stringify(scene.issuer.key.publicJwk))),
      ),
    UNAUTHORIZED,
  ],
  [
    'a token with other claims under an old signature',
    async (scene) => {
      const [header, payload, signature] = (await scene.issuer.token()).split('.') as [
        string,
        string,
        string,
      ];
      const forged = {
        ...(JSON.parse(Buffer.from(payload, 'base64url').toString()) as object),
        sub: 'alice',
      };
      return withToken(scene, [header, base64url.encode(JSON.stringify(forged)), signature].join('.'));
    },
    UNAUTHORIZED,
  ],
  [
    'a token of an issuer that nobody trusts',
    (scene) => withToken(scene, scene.issuer.token({ issuer: 'https://evil.example' })),
    UNAUTHORIZED,
  ],
  [
    'a token that brings its own key',
    async (scene) => withHeader(scene, { jwk: await exportJWK((await generateKeyPair('ES256')).publicKey) }),
    UNAUTHORIZED,
  ],
  [
    'a token that names where its key is',
    (scene) => withHeader(scene, { jku: `${scene.issuer.issuer}/evil/jwks`, kid: 'evil' }),
    UNAUTHORIZED,
  ],
  [
    'a token whose key id is a path',
    (scene) => withHeader(scene, { kid: '../../../../dev/null' }),
    UNAUTHORIZED,
  ],
  [
    'a token with a critical header that is not understood',
    async (scene) => {
      const [, payload, signature] = (await scene.issuer.token()).split('.');
      const header = { alg: 'ES256', kid: scene.issuer.key.id, crit: ['evil'], evil: true };
      return withToken(scene, [base64url.encode(JSON.stringify(header)), payload, signature].join('.'));
    },
    UNAUTHORIZED,
  ],
  [
    'a good token in the query',
    async ({ nobody, issuer }) =>
      nobody.send(
        'POST',
        { 'content-type': 'application/json' },
        JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
        `/mcp?access_token=${await issuer.token()}`,
      ),
    UNAUTHORIZED,
  ],
  [
    'a good token in a cookie',
    async ({ nobody, issuer }) =>
      nobody.legacy('tools/list', {}, { cookie: `authorization=Bearer ${await issuer.token()}` }),
    UNAUTHORIZED,
  ],
  [
    'a bad token before a good one',
    async ({ nobody, issuer }) =>
      nobody.legacy('tools/list', {}, { authorization: ['Bearer bad', `Bearer ${await issuer.token()}`] }),
    UNAUTHORIZED,
  ],
  [
    'a token that is not good yet',
    (scene) =>
      withToken(scene, scene.issuer.token({ claims: { nbf: Math.floor(Date.now() / 1000) + 3600 } })),
    UNAUTHORIZED,
  ],
  [
    'a token that never expires',
    (scene) => withToken(scene, scene.issuer.token({ seconds: null })),
    UNAUTHORIZED,
  ],
  [
    'a token for several other resources',
    (scene) =>
      withToken(scene, scene.issuer.token({ audience: [`${RESOURCE}/`, `${RESOURCE}x`, 'api.example.com'] })),
    UNAUTHORIZED,
  ],
  [
    'a token with a list of issuers',
    async (scene) => {
      const [header, , signature] = (await scene.issuer.token()).split('.');
      const payload = base64url.encode(
        JSON.stringify({ ...claims(scene.issuer), iss: [scene.issuer.issuer], exp: 9_999_999_999 }),
      );
      return withToken(scene, [header, payload, signature].join('.'));
    },
    UNAUTHORIZED,
  ],
  ['a token of five parts', (scene) => withToken(scene, 'eyJhbGciOiJkaXIifQ..a.b.c'), UNAUTHORIZED],
  [
    'a token whose payload is no JSON',
    (scene) => withToken(scene, `${base64url.encode('{"alg":"ES256"}')}.${base64url.encode('{')}.AA`),
    UNAUTHORIZED,
  ],
  [
    'a good token of another scheme',
    async ({ nobody, issuer }) =>
      nobody.legacy('tools/list', {}, { authorization: `Basic ${await issuer.token()}` }),
    UNAUTHORIZED,
  ],
  [
    'a good token for the proxy',
    async ({ nobody, issuer }) =>
      nobody.legacy('tools/list', {}, { 'proxy-authorization': `Bearer ${await issuer.token()}` }),
    UNAUTHORIZED,
  ],
  [
    'a user whom a header names',
    ({ nobody }) => nobody.legacy('tools/list', {}, { 'x-forwarded-user': 'alice', 'x-user': 'alice' }),
    UNAUTHORIZED,
  ],
  [
    'the address of another host as the target, without a token',
    ({ nobody }) =>
      nobody.send(
        'POST',
        { 'content-type': 'application/json' },
        JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
        'http://evil.example/mcp',
      ),
    UNAUTHORIZED,
  ],
  [
    'a token of 100 KB',
    ({ server }) => new Attacker(server.origin, 'a'.repeat(100_000)).legacy('tools/list'),
    { status: 431 },
  ],
];

async function stateOf(client: Attacker, name = 'wipe', area = 'all'): Promise<string> {
  const { message } = await client.modern('tools/call', { name, arguments: { area } }, {}, FORMS);
  return (message.result as { requestState: string }).requestState;
}

function answerWith(client: Attacker, requestState: string, name = 'wipe', area = 'all'): Promise<Refusal> {
  const inputResponses = { confirm: { action: 'accept', content: { confirm: true } } };
  return client.modern('tools/call', { name, arguments: { area }, requestState, inputResponses }, {}, FORMS);
}

const STATES: Attack[] = [
  [
    'the requestState of another user',
    async ({ alice, mallory }) => answerWith(mallory, await stateOf(alice)),
    WRONG_STATE,
  ],
  [
    'the requestState of other arguments',
    async ({ mallory }) => answerWith(mallory, await stateOf(mallory, 'wipe', 'a corner')),
    WRONG_STATE,
  ],
  [
    'the requestState of another tool',
    async ({ mallory }) => answerWith(mallory, await stateOf(mallory, 'close')),
    WRONG_STATE,
  ],
  [
    'the requestState of another server',
    async ({ mallory, elsewhere }) => answerWith(mallory, await stateOf(elsewhere)),
    WRONG_STATE,
  ],
  [
    'a changed requestState',
    async ({ mallory }) => {
      const bytes = Buffer.from(await stateOf(mallory), 'base64url');
      bytes[20]! ^= 1;
      return answerWith(mallory, bytes.toString('base64url'));
    },
    WRONG_STATE,
  ],
  [
    'a cut requestState',
    async ({ mallory }) => answerWith(mallory, (await stateOf(mallory)).slice(0, 20)),
    WRONG_STATE,
  ],
  ['an invented requestState', ({ mallory }) => answerWith(mallory, '{"confirmed":true}'), WRONG_STATE],
  [
    'a confirmation that nobody asked for',
    ({ mallory }) =>
      mallory.modern(
        'tools/call',
        {
          name: 'wipe',
          arguments: { area: 'all' },
          inputResponses: { confirm: { action: 'accept', content: { confirm: true } } },
        },
        {},
        FORMS,
      ),
    { status: 200, text: /input_required/ },
  ],
];

const SESSIONS: Attack[] = [
  [
    'the session of another user',
    async ({ alice, mallory }) => mallory.legacy('tools/list', {}, { 'mcp-session-id': await alice.begin() }),
    UNKNOWN_SESSION,
  ],
  [
    'the end of the session of another user',
    async ({ alice, mallory }) => mallory.send('DELETE', { 'mcp-session-id': await alice.begin() }),
    UNKNOWN_SESSION,
  ],
  [
    'the stream of another user',
    async ({ alice, mallory }) =>
      mallory.send('GET', {
        accept: 'text/event-stream',
        'mcp-session-id': await alice.begin(),
        'last-event-id': '0-1',
      }),
    UNKNOWN_SESSION,
  ],
  [
    'a response in the session of another user',
    async ({ alice, mallory }) =>
      mallory.post(
        { jsonrpc: '2.0', id: 1, result: {} },
        { 'mcp-protocol-version': '2025-11-25', 'mcp-session-id': await alice.begin() },
      ),
    UNKNOWN_SESSION,
  ],
  [
    'the cancellation of a call of another user',
    async ({ alice, mallory }) =>
      mallory.post(
        { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } },
        { 'mcp-protocol-version': '2025-11-25', 'mcp-session-id': await alice.begin() },
      ),
    UNKNOWN_SESSION,
  ],
  [
    'the session of another user, after one of her own',
    async ({ alice, mallory }) =>
      mallory.legacy('tools/list', {}, { 'mcp-session-id': [await mallory.begin(), await alice.begin()] }),
    UNKNOWN_SESSION,
  ],
  [
    'a session that has ended',
    async ({ mallory }) => {
      const session = { 'mcp-session-id': await mallory.begin() };
      await mallory.send('DELETE', session);
      return mallory.legacy('tools/list', {}, session);
    },
    UNKNOWN_SESSION,
  ],
  [
    'a guessed session',
    ({ mallory }) => mallory.legacy('tools/list', {}, { 'mcp-session-id': '__proto__' }),
    UNKNOWN_SESSION,
  ],
];

const ORIGINS: Attack[] = [
  [
    'a page of another origin',
    ({ mallory }) => mallory.legacy('tools/list', {}, { origin: 'https://evil.example' }),
    FORBIDDEN,
  ],
  [
    'a page without an origin of its own',
    ({ mallory }) => mallory.legacy('tools/list', {}, { origin: 'null' }),
    FORBIDDEN,
  ],
  [
    'a page of a name that begins alike',
    ({ mallory }) => mallory.legacy('tools/list', {}, { origin: 'http://127.0.0.1.evil.example' }),
    FORBIDDEN,
  ],
  [
    'a page whose name was made to resolve to this machine',
    ({ mallory }) =>
      mallory.legacy('tools/list', {}, { host: 'evil.example', origin: 'http://evil.example' }),
    FORBIDDEN,
  ],
  [
    'the same, with the name that a proxy would give',
    ({ mallory }) =>
      mallory.legacy(
        'tools/list',
        {},
        { host: 'evil.example', origin: 'http://evil.example', 'x-forwarded-host': 'localhost' },
      ),
    FORBIDDEN,
  ],
  [
    'a preflight of another origin',
    ({ nobody }) =>
      nobody.send('OPTIONS', { origin: 'https://evil.example', 'access-control-request-method': 'POST' }),
    FORBIDDEN,
  ],
  [
    'a page whose address only looks like this one',
    ({ mallory, server }) => mallory.legacy('tools/list', {}, { origin: `${server.origin}@evil.example` }),
    FORBIDDEN,
  ],
  [
    'this origin before a foreign one',
    ({ mallory, server }) =>
      mallory.legacy('tools/list', {}, { origin: [server.origin, 'https://evil.example'] }),
    FORBIDDEN,
  ],
  [
    'a page of an extension',
    ({ mallory, server }) =>
      mallory.legacy('tools/list', {}, { origin: server.origin.replace('http', 'chrome-extension') }),
    FORBIDDEN,
  ],
  [
    'a page that asks for the stream',
    ({ mallory }) => mallory.send('GET', { accept: 'text/event-stream', origin: 'https://evil.example' }),
    FORBIDDEN,
  ],
  [
    'a form of a page, with what makes it look like JSON',
    ({ mallory }) =>
      mallory.send(
        'POST',
        { 'content-type': 'text/plain; x=application/json' },
        JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
      ),
    { status: 415, code: -32600 },
  ],
  [
    'a form of a page with fields',
    ({ mallory }) =>
      mallory.send(
        'POST',
        { 'content-type': 'application/x-www-form-urlencoded' },
        'jsonrpc=2.0&id=1&method=tools/call&params[name]=read_file&params[arguments][name]=a.txt',
      ),
    { status: 415, code: -32600 },
  ],
  [
    'a form of a page, which browsers send without asking',
    ({ mallory }) =>
      mallory.send(
        'POST',
        { 'content-type': 'text/plain' },
        JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
      ),
    { status: 415, code: -32600 },
  ],
];

const HEADERS: Attack[] = [
  [
    'another tool in Mcp-Name than in the body',
    ({ mallory }) => mallory.modern('tools/call', CALL, { 'mcp-name': 'add_note' }),
    HEADER_MISMATCH,
  ],
  [
    'another method in Mcp-Method than in the body',
    ({ mallory }) => mallory.modern('tools/call', CALL, { 'mcp-method': 'tools/list' }),
    HEADER_MISMATCH,
  ],
  [
    'another version in the header than in the body',
    ({ mallory }) => mallory.modern('tools/call', CALL, { 'mcp-protocol-version': '2025-11-25' }),
    HEADER_MISMATCH,
  ],
  [
    'Mcp-Name twice',
    ({ mallory }) => mallory.modern('tools/call', CALL, { 'mcp-name': ['read_file', 'add_note'] }),
    HEADER_MISMATCH,
  ],
  [
    'another argument in Mcp-Param than in the body',
    ({ alice }) =>
      alice.modern(
        'tools/call',
        { name: 'list_notes', arguments: { region: 'north' } },
        { 'mcp-param-region': 'south' },
      ),
    HEADER_MISMATCH,
  ],
  [
    'no Mcp-Param where there must be one',
    ({ alice }) => alice.modern('tools/call', { name: 'list_notes', arguments: { region: 'north' } }),
    HEADER_MISMATCH,
  ],
  [
    'Mcp-Param with a line break in Base64',
    ({ alice }) =>
      alice.modern(
        'tools/call',
        { name: 'list_notes', arguments: { region: 'north' } },
        { 'mcp-param-region': `=?base64?${Buffer.from('north\r\nx: y').toString('base64')}?=` },
      ),
    HEADER_MISMATCH,
  ],
  [
    'a credential as an argument',
    ({ mallory }) => mallory.call('tenant', { 'x-tenant': 'a', authorization: 'Bearer other' }),
    { status: 200, text: /unknown argument \\"authorization\\"/ },
  ],
  [
    'a line break in an argument that travels as a header',
    ({ mallory }) => mallory.call('tenant', { 'x-tenant': 'a\r\nauthorization: Bearer other' }),
    { status: 200, text: /"isError":true/ },
  ],
  [
    'a line break in the name of a tool',
    ({ mallory }) => mallory.call('x\r\nset-cookie: a=b'),
    { status: 200, code: -32602 },
  ],
];

const ARGUMENTS: Attack[] = [
  [
    '__proto__ among the arguments',
    ({ mallory }) =>
      mallory.post(
        '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add_note","arguments":{"text":"a","__proto__":{"polluted":"yes"}}}}',
        { 'mcp-protocol-version': '2025-11-25' },
      ),
    POLLUTION,
  ],
  [
    '__proto__ deep in the arguments',
    ({ mallory }) =>
      mallory.post(
        '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add_note","arguments":{"text":"a","extra":[{"b":{"__proto__":{"polluted":"yes"}}}]}}}',
        { 'mcp-protocol-version': '2025-11-25' },
      ),
    POLLUTION,
  ],
  [
    'constructor.prototype in the arguments',
    ({ mallory }) =>
      mallory.call('add_note', { text: 'a', extra: { constructor: { prototype: { polluted: 'yes' } } } }),
    POLLUTION,
  ],
  [
    '__proto__ in another spelling',
    ({ mallory }) =>
      mallory.post(
        '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add_note","arguments":{"text":"a","\\u005f_proto__":{"polluted":"yes"}}}}',
        { 'mcp-protocol-version': '2025-11-25' },
      ),
    POLLUTION,
  ],
  [
    'a tool by the name of what every object has',
    ({ mallory }) => mallory.call('constructor'),
    { status: 200, code: -32602 },
  ],
  [
    'a tool by the name of the prototype',
    ({ mallory }) => mallory.call('__proto__'),
    { status: 200, code: -32602 },
  ],
  [
    'a prompt by the name of what every object has',
    ({ mallory }) => mallory.legacy('prompts/get', { name: 'toString' }),
    { status: 200, code: -32602 },
  ],
  [
    'a method by the name of what every object has',
    ({ mallory }) => mallory.legacy('constructor'),
    { status: 200, code: -32601 },
  ],
  [
    'a file of this machine as a resource',
    ({ mallory }) => mallory.legacy('resources/read', { uri: 'file:///etc/passwd' }),
    { status: 200, code: -32602 },
  ],
  [
    'a resource of a folder above',
    ({ mallory }) => mallory.legacy('resources/read', { uri: 'files:///../secret' }),
    { status: 200, code: -32602 },
  ],
  [
    'arguments nested a hundred thousand times',
    ({ mallory }) =>
      mallory.post(
        `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add_note","arguments":{"text":"a","extra":${'['.repeat(20_000)}${']'.repeat(20_000)}}}}`,
        { 'mcp-protocol-version': '2025-11-25' },
      ),
    { status: 200, text: /nested|deep/ },
  ],
  [
    'a body that is too large',
    ({ mallory }) => mallory.call('add_note', { text: 'a'.repeat(2_000_000) }),
    { status: 413, code: -32600 },
  ],
  [
    'a small body that unpacks to a large one',
    ({ mallory }) =>
      mallory.post(gzipSync(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'x'.repeat(50_000_000) })), {
        'content-encoding': 'gzip',
      }),
    // Fastify unpacks nothing.
    { fastify: { status: 400, code: -32700 }, express: { status: 413, code: -32600 } },
  ],
  [
    'a batch of a thousand calls',
    ({ mallory }) =>
      mallory.post(
        Array.from({ length: 1000 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'ping' })),
        { 'mcp-protocol-version': '2025-03-26' },
      ),
    { status: 400, code: -32600 },
  ],
  [
    'a batch where there are none',
    ({ mallory }) =>
      mallory.post([{ jsonrpc: '2.0', id: 1, method: 'ping' }], { 'mcp-protocol-version': '2025-11-25' }),
    { status: 400, code: -32600 },
  ],
];

const HIDDEN: Attack[] = [
  [
    'a hidden tool by its name',
    ({ mallory }) => mallory.call('list_notes', { region: 'north' }),
    { status: 200, code: -32602, text: /Unknown tool: list_notes/ },
  ],
  [
    'a hidden tool, with its headers',
    ({ mallory }) =>
      mallory.modern(
        'tools/call',
        { name: 'list_notes', arguments: { region: 'north' } },
        { 'mcp-param-region': 'south' },
      ),
    { status: 200, code: -32602, text: /Unknown tool: list_notes/ },
  ],
  [
    'a hidden tool, with a state and an answer',
    ({ mallory }) =>
      mallory.modern('tools/call', { name: 'list_notes', requestState: 'x', inputResponses: 7 }, {}, FORMS),
    { status: 200, code: -32602, text: /Unknown tool: list_notes/ },
  ],
  [
    'a hidden tool, with arguments that are none',
    ({ mallory }) => mallory.call('list_notes', 7),
    { status: 200, code: -32602, text: /Unknown tool: list_notes/ },
  ],
  [
    'the cursor of another caller',
    async ({ alice, mallory }) => {
      const { message } = await alice.legacy('tools/list');
      return mallory.legacy('tools/list', { cursor: (message.result as { nextCursor: string }).nextCursor });
    },
    { status: 200, code: -32602, text: /Unknown cursor/ },
  ],
  [
    'an invented cursor',
    ({ mallory }) => mallory.legacy('tools/list', { cursor: Buffer.from('tools:2').toString('base64url') }),
    { status: 200, code: -32602 },
  ],
];

describe.each(PLATFORMS)('on %s', (platform) => {
  let scene: Scene;
  let others: RunningApp;

  beforeAll(async () => {
    const issuer = await AuthorizationServer.start();
    issuer.audience = RESOURCE;
    const server = await startTarget(platform, issuer.issuer, {});
    others = await startTarget(platform, issuer.issuer, {});
    const mallory = await issuer.token({ claims: { sub: 'mallory' } });
    const alice = await issuer.token({ claims: { sub: 'alice' }, scope: 'notes' });
    scene = {
      server,
      issuer,
      nobody: new Attacker(server.origin),
      mallory: new Attacker(server.origin, mallory),
      alice: new Attacker(server.origin, alice),
      elsewhere: new Attacker(others.origin, mallory),
    };
  });
  afterAll(async () => {
    await Promise.all([scene.server.close(), others.close()]);
    await scene.issuer.close();
  });
  beforeEach(() => {
    seen.length = 0;
  });

  it('what is not an attack is answered', async () => {
    const { mallory, alice } = scene;
    expect((await mallory.call('read_file', { name: 'a.txt' })).text).toContain('a.txt');
    expect((await alice.call('list_notes', { region: 'north' })).text).toContain('north');
    expect((await mallory.legacy('resources/read', { uri: 'files:///a.txt' })).text).toContain('a.txt');
    expect((await answerWith(mallory, await stateOf(mallory))).text).toContain('wiped');
    expect((await mallory.call('tenant', { 'x-tenant': ' a\t' })).text).toContain('{\\"tenant\\":\\"a\\"}');
    const session = await alice.begin();
    expect((await alice.legacy('tools/list', {}, { 'mcp-session-id': session })).status).toBe(200);
    expect(seen).toContain('wiped all');
  });

  describe.each([
    ['tokens', TOKENS],
    ['states', STATES],
    ['sessions', SESSIONS],
    ['origins', ORIGINS],
    ['headers', HEADERS],
    ['arguments', ARGUMENTS],
    ['hidden tools', HIDDEN],
  ])('%s:', (_kind, attacks) => {
    it.each(attacks)('%s is refused', async (_name, attack, expected) => {
      const refusal = await attack(scene);
      const { status, code, text } = 'status' in expected ? expected : expected[platform];
      expect({ status: refusal.status, code: refusal.message.error?.code }).toEqual({ status, code });
      expect(refusal.text).toMatch(text ?? /^/);
      expect(refusal.text).not.toMatch(/\bat .+:\d+:\d+/);
      expect(refusal.headers['set-cookie']).toBeUndefined();
      expect(seen).toEqual([]);
    });
  });
});
