import { createRequire } from 'node:module';

export interface Discriminator {
  readonly property: string;
  readonly subTypes: readonly { readonly name: string; readonly value: NewableFunction }[];
}

export interface TypeMetadata {
  readonly typeFunction?: (options: object) => unknown;
  readonly reflectedType?: unknown;
  readonly options?: { readonly discriminator?: Discriminator };
}

/** What `@Expose()`, `@Exclude()` and `@Transform()` take, as far as it decides about requests. */
export interface MemberOptions {
  readonly name?: string;
  readonly groups?: readonly string[];
  readonly since?: number;
  readonly until?: number;
  readonly toClassOnly?: boolean;
  readonly toPlainOnly?: boolean;
}

interface MemberMetadata {
  readonly options?: MemberOptions;
}

interface TransformStorage {
  readonly _typeMetadatas?: ReadonlyMap<NewableFunction, ReadonlyMap<string, TypeMetadata>>;
  findTypeMetadata(target: NewableFunction, property: string): TypeMetadata | undefined;
  findExposeMetadata(target: NewableFunction, property: string): MemberMetadata | undefined;
  findTransformMetadatas(target: NewableFunction, property: string, type: number): readonly MemberMetadata[];
  getExposedProperties(target: NewableFunction, type: number): string[];
  getExcludedProperties(target: NewableFunction, type: number): string[];
  getStrategy(target: NewableFunction): 'excludeAll' | 'exposeAll' | 'none';
}

/** class-transformer's number for what the pipe does. */
export const PLAIN_TO_CLASS = 0;

let storage: TransformStorage | null | undefined;

/** The storage of the very class-transformer that Nest's `ValidationPipe` uses, or null when there is none. */
export function getTransformStorage(): TransformStorage | null {
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

export function findTypeMetadata(target: NewableFunction, property: string): TypeMetadata | undefined {
  return getTransformStorage()?.findTypeMetadata(target, property);
}

/** Every `@Type()` of every class: the class, and the function. */
export function* allTypeMetadata(): Generator<[NewableFunction, NonNullable<TypeMetadata['typeFunction']>]> {
  for (const [target, properties] of getTransformStorage()?._typeMetadatas ?? []) {
    for (const { typeFunction } of properties.values()) {
      if (typeFunction) {
        yield [target, typeFunction];
      }
    }
  }
}
