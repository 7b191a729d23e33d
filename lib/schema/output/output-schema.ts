import type { JsonSchema } from '../../interfaces/index.js';
import type { ClassProperty } from '../class-properties.js';
import { describeProperty } from '../property-description.js';
import { listedPropertySchema } from '../listed-property-schema.js';
import { SchemaDefinitions } from '../schema-definitions.js';
import { swaggerType } from '../swagger-metadata.js';
import { isClass, isListType, nullable, schemaOfType } from '../type-schemas.js';
import { readOutputProperties } from './output-properties.js';

const DATE_TIME: JsonSchema = { type: 'string', format: 'date-time' };

/** The schema of results of a class, or of lists of them, as JSON has them: further properties are always allowed. */
export function outputSchemaOf(type: NewableFunction, isList: boolean): JsonSchema {
  const classes = new OutputClasses();
  const item = classes.schemaOf(type);
  const definitions = classes.getDefinitions();
  if (isList) {
    return { type: 'array', items: item, ...(definitions && { $defs: definitions }) };
  }
  // Clients want to see an object at the root, also of a class that contains itself.
  const root = definitions?.[item.$ref?.replace('#/$defs/', '') ?? ''] ?? item;
  return { ...root, ...(definitions && { $defs: definitions }) };
}

class OutputClasses {
  private readonly definitions = new SchemaDefinitions();

  getDefinitions(): Record<string, JsonSchema> | undefined {
    return this.definitions.get();
  }

  schemaOf(type: NewableFunction): JsonSchema {
    if (!isClass(type)) {
      return isDate(type) ? { ...DATE_TIME } : schemaOfType(type, 'json');
    }
    return this.definitions.define(type, 'output', false, () => this.objectOf(type));
  }

  private objectOf(type: NewableFunction): JsonSchema {
    const properties = readOutputProperties(type) ?? [];
    const required = properties.filter(({ isRequired }) => isRequired).map(({ argument }) => argument);
    return {
      type: 'object',
      properties: Object.fromEntries(
        properties.map((property) => [property.argument, this.propertyOf(property)]),
      ),
      ...(required.length > 0 && { required }),
    };
  }

  private propertyOf(property: ClassProperty): JsonSchema {
    if (property.transformation.isTransformed && !property.options?.schema) {
      return describeProperty({}, property, []);
    }
    const schema = holdsDates(property)
      ? describeProperty(datesOf(property), property, [])
      : listedPropertySchema(property, 'json', (type) => this.schemaOf(type));
    return property.takesNull && !takesNull(schema) ? nullable(schema) : schema;
  }
}

/** Rules of a date are about the object, which JSON has as text. */
function holdsDates({ options, transformation, type, swagger }: ClassProperty): boolean {
  return !options?.schema && [transformation.type, type, swaggerType(swagger)].some(isDate);
}

function datesOf({ type, swagger }: ClassProperty): JsonSchema {
  const isList = isListType(type) || swagger?.isArray === true || Array.isArray(swagger?.type);
  return isList ? { type: 'array', items: { ...DATE_TIME } } : { ...DATE_TIME };
}

function isDate(type: object | undefined): boolean {
  return type === Date;
}

function takesNull(schema: JsonSchema): boolean {
  return (
    Object.keys(schema).length === 0 ||
    schema.type === 'null' ||
    (Array.isArray(schema.type) && schema.type.includes('null')) ||
    (schema.anyOf?.some(takesNull) ?? false)
  );
}
