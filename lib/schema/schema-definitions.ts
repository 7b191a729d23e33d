import type { JsonSchema } from '../interfaces/index.js';

interface Definition {
  readonly type: NewableFunction;
  /** What else the schema depends on, compared by identity. */
  readonly variant: unknown;
  schema?: JsonSchema;
  /** Name in `$defs`, once something refers to it. */
  name?: string;
}

/**
 * The schemas of one root schema's classes. They are written in line; a class that contains itself, and only such a one,
 * becomes a definition. Classes are told apart by identity: two of one name stay two.
 */
export class SchemaDefinitions {
  private readonly byType = new Map<NewableFunction, Definition[]>();
  private readonly named = new Map<string, Definition>();

  /** The schema that `make` makes, or a reference to it when it is being made already, or when `asReference` says so. */
  define(type: NewableFunction, variant: unknown, asReference: boolean, make: () => JsonSchema): JsonSchema {
    const known = this.find(type, variant);
    if (known) {
      return known.schema && !asReference ? known.schema : this.refer(known);
    }
    const definition: Definition = { type, variant };
    this.byType.set(type, [...(this.byType.get(type) ?? []), definition]);
    definition.schema = make();
    return asReference ? this.refer(definition) : definition.schema;
  }

  /** Takes in the definitions of a schema that the application wrote; its references are to the root schema. */
  adopt(definitions: Readonly<Record<string, JsonSchema>>): void {
    for (const [name, schema] of Object.entries(definitions)) {
      this.named.set(name, { type: Object as unknown as NewableFunction, variant: this, schema, name });
    }
  }

  get(): Record<string, JsonSchema> | undefined {
    return this.named.size === 0
      ? undefined
      : Object.fromEntries([...this.named].map(([name, { schema }]) => [name, schema!]));
  }

  private find(type: NewableFunction, variant: unknown): Definition | undefined {
    return this.byType.get(type)?.find((definition) => definition.variant === variant);
  }

  private refer(definition: Definition): JsonSchema {
    definition.name ??= this.invent(definition);
    return { $ref: `#/$defs/${definition.name}` };
  }

  private invent(definition: Definition): string {
    const base = definition.type.name.replace(/\W/g, '') || 'Object';
    let name = base;
    for (let number = 2; this.named.has(name); number++) {
      name = `${base}_${number}`;
    }
    this.named.set(name, definition);
    return name;
  }
}
