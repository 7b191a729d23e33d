/** What `@ApiProperty()` keeps, as far as it is used here; `@ApiQuery()` and its like keep the same. */
export interface SwaggerProperty {
  readonly type?: unknown;
  readonly isArray?: boolean;
  readonly enum?: unknown;
  readonly enumName?: string;
  readonly items?: unknown;
  readonly title?: string;
  readonly description?: string;
  readonly example?: unknown;
  readonly examples?: unknown;
  readonly default?: unknown;
  readonly deprecated?: boolean;
  readonly required?: boolean | readonly string[];
  readonly nullable?: boolean;
  readonly [keyword: string]: unknown;
}

interface TypeOptions {
  readonly type?: unknown;
  readonly isArray?: boolean;
}

/** Classes that swagger knows by name: those of `@ApiExtraModels()`. */
export type SwaggerModels = ReadonlyMap<string, NewableFunction>;

const PROPERTY_NAMES = 'swagger/apiModelPropertiesArray';
const PROPERTY_OPTIONS = 'swagger/apiModelProperties';
const EXTRA_MODELS = 'swagger/apiExtraModels';
const PLUGIN_FACTORY = '_OPENAPI_METADATA_FACTORY';

type PluginFactory = () => Readonly<Record<string, SwaggerProperty>>;

/**
 * The properties that @nestjs/swagger knows of a class, from `@ApiProperty()` and from its compiler plugin.
 * Read through metadata keys, so that it need not be installed.
 */
export function readSwaggerProperties(target: NewableFunction): ReadonlyMap<string, SwaggerProperty> {
  const properties = new Map<string, SwaggerProperty>();
  for (
    let owner: NewableFunction | null = target;
    owner?.prototype;
    owner = Object.getPrototypeOf(owner) as NewableFunction
  ) {
    for (const [name, options] of Object.entries(readPluginMetadata(owner))) {
      properties.set(name, { ...options, ...properties.get(name) });
    }
  }
  const prototype = target.prototype as object;
  const names = (Reflect.getMetadata(PROPERTY_NAMES, prototype) ?? []) as string[];
  for (const name of names.filter((key) => key.startsWith(':')).map((key) => key.slice(1))) {
    const options = Reflect.getMetadata(PROPERTY_OPTIONS, prototype, name) as SwaggerProperty | undefined;
    properties.set(name, { ...properties.get(name), ...options });
  }
  return properties;
}

/** The classes that `@ApiExtraModels()` on a class or method names. */
export function readSwaggerModels(target: object): SwaggerModels {
  const models = (Reflect.getMetadata(EXTRA_MODELS, target) ?? []) as NewableFunction[];
  return new Map(models.map((model) => [model.name, model]));
}

/** The class or primitive that an option's `type` names: `String`, `() => ItemDto`, `'number'`. */
export function swaggerType(property: TypeOptions | undefined): NewableFunction | undefined {
  const { type } = property ?? {};
  if (typeof type === 'string') {
    return NAMED_TYPES[type] as NewableFunction | undefined;
  }
  const resolved = resolveType(type);
  const inner: unknown = Array.isArray(resolved) ? resolved[0] : resolved;
  return typeof inner === 'function' ? inner : undefined;
}

export function isSwaggerArray(property: TypeOptions | undefined): boolean {
  return (
    property?.isArray === true || property?.type === 'array' || Array.isArray(resolveType(property?.type))
  );
}

/** As in swagger, a function called `type` is a lazy reference and anything else a class. */
export function resolveType(type: unknown): unknown {
  return typeof type === 'function' && type.name === 'type' ? (type as () => unknown)() : type;
}

const NAMED_TYPES: Readonly<Record<string, object>> = {
  string: String,
  number: Number,
  integer: Number,
  boolean: Boolean,
  object: Object,
};

function readPluginMetadata(owner: NewableFunction): Readonly<Record<string, SwaggerProperty>> {
  const factory = Object.hasOwn(owner, PLUGIN_FACTORY)
    ? (owner as unknown as Record<string, unknown>)[PLUGIN_FACTORY]
    : undefined;
  return typeof factory === 'function' ? (factory as PluginFactory)() : {};
}
