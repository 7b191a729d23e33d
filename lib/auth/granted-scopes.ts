import { AccessToken, scopeList, scopesOf } from './access-token.js';
import type { ResolvedAuthOptions } from './auth-options.js';

interface RequestLike {
  readonly auth?: unknown;
  readonly user?: unknown;
}

/** Tells which scopes the caller of a request has. */
export function createGrantedScopes(
  auth: ResolvedAuthOptions | undefined,
): (request: object) => readonly string[] {
  const custom = auth?.grantedScopes;
  return custom ? (request) => scopeList(custom(request)) : defaultScopes;
}

function defaultScopes(request: object): readonly string[] {
  const { auth, user } = request as RequestLike;
  if (auth instanceof AccessToken) {
    return auth.scopes;
  }
  for (const holder of [auth, user]) {
    if (typeof holder === 'object' && holder !== null) {
      const scopes = scopesOf(holder as Readonly<Record<string, unknown>>);
      if (scopes.length > 0) {
        return scopes;
      }
    }
  }
  return [];
}
