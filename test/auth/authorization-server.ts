import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { CryptoKey, JWTPayload } from 'jose';

export interface TokenParts {
  readonly claims?: JWTPayload;
  /** From now on; negative for one that has expired. */
  readonly seconds?: number | null;
  readonly audience?: string | string[];
  readonly issuer?: string;
  readonly scope?: string;
}

interface SigningKey {
  readonly id: string;
  readonly algorithm: string;
  readonly privateKey: CryptoKey;
  readonly publicJwk: object;
}

/** An authorization server on a port of its own: metadata, keys, and tokens for clients with a secret. */
export class AuthorizationServer {
  /** Paths in the order in which they were asked for. */
  readonly requests: string[] = [];
  isDown = false;
  /** Where its metadata is; the others are 404. */
  metadataPath = '/.well-known/oauth-authorization-server';
  audience = '';

  private keys: SigningKey[] = [];

  private constructor(
    private readonly server: Server,
    readonly issuer: string,
  ) {}

  static async start(path = ''): Promise<AuthorizationServer> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const authorizationServer = new AuthorizationServer(server, origin + path);
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      authorizationServer
        .answer(request, response)
        .catch((error: unknown) => response.destroy(error as Error));
    });
    await authorizationServer.rotate();
    return authorizationServer;
  }

  get jwks(): { keys: object[] } {
    return { keys: this.keys.map(({ publicJwk }) => publicJwk) };
  }

  get key(): SigningKey {
    return this.keys[0]!;
  }

  /** Signs with a new key from now on; the old one is no longer among the keys. */
  async rotate(algorithm = 'ES256'): Promise<void> {
    const { privateKey, publicKey } = await generateKeyPair(algorithm);
    const id = `key-${Math.random().toString(36).slice(2)}`;
    const publicJwk = { ...(await exportJWK(publicKey)), kid: id, alg: algorithm, use: 'sig' };
    this.keys = [{ id, algorithm, privateKey, publicJwk }];
  }

  token({ claims = {}, seconds = 60, audience, issuer, scope }: TokenParts = {}): Promise<string> {
    const { id, algorithm, privateKey } = this.key;
    const now = Math.floor(Date.now() / 1000);
    return new SignJWT({
      iss: issuer ?? this.issuer,
      aud: audience ?? this.audience,
      sub: 'ada',
      client_id: 'test-client',
      scope,
      ...(seconds !== null && { exp: now + seconds }),
      ...claims,
    })
      .setProtectedHeader({ alg: algorithm, kid: id, typ: 'at+jwt' })
      .setIssuedAt(now)
      .sign(privateKey);
  }

  close(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url!.split('?')[0]!;
    this.requests.push(path);
    const send = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (this.isDown) {
      send(503, {});
    } else if (path === this.metadataPath) {
      send(200, {
        issuer: this.issuer,
        authorization_endpoint: `${this.issuer}/authorize`,
        token_endpoint: `${this.issuer}/token`,
        jwks_uri: `${this.issuer}/jwks`,
        response_types_supported: ['code'],
        grant_types_supported: ['client_credentials'],
        token_endpoint_auth_methods_supported: ['client_secret_basic'],
        code_challenge_methods_supported: ['S256'],
      });
    } else if (path.endsWith('/jwks')) {
      send(200, this.jwks);
    } else if (path.endsWith('/token')) {
      const form = new URLSearchParams(await bodyOf(request));
      send(200, {
        access_token: await this.token({
          audience: form.get('resource') ?? 'none',
          scope: form.get('scope') ?? undefined,
        }),
        token_type: 'Bearer',
        expires_in: 60,
        scope: form.get('scope') ?? undefined,
      });
    } else {
      send(404, {});
    }
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) {
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString();
}
