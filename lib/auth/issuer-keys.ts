import type { JWTVerifyGetKey } from 'jose';
import { isJsonObject } from '../protocol/index.js';
import type { ResolvedIssuer } from './auth-options.js';

const TIMEOUT_MS = 5_000;
/** Before an issuer that could not be reached is asked again: everybody can send tokens that name it. */
const COOLDOWN_MS = 5_000;

/** The keys of an issuer cannot be had: nothing is known of the token. */
export class UnreachableIssuerError extends Error {
  override readonly name = 'UnreachableIssuerError';
}

/** The public keys of one issuer. Its metadata is read once, when the first token comes. */
export class IssuerKeys {
  private keys?: Promise<JWTVerifyGetKey>;
  private retryAt = 0;

  constructor(private readonly issuer: ResolvedIssuer) {}

  /** @throws UnreachableIssuerError */
  async get(): Promise<JWTVerifyGetKey> {
    if (!this.keys) {
      this.keys = this.open();
      this.keys.catch(() => {
        this.retryAt = Date.now() + COOLDOWN_MS;
      });
    } else if (this.retryAt !== 0 && this.retryAt <= Date.now()) {
      this.retryAt = 0;
      this.keys = undefined;
      return this.get();
    }
    return this.keys;
  }

  private async open(): Promise<JWTVerifyGetKey> {
    // Only applications that verify tokens need it.
    const { createLocalJWKSet, createRemoteJWKSet } = await import('jose');
    const { issuer, jwks, jwksUri } = this.issuer;
    if (jwks) {
      return createLocalJWKSet(jwks as Parameters<typeof createLocalJWKSet>[0]);
    }
    return createRemoteJWKSet(new URL(jwksUri ?? (await discoverKeys(issuer))), {
      timeoutDuration: TIMEOUT_MS,
    });
  }
}

/** Authorization server metadata (RFC 8414), else that of OpenID Connect, with the path of the issuer where each has it. */
async function discoverKeys(issuer: string): Promise<string> {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, '');
  const places = [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}/.well-known/openid-configuration${path}`,
    ...(path === '' ? [] : [`${origin}${path}/.well-known/openid-configuration`]),
  ];
  const failures: string[] = [];
  for (const place of places) {
    try {
      return await readKeysUri(place, issuer);
    } catch (error) {
      failures.push(`${place}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  throw new UnreachableIssuerError(
    `The keys of the issuer ${issuer} were not found. Set jwksUri for it.\n${failures.join('\n')}`,
  );
}

async function readKeysUri(place: string, issuer: string): Promise<string> {
  const response = await fetch(place, {
    headers: { accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`HTTP ${response.status}`);
  }
  const metadata: unknown = await response.json();
  if (!isJsonObject(metadata) || metadata['issuer'] !== issuer) {
    // RFC 8414, section 3.3: metadata of somebody else must not be used.
    throw new Error('is not the metadata of this issuer');
  }
  const uri = metadata['jwks_uri'];
  if (typeof uri !== 'string' || !URL.canParse(uri)) {
    throw new Error('names no jwks_uri');
  }
  if (new URL(uri).protocol !== 'https:' && new URL(issuer).protocol === 'https:') {
    throw new Error('names a jwks_uri that is not https');
  }
  return uri;
}
