import { createRequire } from 'node:module';

export interface Discriminator {
  readonly property: string;
  readonly subTypes: readonly { readonly name: string; readonly value: NewableFunction }[];
}

interface TypeMetadata {
  readonly typeFunction?: (options: object) => unknown;
  readonly reflectedType?: unknown;
  readonly options?: { readonly discriminator?: Discriminator };
}

interface ExposeOptions {
  readonly name?: string;
  readonly toPlainOnly?: boolean;
}

interface MemberMetadata {
  readonly propertyName?: string;
  readonly options?: ExposeOptions;
}

interface TransformStorage {
  findTypeMetadata(target: NewableFunction, property: string): TypeMetadata | undefined;
  findExposeMetadata(target: NewableFunction, property: string): MemberMetadata | undefined;
  findExcludeMetadata(target: NewableFunction, property: string): MemberMetadata | undefined;
  findTransformMetadatas(target: NewableFunction, property: string, type: number): readonly unknown[];
  getExposedMetadatas(target: NewableFunction): readonly MemberMetadata[];
  getStrategy(target: NewableFunction): 'excludeAll' | 'exposeAll' | 'none';
}

/** How class-transformer turns a plain value into the value of a property. */
export interface PropertyTransformation {
  /** What `@Type()` says. */
  readonly type?: NewableFunction;
  readonly discriminator?: Discriminator;
  /** A `@Transform()` function runs: what it takes cannot be known. */
  readonly isTransformed: boolean;
  readonly isExposed: boolean;
  /** Never filled from a request. */
  readonly isExcluded: boolean;
  /** Name in requests: what `@Expose({ name })` says, or else the property's own. */
  readonly argument: string;
}

const PLAIN_TO_CLASS = 0;

let storage: TransformStorage | null | undefined;

/** The storage of the very class-transformer that Nest's `ValidationPipe` uses, or null when there is none. */
function getStorage(): TransformStorage | null {
  if (storage === undefined) {
    try {
      const fromNest = createRequire(createRequire(import.meta.url).resolve('@nestjs/common'));
      storage = (fromNest('class-transformer/cjs/storage.js') as { defaultMetadataStorage: TransformStorage })
        .defaultMetadataStorage;
    } catch {
      storage = null;
    }
  }
  return storage;
}

export function readTransformation(
  target: NewableFunction,
  property: string,
  excludesExtraneous: boolean,
): PropertyTransformation {
  const found = getStorage();
  if (!found) {
    return { isTransformed: false, isExposed: false, isExcluded: false, argument: property };
  }
  const type = found.findTypeMetadata(target, property);
  const expose = found.findExposeMetadata(target, property);
  const exclude = found.findExcludeMetadata(target, property);
  const isExposed = expose !== undefined && !expose.options?.toPlainOnly;
  const onlyExposed = excludesExtraneous || found.getStrategy(target) === 'excludeAll';
  return {
    type: readType(type),
    discriminator: type?.options?.discriminator,
    isTransformed: found.findTransformMetadatas(target, property, PLAIN_TO_CLASS).length > 0,
    isExposed,
    isExcluded: (exclude !== undefined && !exclude.options?.toPlainOnly) || (onlyExposed && !isExposed),
    argument: (isExposed && expose.options?.name) || property,
  };
}

/** Properties that `@Expose()` names. */
export function exposedProperties(target: NewableFunction): string[] {
  return (getStorage()?.getExposedMetadatas(target) ?? [])
    .filter(({ options }) => !options?.toPlainOnly)
    .flatMap(({ propertyName }) => propertyName ?? []);
}

function readType(metadata: TypeMetadata | undefined): NewableFunction | undefined {
  try {
    const type = metadata?.typeFunction?.({ newObject: {}, object: {}, property: '' });
    return typeof type === 'function' ? type : undefined;
  } catch {
    return undefined;
  }
}
