import { FASTIFY_PROPERTIES } from './fastify-properties.js';
import { UsualKeys } from './usual-keys.js';

/** The properties that an object had at some time, save for those of its class and of every request of the platform. */
export type PropertySnapshot = ReadonlyMap<PropertyKey, PropertyDescriptor>;

/** What a request had at some time. */
export interface RequestSnapshot {
  /** Of Fastify's request. */
  readonly own?: PropertySnapshot;
  /**
   * A copy of Node's request. V8 copies an object in a twentieth of the time in which it names all its properties. What
   * is not enumerable is not in it, and taken for a guard's work.
   */
  readonly message: object;
}

const NO_PROPERTIES: PropertySnapshot = new Map();
const FASTIFY_KEYS = new UsualKeys((key) => FASTIFY_PROPERTIES.has(key));

/**
 * What is on a request before the endpoint's guards run. Global guards run again with each route: what they noted on the
 * request for themselves, such as that they let it pass, was decided for the endpoint and must not be found there.
 */
export function takeSnapshot(request: { readonly raw?: object }): RequestSnapshot {
  const { raw } = request;
  return raw
    ? { own: propertiesOf(request, FASTIFY_KEYS), message: { ...raw } }
    : { message: { ...request } };
}

/** A snapshot, with what has changed between two later ones. */
export function withChanges(
  first: RequestSnapshot,
  from: RequestSnapshot,
  to: RequestSnapshot,
): RequestSnapshot {
  return {
    own: first.own && withChangedProperties(first.own, from.own!, to.own!),
    message: withChangedValues(first.message, from.message, to.message),
  };
}

function propertiesOf(object: object, usual: UsualKeys): PropertySnapshot {
  const keys = usual.unusual(object);
  return keys.length === 0
    ? NO_PROPERTIES
    : new Map(keys.map((key) => [key, Object.getOwnPropertyDescriptor(object, key)!]));
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

function withChangedValues(first: object, from: object, to: object): object {
  const changed: Record<PropertyKey, unknown> = { ...first };
  for (const key of Reflect.ownKeys(to)) {
    const value: unknown = Reflect.get(to, key);
    if (Reflect.get(from, key) !== value) {
      changed[key] = value;
    }
  }
  return changed;
}
