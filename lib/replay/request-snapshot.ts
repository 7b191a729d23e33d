import { NODE_PROPERTIES } from './node-properties.js';

/** The properties that an object had at some time, save for those of its class and of every Node request. */
export type PropertySnapshot = ReadonlyMap<PropertyKey, PropertyDescriptor>;

/** What a request had at some time. */
export interface RequestSnapshot {
  readonly own: PropertySnapshot;
  /** That of Node's request below Fastify's. */
  readonly raw?: PropertySnapshot;
}

/**
 * What is on a request before the endpoint's guards run. Global guards run again with each route: what they noted on the
 * request for themselves, such as that they let it pass, was decided for the endpoint and must not be found there.
 */
export function takeSnapshot(request: { readonly raw?: object }): RequestSnapshot {
  const { raw } = request;
  return { own: propertiesOf(request), raw: raw && propertiesOf(raw) };
}

function propertiesOf(object: object): PropertySnapshot {
  const properties = new Map<PropertyKey, PropertyDescriptor>();
  for (const key of Reflect.ownKeys(object)) {
    if (!NODE_PROPERTIES.has(key)) {
      properties.set(key, Object.getOwnPropertyDescriptor(object, key)!);
    }
  }
  return properties;
}
