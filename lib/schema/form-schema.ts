import type { JsonSchema, McpFormSchema, McpFormSource } from '../interfaces/index.js';
import { ClassSchemas } from './class-schema.js';
import { formField } from './form-fields.js';
import { standardJsonSchema } from './standard-schema.js';
import { readClassValidation } from './validation-pipes.js';

/** A form, for the client that shows it and for the check of what comes back. */
export interface FormSchema {
  /** As the specification allows it. */
  readonly requested: McpFormSchema;
  /** With the rules that clients do not know, patterns for example. */
  readonly full: JsonSchema;
}

/** The rules hold, and initial values are what an empty field stands for: as a pipe that transforms. */
const VALIDATION = readClassValidation([{ isTransformEnabled: true, validatorOptions: {} }]);

/** Forms of classes and of schemas that are written once. */
const known = new WeakMap<object, FormSchema>();

/** @throws TypeError that names the field which no form can have */
export function formSchemaOf(source: McpFormSource): FormSchema {
  let form = known.get(source);
  if (!form) {
    form = createForm(source);
    known.set(source, form);
  }
  return form;
}

function createForm(source: McpFormSource): FormSchema {
  const full = jsonSchemaOf(source);
  if (full?.type !== 'object' || (typeof source === 'function' && !full.properties)) {
    throw new TypeError('A form needs a DTO class with decorated properties, or the schema of an object');
  }
  const { properties = {}, required = [] } = full;
  const fields = Object.entries(properties).map(([name, schema]): [string, JsonSchema] => {
    const field = formField(schema);
    if (!field) {
      throw new TypeError(
        `A form cannot have the field "${name}": fields are strings, numbers, booleans, choices of strings, and lists ` +
          'of such choices',
      );
    }
    return [name, field];
  });
  return {
    full: { ...full, properties, required },
    requested: {
      type: 'object',
      properties: Object.fromEntries(fields),
      ...(required.length > 0 && { required }),
    },
  };
}

function jsonSchemaOf(source: McpFormSource): JsonSchema | undefined {
  if ('~standard' in source) {
    return standardJsonSchema(source);
  }
  return typeof source === 'function'
    ? new ClassSchemas('listed').objectOf(source, VALIDATION)
    : { ...source };
}
