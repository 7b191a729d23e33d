/** What a property of a new instance is. */
export interface Initial {
  readonly value: unknown;
  /** Not another one each time, as a generated id is. */
  readonly isStable: boolean;
}

/** The properties that an instance starts with. The pipe makes an instance for every request, so making one is safe. */
export function readInitials(target: NewableFunction): Map<string, Initial> {
  const initials = new Map<string, Initial>();
  try {
    const make = target as unknown as new () => Record<string, unknown>;
    const other = new make();
    for (const [name, value] of Object.entries(new make())) {
      if (isData(value)) {
        initials.set(name, { value, isStable: JSON.stringify(value) === JSON.stringify(other[name]) });
      }
    }
  } catch {
    // A class that cannot be made without arguments has no initial values to know.
  }
  return initials;
}

function isData(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) {
    return typeof value !== 'function';
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || value instanceof Date || prototype === Object.prototype;
}
