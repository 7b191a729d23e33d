import type { CanActivate } from '@nestjs/common';

/** Key of Nest's metadata for the guards of a method. */
const GUARDS_METADATA = '__guards__';

/** Puts a guard behind those of a method. To be done before Nest registers the method's route. */
export function appendGuard(method: object, guard: CanActivate): void {
  const guards = (Reflect.getMetadata(GUARDS_METADATA, method) ?? []) as unknown[];
  if (!guards.includes(guard)) {
    Reflect.defineMetadata(GUARDS_METADATA, [...guards, guard], method);
  }
}
