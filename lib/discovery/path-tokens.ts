/** One parameter of a route's path. */
export interface PathParameter {
  readonly name: string;
  /** Whether it takes the rest of the path, slashes included. */
  readonly wildcard: boolean;
  /** What the platform demands of its value (Fastify's `:id(\\d+)`). */
  readonly constraint?: RegExp;
}

export type PathToken = string | PathParameter;

const PARAMETER_NAME = /[$_\p{ID_Continue}]/u;

/** Text and parameters of a path in the syntax of either platform, without optional parts. */
export function tokenizePath(source: string): PathToken[] {
  const tokens: PathToken[] = [];
  let text = '';
  const flush = () => {
    if (text) {
      tokens.push(text);
      text = '';
    }
  };
  for (let index = 0; index < source.length; index++) {
    const character = source[index];
    if (character === '\\' && index + 1 < source.length) {
      text += source[++index];
    } else if (character === ':' && source[index + 1] === ':') {
      text += ':';
      index++;
    } else if (character === ':' || character === '*') {
      const name = readName(source, index + 1);
      flush();
      index += name.length;
      const constraint = character === ':' ? readConstraint(source, index + 1) : undefined;
      tokens.push({
        name: name || '*',
        wildcard: character === '*',
        constraint: constraint === undefined ? undefined : new RegExp(`^(?:${constraint})$`),
      });
      index += constraint === undefined ? 0 : constraint.length + 2;
    } else {
      text += character;
    }
  }
  flush();
  return tokens;
}

function readName(source: string, start: number): string {
  let end = start;
  while (end < source.length && PARAMETER_NAME.test(source[end]!)) {
    end++;
  }
  return source.slice(start, end);
}

/** The text between the parentheses that start at `start`. */
function readConstraint(source: string, start: number): string | undefined {
  if (source[start] !== '(') {
    return undefined;
  }
  let depth = 0;
  for (let index = start; index < source.length; index++) {
    if (source[index] === '\\') {
      index++;
    } else if (source[index] === '(') {
      depth++;
    } else if (source[index] === ')' && --depth === 0) {
      return source.slice(start + 1, index);
    }
  }
  return undefined;
}
