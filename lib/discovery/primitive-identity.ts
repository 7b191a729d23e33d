import { placeOf } from './decorated-method.js';
import type { DecoratedMethod } from './decorated-method.js';

/** A tool, prompt or resource before what stands behind it is looked at: what filters decide by. */
export interface PrimitiveIdentity<Options> {
  readonly method: DecoratedMethod;
  readonly name: string;
  readonly tags: readonly string[];
  /** What the decorator says. */
  readonly options: Options;
}

export type PrimitiveKind = 'tool' | 'prompt' | 'resource';

/** @throws Error that names both places when two of a kind have the same name, or another key that must be unique */
export function assertUnique<Identity extends { readonly method: DecoratedMethod }>(
  identities: readonly Identity[],
  keyOf: (identity: Identity) => string | undefined,
  describe: (key: string, places: string) => string,
): void {
  const methods = new Map<string, DecoratedMethod>();
  for (const identity of identities) {
    const key = keyOf(identity);
    if (key === undefined) {
      continue;
    }
    const other = methods.get(key);
    if (other) {
      throw new Error(describe(key, `${placeOf(other)} and ${placeOf(identity.method)}`));
    }
    methods.set(key, identity.method);
  }
}

/** @throws Error when a name is no text */
export function assertName(name: unknown, label: string, decorator: string): asserts name is string {
  if (typeof name !== 'string' || name.trim() === '') {
    throw new Error(
      `${label}: ${JSON.stringify(name)} is no valid name. Use a non-empty string in ${decorator}.`,
    );
  }
}
