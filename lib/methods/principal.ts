import { createHash } from 'node:crypto';
import { AccessToken } from '../auth/index.js';

interface RequestLike {
  readonly auth?: unknown;
  readonly user?: { readonly id?: unknown; readonly sub?: unknown } | null;
  readonly headers?: { readonly authorization?: string };
}

/** What a request counts as that nobody is authenticated by. */
export const ANONYMOUS = 'anonymous';

/** Tells who a request to the endpoint is authenticated as. The prefixes keep an id from passing for something else. */
export function createPrincipal(
  custom: ((request: object) => string | undefined) | undefined,
): (request: object) => string {
  return custom
    ? (request) => {
        const name = custom(request);
        return name === undefined ? ANONYMOUS : `custom:${name}`;
      }
    : defaultPrincipal;
}

/** Tells whom what a caller keeps open counts for: anonymous callers are told apart by their addresses. */
export function createOwner(principalOf: (request: object) => string): (request: object) => string {
  return (request) => {
    const principal = principalOf(request);
    return principal === ANONYMOUS ? `address:${(request as { ip?: string }).ip ?? ''}` : principal;
  };
}

function defaultPrincipal(request: object): string {
  const { auth, user, headers } = request as RequestLike;
  if (auth instanceof AccessToken && auth.principal !== undefined) {
    return `token:${auth.principal}`;
  }
  for (const key of ['id', 'sub'] as const) {
    const value = user?.[key];
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') {
      return `${key}:${value}`;
    }
  }
  const authorization = headers?.authorization;
  return authorization === undefined
    ? ANONYMOUS
    : `authorization:${createHash('sha256').update(authorization).digest('base64url')}`;
}
