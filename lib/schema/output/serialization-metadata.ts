import { getTransformStorage } from '../transform-storage.js';

/** What class-transformer makes of a property when an instance becomes a plain value, as `ClassSerializerInterceptor` does. */
export interface PropertySerialization {
  /** Name in the result: what `@Expose({ name })` says, or else the property's own. */
  readonly name: string;
  /** A `@Transform()` function runs: what it gives cannot be known. */
  readonly isTransformed: boolean;
  readonly isExcluded: boolean;
  /** Sent to some callers or in some versions only. */
  readonly isConditional: boolean;
}

/** class-transformer's number for what the interceptor does. */
const CLASS_TO_PLAIN = 1;

/** How instances of one class are sent. */
export class ClassSerialization {
  /** Properties, getters among them, that `@Expose()` puts into results. */
  readonly exposed: ReadonlySet<string>;

  private readonly storage = getTransformStorage();
  private readonly excluded: ReadonlySet<string>;
  private readonly excludesOthers: boolean;

  constructor(private readonly target: NewableFunction) {
    this.exposed = new Set(this.storage?.getExposedProperties(target, CLASS_TO_PLAIN));
    this.excluded = new Set(this.storage?.getExcludedProperties(target, CLASS_TO_PLAIN));
    this.excludesOthers = this.storage?.getStrategy(target) === 'excludeAll';
  }

  of(property: string): PropertySerialization {
    const { storage, target } = this;
    const isExposed = this.exposed.has(property);
    const expose = isExposed ? storage?.findExposeMetadata(target, property)?.options : undefined;
    return {
      name: expose?.name ?? property,
      isTransformed:
        storage !== null && storage.findTransformMetadatas(target, property, CLASS_TO_PLAIN).length > 0,
      isExcluded: this.excluded.has(property) || (this.excludesOthers && !isExposed),
      isConditional:
        expose?.since !== undefined || expose?.until !== undefined || (expose?.groups?.length ?? 0) > 0,
    };
  }
}
