import type { ResolvedAuthOptions } from './auth-options.js';

export const CHALLENGE_HEADER = 'www-authenticate';

/** RFC 6750, section 3. */
export interface ChallengeParameters {
  readonly error?: 'invalid_token' | 'insufficient_scope';
  readonly description?: string;
  readonly scopes?: readonly string[];
}

/**
 * The `WWW-Authenticate` that tells a client where to get a token, and what for.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization#error-handling
 */
export function challenge(
  { metadataUrl, requiredScopes }: ResolvedAuthOptions,
  { error, description, scopes = requiredScopes }: ChallengeParameters = {},
): string {
  const parameters: [string, string | undefined][] = [
    ['error', error],
    ['error_description', description],
    ['scope', scopes.length > 0 ? scopes.join(' ') : undefined],
    ['resource_metadata', metadataUrl],
  ];
  const written = parameters
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}="${quotable(value!)}"`);
  return ['Bearer', written.join(', ')].filter((part) => part !== '').join(' ');
}

/** What an application says may be in any language: no header carries that, and Node would throw. */
function quotable(text: string): string {
  return text.replace(/[^\x20-\x7e]+/g, '?').replace(/["\\]/g, '\\$&');
}
