/**
 * Who may have issued the access tokens of callers. The keys come from one of three places: `jwks`, `jwksUri`, or what the
 * issuer's own metadata names (RFC 8414, else OpenID Connect Discovery).
 *
 * @publicApi
 */
export interface McpTokenIssuer {
  /** The `iss` of its tokens, to the letter. */
  issuer: string;
  /** Where its public keys are. They are kept for ten minutes, and asked for again when a token names an unknown key. */
  jwksUri?: string;
  /** Its public keys themselves. */
  jwks?: { readonly keys: readonly object[] };
  /**
   * What the `aud` of its tokens must have.
   *
   * @default the option `audience`
   */
  audience?: string | readonly string[];
  /**
   * The signatures that are taken.
   *
   * @default the option `algorithms`
   */
  algorithms?: readonly string[];
}

/**
 * What is known of a caller by the access token: `request.auth` once `McpBearerGuard` has let the request in.
 *
 * @publicApi
 */
export interface McpAccessToken {
  /** `iss` */
  readonly issuer?: string;
  /** `sub`: the user, as the issuer names it. */
  readonly subject?: string;
  /** `client_id`, else `azp`: the program that the user uses. */
  readonly clientId?: string;
  /** What the token allows. */
  readonly scopes: readonly string[];
  /** Milliseconds since 1970 at which the token expires. */
  readonly expiresAt?: number;
  /** All claims of the token. */
  readonly claims: Readonly<Record<string, unknown>>;
}

/**
 * What `verifyToken` says of a good token.
 *
 * @publicApi
 */
export interface McpVerifiedToken extends Partial<McpAccessToken> {
  /**
   * What becomes `request.user`.
   *
   * @default the claims
   */
  readonly user?: unknown;
}

/**
 * Where the metadata of the protected resource is served.
 *
 * @publicApi
 */
export interface McpResourceMetadataOptions {
  /**
   * `/.well-known/oauth-protected-resource`
   *
   * @default true
   */
  root?: boolean;
  /**
   * The same with the path of `resource` after it, as in `/.well-known/oauth-protected-resource/mcp`.
   *
   * @default true
   */
  path?: boolean;
  /**
   * The address that challenges name, when something else serves the metadata.
   *
   * @default that of the path form, else that of the root form, at the origin of `resource`
   */
  url?: string;
}

/**
 * The endpoint as an OAuth 2.1 resource server. Nothing here keeps anybody out by itself: `McpBearerGuard`, or a guard of
 * your own, does.
 *
 * @example
 * ```ts
 * McpModule.forRoot({
 *   auth: {
 *     resource: 'https://api.example.com/mcp',
 *     authorizationServers: ['https://login.example.com'],
 *     scopesSupported: ['menu:read'],
 *   },
 *   guards: [McpBearerGuard],
 * })
 * ```
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization
 * @publicApi
 */
export interface McpAuthOptions {
  /** The address of the endpoint as clients write it, such as `https://api.example.com/mcp` (RFC 8707). */
  resource: string;
  /** The issuers that clients can get a token from. May be left out with `metadata: false` only. */
  authorizationServers?: readonly string[];
  /** The scopes that a client should ask for at first. */
  scopesSupported?: readonly string[];
  /** Name of the resource, for people. */
  resourceName?: string;
  /** Address of a page for developers. */
  resourceDocumentation?: string;
  /**
   * Where the metadata (RFC 9728) is served: without guards, and with CORS headers for every page. `false` serves none.
   *
   * @default true, which is { root: true, path: true }
   */
  metadata?: boolean | McpResourceMetadataOptions;

  /**
   * Who may have issued a token. Its `iss` decides by whose keys it is verified.
   *
   * @default the `authorizationServers`, with the keys that their metadata names
   */
  issuers?: readonly McpTokenIssuer[];
  /**
   * What the `aud` of tokens must have: one of these is enough.
   *
   * @default `resource`
   */
  audience?: string | readonly string[];
  /**
   * The signatures that are taken. Symmetric ones and `none` never are.
   *
   * @default ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']
   */
  algorithms?: readonly string[];
  /**
   * Milliseconds by which the issuer's clock may differ from this one.
   *
   * @default 5000
   */
  clockToleranceMs?: number;
  /**
   * Verifies tokens in place of all the above: opaque tokens, introspection, keys of the application's own. Undefined, or
   * an `UnauthorizedException`, refuses the token; any other error is answered as an internal one.
   *
   * @param request the Fastify or Express request that brought the token
   */
  verifyToken?: (
    token: string,
    request: object,
  ) => McpVerifiedToken | undefined | Promise<McpVerifiedToken | undefined>;
  /**
   * The header that brings the token. Another one than `authorization` is for proxies that authenticate users and say so
   * in a header of their own: make sure that nothing but the proxy can send it.
   *
   * @default 'authorization'
   */
  header?: string;
  /**
   * What comes before the token in the header, in upper or lower case; `false` for nothing.
   *
   * @default 'Bearer' in `authorization`, and false in other headers
   */
  prefix?: string | false;

  /** Scopes that every request needs. `McpBearerGuard` refuses tokens without one of them, naming them all. */
  requiredScopes?: readonly string[];
  /**
   * The scopes of a caller, to which those of tools are compared. Where a scope includes others, name these as well.
   *
   * @default `request.auth.scopes`, else the `scope`, `scopes` or `scp` of `request.user`
   */
  grantedScopes?: (request: object) => readonly string[];
  /**
   * Whether callers need the `scopes` of a tool to call it. Without them the call is answered with HTTP 403 and a challenge
   * that names them, so that clients can ask the user for more.
   *
   * @default false
   */
  enforceScopes?: boolean;
  /**
   * Whether an `UnauthorizedException` of a tool's route (of a guard of it, for example) becomes HTTP 401 with a challenge,
   * upon which clients let the user log in. Otherwise it is a result that the model reads. Prompts and resources likewise.
   * What has begun as a stream, by progress for example, stays one.
   *
   * @default false
   */
  challengeFromTools?: boolean;
}
