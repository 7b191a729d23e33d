import type { JsonSchema } from '../interfaces/index.js';
import type { ArgumentDescription, SourceDescription } from './argument-description.js';
import { withPortableNames } from './argument-names.js';
import { BODY_ARGUMENT, nestedBodyArgument } from './body-arguments.js';

/** All arguments of a tool, under names that are unique. */
export interface ArgumentLayout {
  readonly arguments: readonly ArgumentDescription[];
  readonly rest?: 'query' | 'body';
  /** The body's properties are arguments of their own. */
  readonly isBodyFlat: boolean;
}

/**
 * Gives every argument its place. Body properties stand beside the others, unless one of them has the name of a path
 * or query parameter: then the body stays whole, as the argument `body`.
 */
export function arrangeArguments(
  sources: readonly SourceDescription[],
  body: SourceDescription | ArgumentDescription,
): ArgumentLayout {
  const placed = new Map<string, ArgumentDescription>();
  for (const argument of sources.flatMap((source) => source.arguments)) {
    const name = placed.has(argument.name)
      ? freeName(`${argument.source}_${argument.name}`, placed)
      : argument.name;
    placed.set(name, { ...argument, name });
  }
  const rest = sources.some(({ isOpen }) => isOpen) ? 'query' : undefined;
  if ('source' in body) {
    return withBody(placed, body, rest);
  }
  if (body.arguments.some(({ name }) => placed.has(name))) {
    return withBody(placed, nestedBodyArgument(BODY_ARGUMENT, body), rest);
  }
  return {
    arguments: withPortableNames([...placed.values(), ...body.arguments]),
    rest: body.isOpen ? 'body' : rest,
    isBodyFlat: body.arguments.length > 0,
  };
}

/** The root schema of a tool's arguments, as all but its `$schema`. */
export function rootSchema(
  { arguments: all, rest }: ArgumentLayout,
  purpose: 'listed' | 'accepted',
  definitions: Record<string, JsonSchema> | undefined,
): JsonSchema {
  const required = all.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(all.map((argument) => [argument.name, argument[purpose]])),
    ...(required.length > 0 && { required }),
    additionalProperties: rest !== undefined,
    ...(definitions && { $defs: definitions }),
  };
}

function withBody(
  placed: ReadonlyMap<string, ArgumentDescription>,
  body: ArgumentDescription,
  rest: ArgumentLayout['rest'],
): ArgumentLayout {
  const argument = { ...body, name: freeName(body.name, placed) };
  return { arguments: withPortableNames([...placed.values(), argument]), rest, isBodyFlat: false };
}

function freeName(wanted: string, taken: ReadonlyMap<string, unknown>): string {
  let name = wanted;
  for (let number = 2; taken.has(name); number++) {
    name = `${wanted}_${number}`;
  }
  return name;
}
