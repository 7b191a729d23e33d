import type { JsonSchema } from '../interfaces/index.js';
import type { SwaggerProperty } from './swagger-metadata.js';
import { documentedLimits, swaggerValues } from './swagger-schema.js';

/** Limits that are documented but not enforced: they are no keywords, since the route takes what is beyond them. */
export function documentedNotes(property: SwaggerProperty | undefined, schema: JsonSchema): string[] {
  if (!property) {
    return [];
  }
  const branches = [schema, ...(schema.anyOf ?? [])];
  const isSaid = (keyword: string, value: unknown) =>
    branches.some((branch) => JSON.stringify(branch[keyword]) === JSON.stringify(value));
  const notes = Object.entries(documentedLimits(property))
    .filter(([keyword, value]) => !isSaid(keyword, value))
    .map(([keyword, value]) => `${keyword} ${String(value)}`);
  const values = swaggerValues(property);
  const isChoice = [...branches, ...branches.map(({ items }) => items)].some((branch) => branch?.enum);
  if (values && !isChoice) {
    notes.push(`one of ${values.map((value) => JSON.stringify(value)).join(', ')}`);
  }
  return notes.length > 0 ? [`documented as ${notes.join(', ')}`] : [];
}
