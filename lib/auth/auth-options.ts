import { addCredentialHeader } from '../credentials/index.js';
import type { McpAuthOptions, McpResourceMetadataOptions, McpTokenIssuer } from '../interfaces/index.js';

type Check = (value: unknown) => string | undefined;

/** Those whose keys are public: with others, whoever can verify a token could make one. */
const ASYMMETRIC_ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

const DEFAULT_CLOCK_TOLERANCE_MS = 5_000;

/** The option `auth` with every default filled in. */
export interface ResolvedAuthOptions extends McpAuthOptions {
  readonly authorizationServers: readonly string[];
  readonly metadata: false | Required<Pick<McpResourceMetadataOptions, 'root' | 'path'>>;
  /** What challenges name; undefined when there is no metadata. */
  readonly metadataUrl: string | undefined;
  readonly issuers: readonly ResolvedIssuer[];
  readonly clockToleranceMs: number;
  /** In lower case. */
  readonly header: string;
  readonly prefix: string | false;
  readonly requiredScopes: readonly string[];
  readonly enforceScopes: boolean;
  readonly challengeFromTools: boolean;
}

export type ResolvedIssuer = McpTokenIssuer & {
  readonly audience: readonly string[];
  readonly algorithms: readonly string[];
};

/** RFC 9728, section 3: the path of the resource comes after that of the metadata. */
export const METADATA_PATH = '/.well-known/oauth-protected-resource';

export function resolveAuth(options: McpAuthOptions): ResolvedAuthOptions {
  const { resource, authorizationServers = [], header = 'authorization', metadata = true } = options;
  const places = metadata === true ? {} : metadata;
  addCredentialHeader(header.toLowerCase());
  const audience = listOf(options.audience ?? audienceOf(resource));
  const algorithms = options.algorithms ?? ASYMMETRIC_ALGORITHMS;
  const issuers: readonly McpTokenIssuer[] =
    options.issuers ?? authorizationServers.map((issuer) => ({ issuer }));
  return {
    ...options,
    authorizationServers,
    metadata: places && { root: places.root ?? true, path: places.path ?? true },
    metadataUrl: places ? (places.url ?? metadataUrlOf(resource, places)) : undefined,
    issuers: issuers.map((issuer) => ({
      ...issuer,
      audience: issuer.audience === undefined ? audience : listOf(issuer.audience),
      algorithms: issuer.algorithms ?? algorithms,
    })),
    clockToleranceMs: options.clockToleranceMs ?? DEFAULT_CLOCK_TOLERANCE_MS,
    header: header.toLowerCase(),
    prefix: options.prefix ?? (header.toLowerCase() === 'authorization' ? 'Bearer' : false),
    requiredScopes: options.requiredScopes ?? [],
    enforceScopes: options.enforceScopes ?? false,
    challengeFromTools: options.challengeFromTools ?? false,
  };
}

/** The path of the resource as it appears in that of its metadata: nothing for a resource at the root. */
export function resourcePath(resource: string): string {
  const { pathname } = new URL(resource);
  return pathname === '/' ? '' : pathname;
}

function metadataUrlOf(
  resource: string,
  { root = true, path = true }: McpResourceMetadataOptions,
): string | undefined {
  const base = new URL(resource).origin + METADATA_PATH;
  if (path) {
    return base + resourcePath(resource);
  }
  return root ? base : undefined;
}

/** A URL without a path is written with a slash at the end by some. */
function audienceOf(resource: string): readonly string[] {
  return resourcePath(resource) === ''
    ? [new URL(resource).origin, `${new URL(resource).origin}/`]
    : [resource];
}

function listOf(value: string | readonly string[]): readonly string[] {
  return typeof value === 'string' ? [value] : value;
}

const text: Check = (value) =>
  typeof value === 'string' && value.trim() !== '' ? undefined : 'a non-empty string';
const flag: Check = (value) => (typeof value === 'boolean' ? undefined : 'true or false');
const callback: Check = (value) => (typeof value === 'function' ? undefined : 'a function');
const texts: Check = (value) =>
  Array.isArray(value) && value.every((item) => text(item) === undefined)
    ? undefined
    : 'an array of non-empty strings';
const textOrTexts: Check = (value) =>
  text(value) === undefined || (texts(value) === undefined && (value as unknown[]).length > 0)
    ? undefined
    : 'a non-empty string, or an array of them';
