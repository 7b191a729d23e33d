import type { JsonSchema } from '../interfaces/index.js';
import type { ClassProperty } from './class-properties.js';
import { classOfProperty, readClassProperties } from './class-properties.js';
import { acceptedPropertySchema } from './accepted-property-schema.js';
import { listedPropertySchema } from './listed-property-schema.js';
import { SchemaDefinitions } from './schema-definitions.js';
import type { SchemaPurpose, Transport } from './type-schemas.js';
import { isMapType } from './type-schemas.js';
import type { ClassValidation } from './validation-pipes.js';

/** One property of an object, as an argument sees it. */
export interface ObjectProperty {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly isRequired: boolean;
}

export interface ObjectProperties {
  readonly properties: readonly ObjectProperty[];
  /** Properties that cannot travel: objects in a query. */
  readonly omitted: readonly string[];
}

const NOT_VALIDATED: ClassValidation = [];

/** Makes the schemas of classes for one root schema, which holds the definitions that they share. */
export class ClassSchemas {
  private readonly definitions = new SchemaDefinitions();

  /** The application wrote some part of the schemas. */
  hasForeignParts = false;

  constructor(
    private readonly purpose: SchemaPurpose,
    private readonly readProperties: typeof readClassProperties = readClassProperties,
  ) {}

  /** `$defs` of the root schema; undefined when nothing refers to any. */
  getDefinitions(): Record<string, JsonSchema> | undefined {
    return this.definitions.get();
  }

  /** A schema that the application wrote, as a part of the root schema: its definitions move there. */
  adopt(schema: JsonSchema): JsonSchema {
    this.hasForeignParts = true;
    return this.definitions.adopt(schema);
  }

  /** The properties of a class; undefined when nothing is known of it, so that any will do. */
  propertiesOf(
    type: NewableFunction,
    validation: ClassValidation,
    transport: Transport,
  ): ObjectProperties | undefined {
    const known = this.readProperties(type, validation);
    const passable = known?.filter((property) => transport === 'json' || isPassableAsText(property));
    return (
      known &&
      passable && {
        properties: passable.map((property) => ({
          name: property.argument,
          schema: this.schemaOf(property, validation, transport),
          isRequired: property.isRequired,
        })),
        omitted: known.filter((property) => !passable.includes(property)).map(({ argument }) => argument),
      }
    );
  }

  /** The schema of objects of a class, in line unless the class contains itself. */
  objectOf(type: NewableFunction, validation: ClassValidation): JsonSchema {
    return this.definitions.define(type, validation, this.purpose === 'accepted', () => {
      const known = this.propertiesOf(type, validation, 'json');
      if (!known) {
        return { type: 'object', additionalProperties: true };
      }
      const required = known.properties.filter(({ isRequired }) => isRequired).map(({ name }) => name);
      return {
        type: 'object',
        properties: Object.fromEntries(known.properties.map(({ name, schema }) => [name, schema])),
        ...(required.length > 0 && { required }),
        // Nest drops a discriminator before it looks for unknown properties, so that checking leaves them to the pipe.
        ...(this.purpose === 'listed' && forbidsUnknown(validation) && { additionalProperties: false }),
      };
    });
  }

  private schemaOf(property: ClassProperty, validation: ClassValidation, transport: Transport): JsonSchema {
    const make = this.purpose === 'listed' ? listedPropertySchema : acceptedPropertySchema;
    return make(this.withAdoptedSchema(property), transport, (type, isValidated) =>
      this.objectOf(type, isValidated ? validation : NOT_VALIDATED),
    );
  }

  private withAdoptedSchema(property: ClassProperty): ClassProperty {
    const schema = property.options?.schema;
    return schema ? { ...property, options: { ...property.options, schema: this.adopt(schema) } } : property;
  }
}

function forbidsUnknown(validation: ClassValidation): boolean {
  return validation.some(({ forbidNonWhitelisted }) => forbidNonWhitelisted);
}

/** Text carries plain values and lists of them; an object only when the route itself parses it. */
function isPassableAsText(property: ClassProperty): boolean {
  if (property.options?.schema || property.transformation.isTransformed) {
    return true;
  }
  return !property.isNested && !isMapType(property.type) && classOfProperty(property) === undefined;
}
