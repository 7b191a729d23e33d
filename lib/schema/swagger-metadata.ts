/** What `@ApiProperty()` keeps, as far as it is used here. */
export interface SwaggerProperty {
  readonly type?: unknown;
  readonly isArray?: boolean;
  readonly enum?: unknown;
  readonly items?: unknown;
  readonly description?: string;
  readonly example?: unknown;
  readonly examples?: unknown;
  readonly default?: unknown;
  readonly deprecated?: boolean;
}

const PROPERTY_NAMES = 'swagger/apiModelPropertiesArray';
const PROPERTY_OPTIONS = 'swagger/apiModelProperties';
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

/** The class or primitive that an option's `type` names: `String`, `() => ItemDto`, `'number'`. */
export function swaggerType(property: SwaggerProperty | undefined): NewableFunction | undefined {
  const { type } = property ?? {};
  if (typeof type === 'string') {
    return NAMED_TYPES[type] as NewableFunction | undefined;
  }
  if (typeof type !== 'function') {
    return undefined;
  }
  // As in swagger, a function called `type` is a lazy reference and anything else a class.
  const resolved: unknown = type.name === 'type' ? (type as () => unknown)() : type;
  const inner: unknown = Array.isArray(resolved) ? resolved[0] : resolved;
  return typeof inner === 'function' ? inner : undefined;
}

export function isSwaggerArray(property: SwaggerProperty | undefined): boolean {
  return property?.isArray === true || property?.type === 'array' || Array.isArray(property?.type);
}

/** The values that an option's `enum` names, for the property or for its items. */
export function swaggerValues(property: SwaggerProperty | undefined): readonly unknown[] | undefined {
  const values = property?.enum ?? (property?.items as { enum?: unknown } | undefined)?.enum;
  return Array.isArray(values) ? values : undefined;
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
