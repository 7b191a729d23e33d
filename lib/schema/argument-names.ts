import type { JsonSchema } from '../interfaces/index.js';
import type { ArgumentDescription } from './argument-description.js';

/** What every known client takes as the name of an argument. */
const PORTABLE = /^[a-zA-Z0-9_.-]{1,64}$/;
const LONGEST = 64;

/** Gives arguments whose names clients refuse (`filter[x]`) another name, which no other argument has. */
export function withPortableNames(all: readonly ArgumentDescription[]): readonly ArgumentDescription[] {
  const taken = new Set(all.map(({ name }) => name).filter((name) => PORTABLE.test(name)));
  return all.map((argument) => {
    if (PORTABLE.test(argument.name)) {
      return argument;
    }
    const name = inventName(argument, taken);
    taken.add(name);
    return { ...argument, name, listed: withRealName(argument.listed, argument.name) };
  });
}

/** `filter[user.id]` -> `filter_user.id` */
function inventName({ name: real, source }: ArgumentDescription, taken: ReadonlySet<string>): string {
  const base =
    real
      .replace(/[^a-zA-Z0-9_.-]+/g, '_')
      .replace(/^_+|_+$/g, '')
      .slice(0, LONGEST) || source;
  let name = base;
  for (let number = 2; taken.has(name); number++) {
    const suffix = `_${number}`;
    name = base.slice(0, LONGEST - suffix.length) + suffix;
  }
  return name;
}

function withRealName({ description, ...schema }: JsonSchema, name: string): JsonSchema {
  const note = `sent as "${name}"`;
  return {
    ...schema,
    description: description ? `${description} (${note})` : note[0]!.toUpperCase() + note.slice(1),
  };
}
