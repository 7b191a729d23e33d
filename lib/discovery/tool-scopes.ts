import { scopesProblem } from '../auth/index.js';

type Scopes = readonly string[] | undefined;

/**
 * The scopes that a call needs: all that are declared, and all that are shown.
 *
 * @throws Error that names the method when one of them could not be written in a challenge
 */
export function toolScopes(label: string, declared: Scopes, shown: Scopes): readonly string[] {
  const scopes = [...new Set([...(declared ?? []), ...(shown ?? [])])];
  const problem = scopesProblem(scopes);
  if (problem !== undefined) {
    throw new Error(`${label}: scopes must be ${problem}, but are ${JSON.stringify(scopes)}.`);
  }
  return scopes;
}
