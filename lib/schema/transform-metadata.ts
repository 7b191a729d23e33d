import type { Discriminator, MemberOptions, TypeMetadata } from './transform-storage.js';
import { findTypeMetadata, getTransformStorage, PLAIN_TO_CLASS } from './transform-storage.js';

/** What a pipe tells class-transformer, as far as it decides about requests (`transformOptions`). */
export interface TransformSettings {
  readonly groups?: readonly string[];
  readonly version?: number;
  readonly strategy?: 'excludeAll' | 'exposeAll';
  readonly excludeExtraneousValues?: boolean;
  readonly excludePrefixes?: readonly string[];
  readonly ignoreDecorators?: boolean;
  readonly exposeDefaultValues?: boolean;
  readonly exposeUnsetFields?: boolean;
  readonly enableImplicitConversion?: boolean;
}

/** How class-transformer turns a plain value into the value of a property. */
export interface PropertyTransformation {
  /** What `@Type()` says. */
  readonly type?: NewableFunction;
  readonly discriminator?: Discriminator;
  /** A `@Transform()` function runs: what it takes cannot be known. */
  readonly isTransformed: boolean;
  /** The property is set even when the request has none: its initial value is lost, and `@Transform()` runs. */
  readonly isSetWhenAbsent: boolean;
  /** Never filled from a request. */
  readonly isExcluded: boolean;
  /** Name in requests: what `@Expose({ name })` says, or else the property's own. */
  readonly argument: string;
}

export function readTransformation(
  target: NewableFunction,
  property: string,
  settings: TransformSettings | undefined,
): PropertyTransformation {
  const found = getTransformStorage();
  const type = findTypeMetadata(target, property);
  const shape = {
    type: readType(type),
    discriminator: type?.options?.discriminator,
  };
  if (!found || !settings) {
    const unchanged = { isTransformed: false, isSetWhenAbsent: false, isExcluded: false };
    return { ...shape, ...unchanged, argument: property };
  }
  const obeys = settings.ignoreDecorators !== true;
  const isExposed = obeys && found.getExposedProperties(target, PLAIN_TO_CLASS).includes(property);
  const name = isExposed ? found.findExposeMetadata(target, property)?.options?.name : undefined;
  const argument = name || property;
  return {
    ...shape,
    isTransformed: found
      .findTransformMetadatas(target, property, PLAIN_TO_CLASS)
      .some(({ options }) => isInScope(options, settings)),
    isSetWhenAbsent: isExposed && !settings.exposeDefaultValues && settings.exposeUnsetFields !== false,
    isExcluded: obeys && isExcluded(target, property, argument, isExposed, settings),
    argument,
  };
}

/** Properties that `@Expose()` names. */
export function exposedProperties(target: NewableFunction): string[] {
  return getTransformStorage()?.getExposedProperties(target, PLAIN_TO_CLASS) ?? [];
}

function isExcluded(
  target: NewableFunction,
  property: string,
  argument: string,
  isExposed: boolean,
  settings: TransformSettings,
): boolean {
  const storage = getTransformStorage()!;
  const ofClass = storage.getStrategy(target);
  const strategy = ofClass === 'none' ? settings.strategy : ofClass;
  return (
    ((settings.excludeExtraneousValues === true || strategy === 'excludeAll') && !isExposed) ||
    storage.getExcludedProperties(target, PLAIN_TO_CLASS).includes(property) ||
    settings.excludePrefixes?.some((prefix) => argument.startsWith(prefix)) === true ||
    // class-transformer looks for groups and versions under the name in the request, and finds none of a renamed property.
    !isInScope(storage.findExposeMetadata(target, argument)?.options, settings)
  );
}

/** As class-transformer: without groups of its own, a run leaves out what is in any. */
function isInScope(
  { groups = [], since, until }: MemberOptions = {},
  { groups: wanted = [], version }: TransformSettings,
): boolean {
  const isInGroup =
    groups.length === 0 || (wanted.length > 0 && groups.some((group) => wanted.includes(group)));
  const isInVersion = version === undefined || ((!since || version >= since) && (!until || version < until));
  return isInGroup && isInVersion;
}

function readType(metadata: TypeMetadata | undefined): NewableFunction | undefined {
  try {
    const type = metadata?.typeFunction?.({ newObject: {}, object: {}, property: '' });
    return typeof type === 'function' ? type : undefined;
  } catch {
    return undefined;
  }
}
