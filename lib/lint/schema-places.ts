import type { JsonSchema } from '../interfaces/index.js';
import { walkSchema } from '../schema/schema-walk.js';
import type { SchemaPlace } from '../schema/schema-walk.js';
import type { LintedTool } from './lint.interface.js';

/** Everything in the schema of a tool's arguments, the root included. */
export function inputPlaces({ inputSchema }: LintedTool): Generator<SchemaPlace> {
  return walkSchema(inputSchema, 'inputSchema');
}

/** The same, and everything in the schema of its results. */
export function* allPlaces(tool: LintedTool): Generator<SchemaPlace> {
  yield* inputPlaces(tool);
  if (tool.outputSchema) {
    yield* walkSchema(tool.outputSchema, 'outputSchema');
  }
}

export function hasType({ type }: JsonSchema, wanted: string): boolean {
  return Array.isArray(type) ? type.includes(wanted) : type === wanted;
}

/** Objects inside of each other, the root being the first; references count as one more. */
export function nestingDepth(schema: JsonSchema): number {
  let deepest = 0;
  for (const { path } of walkSchema(schema)) {
    const levels = path.split(/\.|(?=\[)/).filter((key) => key === 'properties').length;
    deepest = Math.max(deepest, levels);
  }
  return deepest;
}
