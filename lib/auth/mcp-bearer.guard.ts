import {
  ForbiddenException,
  Inject,
  Injectable,
  Logger,
  ServiceUnavailableException,
  UnauthorizedException,
} from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { redact } from '../credentials/index.js';
import type { McpVerifiedToken } from '../interfaces/index.js';
import { MCP_MODULE_OPTIONS } from '../mcp.constants.js';
import type { ResolvedMcpOptions } from '../mcp-options.defaults.js';
import { AccessToken, GivenAccessToken } from './access-token.js';
import type { ResolvedAuthOptions } from './auth-options.js';
import { challenge, CHALLENGE_HEADER } from './challenge.js';
import type { ChallengeParameters } from './challenge.js';
import { UnreachableIssuerError } from './issuer-keys.js';
import { InvalidTokenError, TokenVerifier } from './token-verifier.js';

interface AuthenticatedRequest {
  readonly headers: IncomingHttpHeaders;
  user?: unknown;
  auth?: unknown;
}

/**
 * Lets in who brings an access token that the option `auth` takes. What the token says is `request.auth`, and its claims,
 * or the `user` of `verifyToken`, are `request.user`. Others get 401 or 403 with a `WWW-Authenticate` that tells MCP
 * clients where to get a token.
 *
 * It guards the endpoint as one of the option `guards`, and everything with `APP_GUARD`; with `@UseGuards()`, any route.
 *
 * @example
 * ```ts
 * McpModule.forRoot({ auth, guards: [McpBearerGuard] })
 * ```
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization
 * @publicApi
 */
@Injectable()
export class McpBearerGuard implements CanActivate {
  private readonly logger = new Logger('McpBearerGuard');

  constructor(
    @Inject(MCP_MODULE_OPTIONS) private readonly options: Pick<ResolvedMcpOptions, 'auth'>,
    @Inject(TokenVerifier) private readonly verifier: TokenVerifier,
  ) {}

  /** @throws UnauthorizedException, ForbiddenException, or ServiceUnavailableException when tokens cannot be verified */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { auth } = this.options;
    if (!auth) {
      throw new Error(
        'McpBearerGuard needs the option "auth" of McpModule, which says what tokens are good.',
      );
    }
    const http = context.switchToHttp();
    const request = http.getRequest<AuthenticatedRequest>();
    const response = http.getResponse<object>();
    if (request.auth instanceof GivenAccessToken) {
      this.admitGiven(request.auth, response, auth);
      return true;
    }
    const token = tokenOf(request.headers, auth);
    if (token === undefined) {
      setChallenge(response, auth);
      throw new UnauthorizedException('An access token is needed');
    }
    const { user, accessToken } = await this.verify(token, request, response, auth);
    this.assertScopes(accessToken, response, auth);
    request.auth = accessToken;
    request.user = user ?? accessToken.claims;
    return true;
  }

  /** Nobody but this process can have put it there: there is no token to verify. */
  private admitGiven(accessToken: GivenAccessToken, response: object, auth: ResolvedAuthOptions): void {
    try {
      assertUnexpired(accessToken, auth);
    } catch (error) {
      throw this.refusal(error, response, auth);
    }
    this.assertScopes(accessToken, response, auth);
  }

  private async verify(
    token: string,
    request: object,
    response: object,
    auth: ResolvedAuthOptions,
  ): Promise<{ readonly user: unknown; readonly accessToken: AccessToken }> {
    try {
      const verified: McpVerifiedToken | undefined = auth.verifyToken
        ? await auth.verifyToken(token, request)
        : await this.verifier.verify(token);
      if (!verified) {
        throw new InvalidTokenError('The access token is not valid here');
      }
      const { user, ...rest } = verified;
      const accessToken = new AccessToken(rest);
      assertUnexpired(accessToken, auth);
      return { user, accessToken };
    } catch (error) {
      throw this.refusal(error, response, auth, [token]);
    }
  }

  /** @param secrets what must not get into the log */
  private refusal(
    error: unknown,
    response: object,
    auth: ResolvedAuthOptions,
    secrets: readonly string[] = [],
  ): unknown {
    if (error instanceof InvalidTokenError || error instanceof UnauthorizedException) {
      this.logger.debug(`A token was refused: ${redact(reasonOf(error), secrets)}`);
      setChallenge(response, auth, { error: 'invalid_token', description: error.message });
      return error instanceof UnauthorizedException ? error : new UnauthorizedException(error.message);
    }
    if (error instanceof UnreachableIssuerError) {
      this.logger.error(`No token can be verified: ${redact(reasonOf(error), secrets)}`);
      return new ServiceUnavailableException('Access tokens cannot be verified at the moment');
    }
    return error;
  }

  private assertScopes({ scopes }: AccessToken, response: object, auth: ResolvedAuthOptions): void {
    const { requiredScopes } = auth;
    if (!requiredScopes.every((scope) => scopes.includes(scope))) {
      const description = 'The access token does not have the scopes that are needed here';
      setChallenge(response, auth, { error: 'insufficient_scope', description, scopes: requiredScopes });
      throw new ForbiddenException(description);
    }
  }
}

/** The token in the header; undefined when there is none, or another scheme is used. */
function tokenOf(headers: IncomingHttpHeaders, { header, prefix }: ResolvedAuthOptions): string | undefined {
  const value = headers[header];
  if (typeof value !== 'string') {
    return undefined;
  }
  if (prefix === false) {
    return value.trim() || undefined;
  }
  const isOfScheme = value.slice(0, prefix.length + 1).toLowerCase() === `${prefix.toLowerCase()} `;
  return isOfScheme ? value.slice(prefix.length + 1).trim() || undefined : undefined;
}

/** What an introspection has said once may have been kept for too long. */
function assertUnexpired({ expiresAt }: AccessToken, { clockToleranceMs }: ResolvedAuthOptions): void {
  // What is no time is over: nothing compares with it.
  if (expiresAt !== undefined && !(Number(expiresAt) + clockToleranceMs > Date.now())) {
    throw new InvalidTokenError('The access token has expired');
  }
}

function setChallenge(response: object, auth: ResolvedAuthOptions, parameters?: ChallengeParameters): void {
  // Fastify's reply and Express's response write it differently.
  const { header } = response as { header?: (name: string, value: string) => unknown };
  const value = challenge(auth, parameters);
  if (header) {
    header.call(response, CHALLENGE_HEADER, value);
  } else {
    (response as ServerResponse).setHeader(CHALLENGE_HEADER, value);
  }
}

function reasonOf(error: Error): string {
  const { cause } = error;
  return cause instanceof Error ? `${error.message} (${cause.message})` : error.message;
}
