import type { JsonSchema } from '../interfaces/index.js';

const DEFINITIONS = '#/$defs/';

/** The schema that a `$ref` into the root's definitions leads to; the schema itself when it is no such reference. */
export function resolveReference(schema: JsonSchema, root: JsonSchema): JsonSchema {
  const name = schema.$ref?.startsWith(DEFINITIONS) ? schema.$ref.slice(DEFINITIONS.length) : undefined;
  return (name === undefined ? undefined : root.$defs?.[name]) ?? schema;
}
