import { Inject, Injectable } from '@nestjs/common';
import type { McpVerifiedToken } from '../interfaces/index.js';
import { MCP_MODULE_OPTIONS } from '../mcp.constants.js';
import type { ResolvedMcpOptions } from '../mcp-options.defaults.js';
import type { ResolvedIssuer } from './auth-options.js';
import { IssuerKeys, UnreachableIssuerError } from './issuer-keys.js';

/** A token that is not good here. The message is for the client, the cause for the log. */
export class InvalidTokenError extends Error {
  override readonly name = 'InvalidTokenError';
}

interface TrustedIssuer {
  readonly issuer: ResolvedIssuer;
  readonly keys: IssuerKeys;
}

/** Errors of jose which say that no keys came, not that the token is bad. */
const UNREACHABLE_CODES: readonly unknown[] = ['ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID', 'ERR_JOSE_GENERIC'];

/** Verifies signed tokens (RFC 7519, RFC 9068) of the issuers that are trusted. Its keys serve all guards. */
@Injectable()
export class TokenVerifier {
  private readonly issuers: ReadonlyMap<string, TrustedIssuer>;

  constructor(@Inject(MCP_MODULE_OPTIONS) private readonly options: Pick<ResolvedMcpOptions, 'auth'>) {
    const issuers = options.auth?.issuers ?? [];
    this.issuers = new Map(
      issuers.map((issuer) => [issuer.issuer, { issuer, keys: new IssuerKeys(issuer) }]),
    );
  }

  /**
   * @throws InvalidTokenError
   * @throws UnreachableIssuerError when the keys of the issuer cannot be had
   */
  async verify(token: string): Promise<McpVerifiedToken> {
    const { decodeJwt, jwtVerify } = await import('jose');
    const trusted = this.issuers.get(issuerOf(token, decodeJwt) ?? '');
    if (!trusted) {
      throw new InvalidTokenError('The access token is not of an issuer that is trusted here');
    }
    const { issuer, keys } = trusted;
    try {
      const { payload } = await jwtVerify(token, await keys.get(), {
        issuer: issuer.issuer,
        audience: [...issuer.audience],
        algorithms: [...issuer.algorithms],
        clockTolerance: this.options.auth!.clockToleranceMs / 1000,
        requiredClaims: ['exp'],
      });
      return { claims: payload };
    } catch (error) {
      throw tokenError(error);
    }
  }
}

/** Unverified: it only says by whose keys the token is to be verified. */
function issuerOf(token: string, decode: (token: string) => { iss?: unknown }): string | undefined {
  try {
    const { iss } = decode(token);
    return typeof iss === 'string' ? iss : undefined;
  } catch (error) {
    throw new InvalidTokenError('The access token is not one that is taken here', { cause: error });
  }
}

function tokenError(error: unknown): Error {
  const code = (error as { code?: unknown } | undefined)?.code;
  if (error instanceof UnreachableIssuerError) {
    return error;
  }
  // What is not jose's own is of the network.
  if (typeof code !== 'string' || !code.startsWith('ERR_J') || UNREACHABLE_CODES.includes(code)) {
    return new UnreachableIssuerError('The keys of an issuer of access tokens could not be read', {
      cause: error,
    });
  }
  return code === 'ERR_JWT_EXPIRED'
    ? new InvalidTokenError('The access token has expired', { cause: error })
    : new InvalidTokenError('The access token is not valid here', { cause: error });
}
