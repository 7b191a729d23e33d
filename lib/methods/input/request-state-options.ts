import { isJsonObject } from '../../protocol/index.js';

const SHORTEST_KEY = 32;

/** What is wrong with the option `requestState`; undefined when nothing is. Says nothing of the keys themselves. */
export function requestStateProblem(value: unknown): string | undefined {
  if (!isJsonObject(value)) {
    return 'must be an object of keys and ttlMs';
  }
  const { keys, ttlMs, ...unknown } = value;
  const [unknownName] = Object.keys(unknown);
  if (unknownName !== undefined) {
    return `must have keys and ttlMs only, not "${unknownName}"`;
  }
  if (ttlMs !== undefined && !(Number.isSafeInteger(ttlMs) && (ttlMs as number) > 0)) {
    return 'must have a whole number of milliseconds above 0 as ttlMs';
  }
  if (keys === undefined) {
    return undefined;
  }
  if (!Array.isArray(keys) || keys.length === 0) {
    return 'must have an array of secrets as keys';
  }
  const wrong = keys.findIndex((key) => !isKey(key));
  return wrong === -1
    ? undefined
    : `must have keys of at least ${SHORTEST_KEY} characters or bytes, which keys[${wrong}] is not`;
}

function isKey(key: unknown): boolean {
  return (typeof key === 'string' || key instanceof Uint8Array) && key.length >= SHORTEST_KEY;
}
