import type { JsonSchema } from '../interfaces/index.js';
import { localReferences, replaceReferences } from './schema-references.js';

interface Definition {
  readonly type: NewableFunction;
  /** What else the schema depends on, compared by identity. */
  readonly variant: unknown;
  schema?: JsonSchema;
  /** Name in `$defs`, once something refers to it. */
  name?: string;
}

const DEFINITION = /^#\/\$defs\/([^/]+)$/;

/**
 * The schemas of one root schema's classes. They are written in line; a class that contains itself, and only such a one,
 * becomes a definition. Classes are told apart by identity: two of one name stay two.
 */
export class SchemaDefinitions {
  private readonly byType = new Map<NewableFunction, Definition[]>();
  private readonly byName = new Map<string, JsonSchema | Definition>();
  private readonly adopted = new Map<JsonSchema, JsonSchema>();

  /** The schema that `make` makes, or a reference to it when it contains itself, or when `asReference` says so. */
  define(type: NewableFunction, variant: unknown, asReference: boolean, make: () => JsonSchema): JsonSchema {
    const known = this.byType.get(type)?.find((definition) => definition.variant === variant);
    if (known && !known.schema) {
      return this.refer(known);
    }
    const definition = known ?? this.add(type, variant, make);
    return asReference || definition.name !== undefined ? this.refer(definition) : definition.schema!;
  }

  /** A schema that the application wrote, with references that hold wherever it stands in the root schema. */
  adopt(schema: JsonSchema): JsonSchema {
    let adopted = this.adopted.get(schema);
    if (!adopted) {
      adopted = this.adoptNew(schema);
      this.adopted.set(schema, adopted);
    }
    return adopted;
  }

  get(): Record<string, JsonSchema> | undefined {
    return this.byName.size === 0
      ? undefined
      : Object.fromEntries(
          [...this.byName].map(([name, entry]) => [name, isDefinition(entry) ? entry.schema! : entry]),
        );
  }

  private add(type: NewableFunction, variant: unknown, make: () => JsonSchema): Definition {
    const definition: Definition = { type, variant };
    this.byType.set(type, [...(this.byType.get(type) ?? []), definition]);
    definition.schema = make();
    return definition;
  }

  private adoptNew(schema: JsonSchema): JsonSchema {
    const references = localReferences(schema);
    if (references.size === 0) {
      return schema;
    }
    if (![...references].every((reference) => DEFINITION.test(reference))) {
      // It refers to itself: it becomes a definition as a whole.
      const name = this.invent(schema.title ?? 'Schema', schema);
      const { $defs, ...whole } = replaceReferences(
        schema,
        (reference) => `#/$defs/${name}${reference.slice(1)}`,
      );
      this.byName.set(name, $defs ? { ...whole, $defs } : whole);
      return whole;
    }
    const { $defs = {}, ...rest } = schema;
    const names = new Map(Object.keys($defs).map((name) => [name, this.invent(name, {})]));
    const rename = (part: JsonSchema) =>
      replaceReferences(part, (reference) => {
        const name = DEFINITION.exec(reference)![1]!;
        return `#/$defs/${names.get(name) ?? name}`;
      });
    for (const [name, definition] of Object.entries($defs)) {
      this.byName.set(names.get(name)!, rename(definition));
    }
    return rename(rest);
  }

  private refer(definition: Definition): JsonSchema {
    definition.name ??= this.invent(definition.type.name, definition);
    return { $ref: `#/$defs/${definition.name}` };
  }

  private invent(wanted: string, entry: JsonSchema | Definition): string {
    const base = wanted.replace(/\W/g, '') || 'Object';
    let name = base;
    for (let number = 2; this.byName.has(name); number++) {
      name = `${base}_${number}`;
    }
    this.byName.set(name, entry);
    return name;
  }
}

function isDefinition(entry: JsonSchema | Definition): entry is Definition {
  return 'variant' in entry;
}
