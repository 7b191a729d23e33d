import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { AccessToken } from '../auth/index.js';
import { credentialHeaders } from '../credentials/index.js';

interface RequestLike {
  readonly auth?: unknown;
  readonly user?: { readonly id?: unknown; readonly sub?: unknown } | null;
  readonly headers?: IncomingHttpHeaders;
}

/** They come with the credentials of a page, and with every page others. */
const OF_PAGES: ReadonlySet<string> = new Set(['cookie', 'set-cookie', 'x-csrf-token', 'x-xsrf-token']);

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
  const credentials = credentialsOf(headers ?? {}, user);
  return credentials === undefined
    ? ANONYMOUS
    : `credentials:${createHash('sha256').update(credentials).digest('base64url')}`;
}

/**
 * What a caller is known by of whom nothing else is known. Cookies count when a guard has found a user, since load
 * balancers set cookies, too; and what the guard says of the user when there is nothing that he came with.
 */
function credentialsOf(headers: IncomingHttpHeaders, user: unknown): string | undefined {
  const names = [...credentialHeaders()].filter((name) => !OF_PAGES.has(name) && headers[name] !== undefined);
  if (names.length > 0) {
    return JSON.stringify(names.map((name) => [name, headers[name]]));
  }
  if (user === undefined || user === null) {
    return undefined;
  }
  return headers.cookie === undefined ? textOf(user) : JSON.stringify(['cookie', headers.cookie]);
}

function textOf(user: unknown): string | undefined {
  try {
    return JSON.stringify(user);
  } catch {
    return undefined;
  }
}
