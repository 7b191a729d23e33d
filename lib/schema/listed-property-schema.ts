import type { JsonSchema } from '../interfaces/index.js';
import type { ClassProperty } from './class-properties.js';
import { classOfProperty } from './class-properties.js';
import { beforeConversion, beforeTransform } from './conversions.js';
import { listedVariants } from './discriminated-schemas.js';
import { describeProperty } from './property-description.js';
import type { PropertyRules } from './property-rules.js';
import { mergeRules, readPropertyRules, refine } from './property-rules.js';
import { mergeSchemas } from './schema-merge.js';
import type { SwaggerModels } from './swagger-metadata.js';
import { isSwaggerArray, swaggerType } from './swagger-metadata.js';
import { documentedNotes } from './swagger-notes.js';
import { documentedLimits, swaggerSchema } from './swagger-schema.js';
import type { Transport } from './type-schemas.js';
import { isClass, isListType, isMapType, nullable, schemaOfType } from './type-schemas.js';

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
  const schema =
    property.headerName === undefined ? withOtherForms(shape, property, rules, transport) : shape;
  const documented = isUnruled(property, rules) ? [] : documentedNotes(property.swagger, schema);
  return describeProperty(schema, property, [...rules.notes, ...documented]);
}

/** Whether no rule says what a value must be, so that what is declared and documented is all there is to show. */
function isUnruled({ isNested }: ClassProperty, { whole, items }: PropertyRules): boolean {
  return whole.length === 0 && items.length === 0 && !isNested;
}

/** Adds the forms that are turned into the property's own before any rule looks at them. */
function withOtherForms(
  shape: JsonSchema,
  property: ClassProperty,
  rules: PropertyRules,
  transport: Transport,
): JsonSchema {
  const { transformation, isValidated, swagger } = property;
  const takesNull = property.takesNull || (swagger?.nullable === true && isUnruled(property, rules));
  const schema = transformation.isTransformed && isValidated ? beforeTransform(shape) : shape;
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
    if (isMapType(property.type)) {
      return this.createMap();
    }
    const isDeclaredList = isListType(property.type) || isSwaggerArray(property.swagger);
    if (merged.type === 'array' || (isDeclaredList && !hasType)) {
      return this.createDeclaredList();
    }
    if (rules.items.length > 0) {
      return this.createListOrItem();
    }
    const objectType = classOfProperty(property);
    if (objectType && (!hasType || merged.type === 'object')) {
      const object = mergeSchemas([merged, this.createObject(objectType)]);
      return this.isLenient() && merged.type !== 'object' ? orElse(object, LIST) : object;
    }
    if (property.isNested && !hasType) {
      const object = mergeSchemas([merged, OBJECT]);
      return this.isLenient() ? orElse(object, LIST) : object;
    }
    return this.converted(refine(hasType ? merged : mergeSchemas([merged, this.createHint()]), rules.whole));
  }

  private converted(schema: JsonSchema): JsonSchema {
    const { conversion, headerName } = this.property;
    return headerName === undefined ? beforeConversion(schema, conversion, 'listed', this.transport) : schema;
  }

  /** Only `@IsArray()` and its like insist on a list: without them, rules for each item take a single value as well. */
  private createDeclaredList(): JsonSchema {
    if (this.merged.type !== 'array' && this.isLenient() && this.rules.items.length > 0) {
      return this.createListOrItem();
    }
    const list = this.createList(this.createItem());
    const takesObject =
      isListType(this.property.conversion?.type) || (this.property.isNested && this.merged.type !== 'array');
    return takesObject && this.isLenient() ? orElse(list, OBJECT) : list;
  }

  /** `@Type()` is that of a map's values. */
  private createMap(): JsonSchema {
    const { isNested, transformation } = this.property;
    const values = transformation.type ? this.createItem() : {};
    const map = mergeSchemas([
      this.merged,
      { type: 'object', ...(Object.keys(values).length > 0 && { additionalProperties: values }) },
    ]);
    if (this.rules.items.length > 0 && this.isLenient()) {
      return {
        anyOf: [map, { type: 'array', items: values }, ...(isChoice(values) ? values.anyOf! : [values])],
      };
    }
    return isNested && this.isLenient() ? orElse(map, LIST) : map;
  }

  private createListOrItem(): JsonSchema {
    const item = this.createItem();
    const list = this.createList(item);
    if (this.transport === 'text' && isListType(this.property.type)) {
      return list;
    }
    const either = { anyOf: [list, ...(isChoice(item) ? item.anyOf! : [item])] };
    return isListType(this.property.conversion?.type) ? orElse(either, OBJECT) : either;
  }

  /** Whether odd forms are listed as well, where the pipe takes them: a list for an object, an object for a list. */
  private isLenient(): boolean {
    const { isValidated, headerName } = this.property;
    return isValidated && headerName === undefined && this.transport === 'json';
  }

  private createList(items: JsonSchema): JsonSchema {
    const limits =
      this.property.swagger && isUnruled(this.property, this.rules)
        ? documentedLimits(this.property.swagger)
        : {};
    return refine(mergeSchemas([this.merged, { ...limits, type: 'array', items }]), this.rules.whole);
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
    const documented = this.documentedSchema().items;
    if (documented && Object.keys(documented).length > 0) {
      return documented;
    }
    return type ? schemaOfType(type, this.transport) : this.transport === 'text' ? { type: 'string' } : {};
  }

  /** What is documented and declared, where no rule says. */
  private createHint(): JsonSchema {
    const { swagger, transformation, type } = this.property;
    const documented = this.documentedSchema();
    const saysType = ['type', 'anyOf', 'allOf', '$ref'].some((keyword) => documented[keyword] !== undefined);
    return saysType && !transformation.type
      ? documented
      : {
          ...documented,
          ...schemaOfType(transformation.type ?? type ?? swaggerType(swagger), this.transport),
        };
  }

  private documentedSchema(): JsonSchema {
    const { swagger, models = NO_MODELS } = this.property;
    return swagger
      ? swaggerSchema(
          { ...swagger, nullable: false },
          { models, objectOf: (type) => this.objectSchema(type, false) },
        )
      : {};
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

const NO_MODELS: SwaggerModels = new Map();
const LIST: JsonSchema = { type: 'array', items: {} };
const OBJECT: JsonSchema = { type: 'object' };

/** Nested validation takes lists for objects and objects for lists. An argument that a header mirrors has one form. */
function orElse(schema: JsonSchema, other: JsonSchema): JsonSchema {
  return holdsHeader(schema) ? schema : { anyOf: [...(isChoice(schema) ? schema.anyOf! : [schema]), other] };
}

function isChoice(schema: JsonSchema): boolean {
  return schema.anyOf !== undefined && Object.keys(schema).length === 1;
}

function holdsHeader({ 'x-mcp-header': header, properties = {} }: JsonSchema): boolean {
  return header !== undefined || Object.values(properties).some(holdsHeader);
}
