import type { JsonSchema, McpParamOptions } from '../interfaces/index.js';
import type { ClassProperty } from './class-properties.js';
import type { SwaggerProperty } from './swagger-metadata.js';

/** Adds what a model should know of a property and its constraints do not say. */
export function describeProperty(
  schema: JsonSchema,
  property: ClassProperty,
  notes: readonly string[],
): JsonSchema {
  const { swagger, options, initial, headerName } = property;
  const described: JsonSchema = { ...schema };
  const title = swagger?.title ?? swagger?.enumName;
  if (title) {
    described.title ??= title;
  }
  const text = options?.description ?? swagger?.description;
  const description = joinDescription(
    text,
    notes.length > 0 || !schema.description ? notes : [schema.description],
  );
  if (description) {
    described.description = description;
  }
  const examples = options?.examples ?? swaggerExamples(swagger?.examples, swagger?.example);
  if (examples) {
    described.examples = examples;
  }
  const fallback = options?.default ?? asJson(initial) ?? asJson(swagger?.default);
  if (fallback !== undefined) {
    described.default = fallback;
  }
  if (swagger?.deprecated) {
    described.deprecated = true;
  }
  if (headerName !== undefined) {
    described['x-mcp-header'] = headerName;
  }
  return described;
}

/** Adds what `@McpParam()` and `@McpHeader()` say of a parameter. */
export function describeParameter(
  schema: JsonSchema,
  options: McpParamOptions | undefined,
  headerName: string | undefined,
): JsonSchema {
  return {
    ...schema,
    ...(options?.description !== undefined && { description: joinDescription(options.description, []) }),
    ...(options?.examples && { examples: options.examples }),
    ...(options?.default !== undefined && { default: options.default }),
    ...(headerName !== undefined && { 'x-mcp-header': headerName }),
  };
}

/** Adds what @nestjs/swagger documents of a parameter, where nothing else says it. */
export function describeDocumented(
  schema: JsonSchema,
  { description, example, examples, deprecated, default: initial }: SwaggerProperty,
  notes: readonly string[],
): JsonSchema {
  const text = schema.description
    ? joinDescription(schema.description, notes)
    : joinDescription(description, notes);
  const samples = schema.examples ?? swaggerExamples(examples, example);
  const fallback = schema.default ?? asJson(initial);
  return {
    ...schema,
    ...(text && { description: text }),
    ...(samples && { examples: samples }),
    ...(fallback !== undefined && { default: fallback }),
    ...(deprecated && { deprecated }),
  };
}

function joinDescription(text: string | undefined, notes: readonly string[]): string | undefined {
  const joined = notes.join('; ');
  if (!text) {
    return joined ? joined[0]!.toUpperCase() + joined.slice(1) : undefined;
  }
  return joined ? `${text} (${joined})` : text;
}

/** swagger takes an array of examples, or an object of named ones with a `value` each. */
function swaggerExamples(examples: unknown, example: unknown): unknown[] | undefined {
  if (Array.isArray(examples)) {
    return examples as unknown[];
  }
  if (typeof examples === 'object' && examples !== null) {
    return Object.values(examples).map((named: unknown) => (named as { value?: unknown })?.value ?? named);
  }
  return example === undefined ? undefined : [example];
}

/** A value as JSON has it; undefined when it says nothing there, as an empty initialiser does. */
function asJson(value: unknown): unknown {
  if (value === undefined || value === null) {
    return undefined;
  }
  try {
    const text = JSON.stringify(value) as string | undefined;
    return text === undefined ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}
