import { createHash } from 'node:crypto';

/** Text that is part of the digest, in the order of the values around it. */
class Punctuation {
  constructor(readonly text: string) {}
}

const COMMA = new Punctuation(',');

/** A digest of arguments that does not depend on the order of their keys. They may be nested as deeply as they like. */
export function callDigest(args: unknown): string {
  const hash = createHash('sha256');
  // JSON.stringify() would run out of stack.
  const pending: unknown[] = [args];
  while (pending.length > 0) {
    const value = pending.pop();
    if (value instanceof Punctuation) {
      hash.update(value.text);
    } else if (typeof value === 'object' && value !== null) {
      // The first one is taken from the end.
      partsOf(value)
        .reverse()
        .forEach((part) => pending.push(part));
    } else {
      hash.update(JSON.stringify(value) ?? '');
    }
  }
  return hash.digest('base64url');
}

function partsOf(value: object): unknown[] {
  if (Array.isArray(value)) {
    const items = value.flatMap((item: unknown) => [COMMA, item]);
    return [new Punctuation('['), ...items, new Punctuation(']')];
  }
  const members = Object.entries(value)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .flatMap(([key, inner]: [string, unknown]) => [new Punctuation(`${JSON.stringify(key)}:`), inner, COMMA]);
  return [new Punctuation('{'), ...members, new Punctuation('}')];
}
