import type { JsonSchema } from '../interfaces/index.js';
import { walkSchema } from '../schema/schema-walk.js';
import type { SchemaPlace } from '../schema/schema-walk.js';
import type { LintedTool } from './lint.interface.js';

/** Most rules look at the same places. */
const inputPlacesOf = new WeakMap<JsonSchema, readonly SchemaPlace[]>();

/** Everything in the schema of a tool's arguments, the root included. */
export function inputPlaces({ inputSchema }: LintedTool): readonly SchemaPlace[] {
  let places = inputPlacesOf.get(inputSchema);
  if (!places) {
    places = walkSchema(inputSchema, 'inputSchema');
    inputPlacesOf.set(inputSchema, places);
  }
  return places;
}

/** The same, and everything in the schema of its results. */
export function allPlaces(tool: LintedTool): readonly SchemaPlace[] {
  const places = inputPlaces(tool);
  return tool.outputSchema ? [...places, ...walkSchema(tool.outputSchema, 'outputSchema')] : places;
}

export function hasType({ type }: JsonSchema, wanted: string): boolean {
  return Array.isArray(type) ? type.includes(wanted) : type === wanted;
}

/** Objects inside of each other, the root being the first; references count as one more. */
export function nestingDepth(schema: JsonSchema): number {
  let deepest = 0;
  for (const { path } of walkSchema(schema)) {
    // Most places are no deeper than another one: they need not be looked at closely.
    if (path.split('properties').length - 1 > deepest) {
      const levels = path.split(/\.|(?=\[)/).filter((key) => key === 'properties').length;
      deepest = Math.max(deepest, levels);
    }
  }
  return deepest;
}
