/**
 * Headers whose values let whoever has them in, in lower case: those of HTTP, and those that APIs, proxies and gateways
 * are known by.
 */
export const CREDENTIAL_HEADERS: readonly string[] = [
  'authorization',
  'proxy-authorization',
  'cookie',
  'set-cookie',
  'api-key',
  'apikey',
  'cf-access-jwt-assertion',
  'private-token',
  'x-access-token',
  'x-amz-security-token',
  'x-amzn-oidc-accesstoken',
  'x-amzn-oidc-data',
  'x-api-key',
  'x-api-token',
  'x-apikey',
  'x-auth-token',
  'x-authorization',
  'x-csrf-token',
  'x-forwarded-access-token',
  'x-functions-key',
  'x-goog-api-key',
  'x-goog-iap-jwt-assertion',
  'x-id-token',
  'x-refresh-token',
  'x-session-token',
  'x-vault-token',
  'x-xsrf-token',
];

const names = new Set(CREDENTIAL_HEADERS);

/** A header in which an application takes tokens, in lower case. From now on it is one of them in the whole process. */
export function addCredentialHeader(name: string): void {
  names.add(name);
}

/** The headers above, and those that applications have named. */
export function credentialHeaders(): ReadonlySet<string> {
  return names;
}