const url: Check = (value) =>
  typeof value === 'string' && /^https?:\/\//i.test(value) && URL.canParse(value) && !value.includes('#')
    ? undefined
    : 'a URL that begins with https:// (or http://) and has no fragment';
const urls: Check = (value) =>
  Array.isArray(value) && value.every((item) => url(item) === undefined)
    ? undefined
    : 'an array of URLs that begin with https:// (or http://)';
/** RFC 6749, section 3.3: anything else could not be written in a challenge. */
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]+$/;
const scopes: Check = (value) =>
  Array.isArray(value) && value.every((item) => typeof item === 'string' && SCOPE.test(item))
    ? undefined
    : 'an array of scopes, which have neither spaces nor quotes';
const algorithms: Check = (value) =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((item) => ASYMMETRIC_ALGORITHMS.includes(item as string))
    ? undefined
    : `an array of some of ${ASYMMETRIC_ALGORITHMS.join(', ')}`;
const tolerance: Check = (value) =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? undefined : 'a whole number of milliseconds';
const headerName: Check = (value) =>
  typeof value === 'string' && /^[\w!#$%&'*+.^`|~-]+$/.test(value) ? undefined : 'the name of a header';
const prefix: Check = (value) =>
  value === false || (typeof value === 'string' && /^\S+$/.test(value))
    ? undefined
    : "a word such as 'Bearer', or false";
const jwks: Check = (value) =>
  Array.isArray((value as { keys?: unknown } | null | undefined)?.keys) ? undefined : 'a JSON Web Key Set';

const METADATA_CHECKS: Record<keyof McpResourceMetadataOptions, Check> = { root: flag, path: flag, url };
const ISSUER_CHECKS: Record<keyof McpTokenIssuer, Check> = {
  issuer: text,
  jwksUri: url,
  jwks,
  audience: textOrTexts,
  algorithms,
};
const CHECKS: Record<keyof McpAuthOptions, Check> = {
  resource: url,
  authorizationServers: urls,
  scopesSupported: scopes,
  resourceName: text,
  resourceDocumentation: url,
  metadata: (value) =>
    typeof value === 'boolean'
      ? undefined
      : keysProblem(value, METADATA_CHECKS) && 'true, false or { root, path, url }',
  issuers: (value) =>
    Array.isArray(value) && value.length > 0 && value.every((issuer) => isIssuer(issuer))
      ? undefined
      : 'an array of { issuer, jwksUri or jwks, audience, algorithms }',
  audience: textOrTexts,
  algorithms,
  clockToleranceMs: tolerance,
  verifyToken: callback,
  header: headerName,
  prefix,
  requiredScopes: scopes,
  grantedScopes: callback,
  enforceScopes: flag,
  challengeFromTools: flag,
};

/** What a list of scopes must be and is not; undefined when it is. */
export const scopesProblem = scopes;

/** What is wrong with the option `auth`; undefined when nothing is. */
export function authProblem(value: unknown): string | undefined {
  const problem = keysProblem(value, CHECKS);
  if (problem !== undefined) {
    return problem;
  }
  const { resource, metadata, authorizationServers = [], issuers, verifyToken } = value as McpAuthOptions;
  if (resource === undefined) {
    return 'must have the address of the endpoint, as clients write it, as "resource"';
  }
  if (metadata !== false && authorizationServers.length === 0) {
    return 'must have at least one issuer in "authorizationServers", for the metadata that clients read; or metadata: false';
  }
  return authorizationServers.length === 0 && !issuers && !verifyToken
    ? 'must have one of "authorizationServers", "issuers" and "verifyToken": nothing says which tokens are good'
    : undefined;
}

function isIssuer(value: unknown): boolean {
  return (
    keysProblem(value, ISSUER_CHECKS) === undefined &&
    (value as Partial<McpTokenIssuer>).issuer !== undefined &&
    ((value as McpTokenIssuer).jwks === undefined || (value as McpTokenIssuer).jwksUri === undefined)
  );
}

function keysProblem(value: unknown, checks: Readonly<Record<string, Check>>): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return `must be an object of ${Object.keys(checks).join(', ')}`;
  }
  for (const [name, part] of Object.entries(value)) {
    if (!Object.hasOwn(checks, name)) {
      return `has the key "${name}", but takes only ${Object.keys(checks).join(', ')}`;
    }
    const expected = part === undefined ? undefined : checks[name]!(part);
    if (expected !== undefined) {
      return `must have ${expected} as "${name}"`;
    }
  }
  return undefined;
}
