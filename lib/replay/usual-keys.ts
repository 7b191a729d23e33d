/** Finds out whether an object has no keys but those that every object of its kind has. */
export class UsualKeys {
  /** Those of the last object that had no others: most objects of a kind have the same, in the same order. */
  private known: readonly PropertyKey[] = [];

  constructor(private readonly isUsual: (key: PropertyKey) => boolean) {}

  /** The keys of an object that are not usual. */
  unusual(object: object): readonly PropertyKey[] {
    const keys = Reflect.ownKeys(object);
    if (this.areKnown(keys)) {
      return NONE;
    }
    const unusual = keys.filter((key) => !this.isUsual(key));
    if (unusual.length === 0) {
      this.known = keys;
    }
    return unusual;
  }

  private areKnown(keys: readonly PropertyKey[]): boolean {
    const { known } = this;
    if (keys.length !== known.length) {
      return false;
    }
    for (let index = 0; index < keys.length; index++) {
      if (keys[index] !== known[index]) {
        return false;
      }
    }
    return true;
  }
}

const NONE: readonly PropertyKey[] = Object.freeze([]);
