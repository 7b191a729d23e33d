/**
 * What `read` makes of a body, or of a value in it: an interceptor of the application may put results into an envelope
 * of its own (`{ data: ... }`).
 *
 * @param read undefined for what it does not take for its own
 */
export function readEnveloped<T>(body: unknown, read: (value: unknown) => T | undefined): T | undefined {
  const found = read(body);
  if (found !== undefined || !isPlainObject(body)) {
    return found;
  }
  const values = Object.values(body);
  for (const value of values) {
    // A text beside others may be anything: a status, a time.
    const inner = typeof value === 'object' || values.length === 1 ? read(value) : undefined;
    if (inner !== undefined) {
      return inner;
    }
  }
  return undefined;
}

/** Bytes and streams have many values, and none of them is meant. */
function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) {
    return false;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
