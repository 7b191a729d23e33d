/** The argument that is nested deepest; undefined without arguments. Takes values of any depth. */
export function deepestArgument(args: Readonly<Record<string, unknown>>): string | undefined {
  let deepest: string | undefined;
  let greatest = -1;
  for (const [name, value] of Object.entries(args)) {
    const depth = depthOf(value);
    if (depth > greatest) {
      [deepest, greatest] = [name, depth];
    }
  }
  return deepest;
}

function depthOf(value: unknown): number {
  let depth = 0;
  let level = [value].filter(isObject);
  for (; level.length > 0; depth++) {
    level = level.flatMap((object) => Object.values(object).filter(isObject));
  }
  return depth;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
