import { createHash } from 'node:crypto';

/** A digest of arguments that does not depend on the order of their keys. */
export function callDigest(args: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(args, sortKeys) ?? '')
    .digest('base64url');
}

function sortKeys(_key: string, value: unknown): unknown {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)))
    : value;
}
