import type { McpAccessToken, McpVerifiedToken } from '../interfaces/index.js';

type Claims = Readonly<Record<string, unknown>>;

/** A token that was found good. A class, so that nothing else on a request passes for one. */
export class AccessToken implements McpAccessToken {
  readonly issuer?: string;
  readonly subject?: string;
  readonly clientId?: string;
  readonly scopes: readonly string[];
  readonly expiresAt?: number;
  readonly claims: Claims;

  constructor({ issuer, subject, clientId, scopes, expiresAt, claims = {} }: Omit<McpVerifiedToken, 'user'>) {
    this.issuer = issuer ?? textOf(claims['iss']);
    this.subject = subject ?? textOf(claims['sub']);
    this.clientId = clientId ?? textOf(claims['client_id']) ?? textOf(claims['azp']);
    this.scopes = scopes === undefined ? scopesOf(claims) : scopeList(scopes);
    this.expiresAt = expiresAt ?? (typeof claims['exp'] === 'number' ? claims['exp'] * 1000 : undefined);
    this.claims = claims;
  }

  /** The same text for the same caller, and for nobody else; undefined when the token names nobody. */
  get principal(): string | undefined {
    const { issuer, subject, clientId } = this;
    if (subject === undefined && clientId === undefined) {
      return undefined;
    }
    // Two issuers may name different users alike, and a user must not pass for a client.
    return JSON.stringify([issuer, subject === undefined ? 'client' : 'user', subject ?? clientId]);
  }
}

/** What whoever started the process says of its one caller, in place of a token (`McpStdio.serve({ auth })`). */
export class GivenAccessToken extends AccessToken {}

/** As authorization servers spell them: a text with spaces (RFC 9068), or a list. */
export function scopesOf(claims: Claims): string[] {
  for (const name of ['scope', 'scopes', 'scp']) {
    const value = claims[name];
    if (typeof value === 'string' || Array.isArray(value)) {
      return scopeList(value);
    }
  }
  return [];
}

/** Whatever an application gives for a list: a text has every part of itself, so that `admin` is in `admin.readonly`. */
export function scopeList(value: unknown): string[] {
  if (typeof value === 'string') {
    return value.split(' ').filter((scope) => scope !== '');
  }
  return Array.isArray(value) ? value.filter((scope) => typeof scope === 'string') : [];
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
