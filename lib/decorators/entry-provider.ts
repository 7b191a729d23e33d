/** Nest's mark on classes whose methods are called from outside. Not public; the same in Nest 11 and 12. */
const ENTRY_PROVIDER_METADATA = '__entryProvider__';

/** Lets Nest make request-scoped global enhancers for calls of the class's methods, too. */
export function markEntryProvider(target: object): void {
  Reflect.defineMetadata(ENTRY_PROVIDER_METADATA, true, target.constructor);
}
