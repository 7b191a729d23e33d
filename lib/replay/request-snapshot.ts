/** The properties that a request had at some time, save for those of its class. */
export type RequestSnapshot = ReadonlyMap<PropertyKey, PropertyDescriptor>;

/**
 * What is on a request before the endpoint's guards run. Global guards run again with each route: what they noted on the
 * request for themselves, such as that they let it pass, was decided for the endpoint and must not be found there.
 */
export function takeSnapshot(request: object): RequestSnapshot {
  const snapshot = new Map<PropertyKey, PropertyDescriptor>();
  for (const key of Reflect.ownKeys(request)) {
    snapshot.set(key, Object.getOwnPropertyDescriptor(request, key)!);
  }
  return snapshot;
}
