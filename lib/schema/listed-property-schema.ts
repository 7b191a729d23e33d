import type { JsonSchema } from '../interfaces/index.js';
import type { ClassProperty } from './class-properties.js';
import { classOfProperty } from './class-properties.js';
import { beforeConversion, beforeTransform } from './conversions.js';
import { listedVariants } from './discriminated-schemas.js';
import { describeProperty } from './property-description.js';
import type { PropertyRules } from './property-rules.js';
import { mergeRules, readPropertyRules, refine } from './property-rules.js';
import { mergeSchemas } from './schema-merge.js';
import { isSwaggerArray, swaggerType, swaggerValues } from './swagger-metadata.js';
import type { Transport } from './type-schemas.js';
import { isClass, isListType, nullable, schemaOfType, schemaOfValues } from './type-schemas.js';

/** Makes the schema of an object of some class; `isValidated` says whether the class's own rules hold. */
export type ObjectSchema = (type: NewableFunction, isValidated: boolean) => JsonSchema;

/** The schema of a property as clients see it: plain, typed, and described. */
export function listedPropertySchema(
  property: ClassProperty,
  transport: Transport,
  objectSchema: ObjectSchema,
): JsonSchema {
  if (property.options?.schema) {
    return describeProperty(property.options.schema, property, []);
  }
  const rules = readPropertyRules(property, 'listed');
  const shape = new ListedShape(property, rules, transport, objectSchema).create();
  // A header can mirror one plain type only, so that other forms of such an argument stay unsaid.
  const schema = property.headerName === undefined ? withOtherForms(shape, property, transport) : shape;
  return describeProperty(schema, property, rules.notes);
}

/** Adds the forms that are turned into the property's own before any rule looks at them. */
function withOtherForms(shape: JsonSchema, property: ClassProperty, transport: Transport): JsonSchema {
  const { conversion, transformation, isValidated, takesNull } = property;
  const converted = shape.type === 'array' ? shape : beforeConversion(shape, conversion, 'listed', transport);
  const schema = transformation.isTransformed && isValidated ? beforeTransform(converted) : converted;
  return takesNull && transport === 'json' ? nullable(schema) : schema;
}

class ListedShape {
  /** What the rules say of the value itself. */
  private readonly merged: JsonSchema;
  private readonly hasType: boolean;

  constructor(
    private readonly property: ClassProperty,
    private readonly rules: PropertyRules,
    private readonly transport: Transport,
    private readonly objectSchema: ObjectSchema,
  ) {
    this.merged = mergeRules(rules.whole);
    this.hasType = ['type', 'anyOf', 'allOf'].some((keyword) => this.merged[keyword] !== undefined);
  }

  create(): JsonSchema {
    const { property, merged, hasType, rules } = this;
    const isDeclaredList = isListType(property.type) || isSwaggerArray(property.swagger);
    if (merged.type === 'array' || (isDeclaredList && !hasType)) {
      return this.createList(this.createItem());
    }
    if (rules.items.length > 0) {
      // Without `@IsArray()`, rules for each item take a single value as well.
      const item = this.createItem();
      return isDeclaredList ? this.createList(item) : { anyOf: [this.createList(item), item] };
    }
    const objectType = classOfProperty(property);
    if (objectType && (!hasType || merged.type === 'object')) {
      return mergeSchemas([merged, this.createObject(objectType)]);
    }
    return refine(hasType ? merged : mergeSchemas([merged, this.createHint()]), rules.whole);
  }

  private createList(items: JsonSchema): JsonSchema {
    return refine(mergeSchemas([this.merged, { type: 'array', items }]), this.rules.whole);
  }

  private createItem(): JsonSchema {
    const { conversion, transformation, swagger } = this.property;
    const ruled = mergeRules(this.rules.items);
    const type = transformation.type ?? swaggerType(swagger);
    const item = mergeSchemas([ruled, ...(ruled.type === undefined ? [this.createItemHint(type)] : [])]);
    return beforeConversion(refine(item, this.rules.items), conversion, 'listed', this.transport);
  }

  private createItemHint(type: NewableFunction | undefined): JsonSchema {
    if (isClass(type)) {
      return this.createObject(type);
    }
    const values = swaggerValues(this.property.swagger);
    if (values) {
      return schemaOfValues(values) ?? {};
    }
    return type ? schemaOfType(type, this.transport) : this.transport === 'text' ? { type: 'string' } : {};
  }

  /** What the declared type suggests, where no rule says. */
  private createHint(): JsonSchema {
    const { swagger, transformation, type } = this.property;
    const values = swaggerValues(swagger);
    const choice = values && schemaOfValues(values);
    return choice ?? schemaOfType(transformation.type ?? type ?? swaggerType(swagger), this.transport);
  }

  /** The rules of a class hold for an object only when it is made an instance and validated: `@Type()` does the first. */
  private createObject(type: NewableFunction): JsonSchema {
    const { isNested, conversion, transformation } = this.property;
    const schemaOf = (variant: NewableFunction) =>
      this.objectSchema(variant, isNested && conversion?.type === type);
    return transformation.discriminator
      ? listedVariants(transformation.discriminator, schemaOf, type)
      : schemaOf(type);
  }
}
