import { FASTIFY_PROPERTIES } from './fastify-properties.js';
import { NODE_PROPERTIES } from './node-properties.js';

/** The properties that an object had at some time, save for those of its class and of every request of the platform. */
export type PropertySnapshot = ReadonlyMap<PropertyKey, PropertyDescriptor>;

/** What a request had at some time. */
export interface RequestSnapshot {
  readonly own: PropertySnapshot;
  /** That of Node's request below Fastify's. */
  readonly raw?: PropertySnapshot;
}

const NO_PROPERTIES: PropertySnapshot = new Map();

/**
 * What is on a request before the endpoint's guards run. Global guards run again with each route: what they noted on the
 * request for themselves, such as that they let it pass, was decided for the endpoint and must not be found there.
 */
export function takeSnapshot(request: { readonly raw?: object }): RequestSnapshot {
  const { raw } = request;
  return raw
    ? { own: propertiesOf(request, FASTIFY_PROPERTIES), raw: propertiesOf(raw, NODE_PROPERTIES) }
    : { own: propertiesOf(request, NODE_PROPERTIES) };
}

/** A snapshot, with what has changed between two later ones. */
export function withChanges(
  first: RequestSnapshot,
  from: RequestSnapshot,
  to: RequestSnapshot,
): RequestSnapshot {
  return {
    own: withChangedProperties(first.own, from.own, to.own),
    raw: first.raw && withChangedProperties(first.raw, from.raw!, to.raw!),
  };
}

function propertiesOf(object: object, usual: ReadonlySet<PropertyKey>): PropertySnapshot {
  let properties: Map<PropertyKey, PropertyDescriptor> | undefined;
  for (const key of Reflect.ownKeys(object)) {
    if (!usual.has(key)) {
      properties ??= new Map();
      properties.set(key, Object.getOwnPropertyDescriptor(object, key)!);
    }
  }
  return properties ?? NO_PROPERTIES;
}

function withChangedProperties(
  first: PropertySnapshot,
  from: PropertySnapshot,
  to: PropertySnapshot,
): PropertySnapshot {
  let properties: Map<PropertyKey, PropertyDescriptor> | undefined;
  for (const [key, descriptor] of to) {
    const before = from.get(key);
    if (before?.value !== descriptor.value || before?.get !== descriptor.get) {
      properties ??= new Map(first);
      properties.set(key, descriptor);
    }
  }
  return properties ?? first;
}
