import type { PathParameter, PathToken } from './path-tokens.js';
import type { Platform } from './path-variants.js';

type Values = Record<string, unknown>;

/**
 * Reads the parameters of a segment that has something beside one parameter, such as `:from-:to`. Where a value has the
 * text between two parameters in it, the platform's router does not find the values that made the segment.
 */
export class SegmentReader {
  private readonly names: readonly string[];
  private readonly expression: RegExp;

  /** @param tokens from the first parameter of the segment to the next slash */
  private constructor(
    private readonly tokens: readonly PathToken[],
    platform: Platform,
  ) {
    this.names = tokens.filter(isParameter).map(({ name }) => name);
    this.expression = platform === 'fastify' ? fastifyExpression(tokens) : expressExpression(tokens);
  }

  /** One for each such segment of a path; undefined when there is none. */
  static forPath(tokens: readonly PathToken[], platform: Platform): readonly SegmentReader[] | undefined {
    const readers = segmentsOf(tokens)
      .filter(
        (segment) => segment.length > 1 && segment.every((token) => !isParameter(token) || !token.wildcard),
      )
      .map((segment) => new SegmentReader(segment, platform));
    return readers.length > 0 ? readers : undefined;
  }

  /** Puts the values that the router would find in the place of those that were given. False when it would find none. */
  reread(values: Values): boolean {
    const text = this.tokens
      .map((token) => (isParameter(token) ? String(values[token.name]) : token))
      .join('');
    const [, ...found] = this.expression.exec(text) ?? [];
    this.names.forEach((name, index) => {
      values[name] = found[index] ?? values[name];
    });
    return found.length > 0 && !found.includes('');
  }
}

/** Each from its first parameter on. */
function segmentsOf(tokens: readonly PathToken[]): PathToken[][] {
  const segments: PathToken[][] = [[]];
  for (const token of tokens) {
    if (isParameter(token)) {
      segments.at(-1)!.push(token);
      continue;
    }
    const [first, ...rest] = token.split('/') as [string, ...string[]];
    if (first && segments.at(-1)!.length > 0) {
      segments.at(-1)!.push(first);
    }
    rest.forEach(() => segments.push([]));
  }
  return segments;
}

/** As find-my-way makes it of a segment. It reads decoded text. */
function fastifyExpression(tokens: readonly PathToken[]): RegExp {
  let source = '';
  let text = '';
  let isSafe = true;
  for (const token of tokens) {
    if (!isParameter(token)) {
      text = escape(token);
      source += text;
    } else if (token.constraint) {
      source += `(${withoutGroups(token.constraint)})`;
      isSafe = true;
    } else {
      source += isSafe ? '(.*?)' : `(${text}|(?:(?!${text}).)*)`;
      isSafe = false;
    }
  }
  return new RegExp(`^${source}$`);
}

/** As path-to-regexp 8 makes it of a segment. Whether the text is decoded makes no difference to it. */
function expressExpression(tokens: readonly PathToken[]): RegExp {
  let source = '';
  let text = '';
  for (const token of tokens) {
    if (!isParameter(token)) {
      text = escape(token);
      source += text;
    } else {
      source += text === '' ? '([^]+)' : `((?:(?!${text})[^])+|${text})`;
    }
  }
  return new RegExp(`^${source}$`, 'i');
}

/** A constraint is `^(?:...)$`, and what it takes is one value, whatever groups it has. */
function withoutGroups({ source }: RegExp): string {
  return source
    .slice('^(?:'.length, -')$'.length)
    .replace(/^\^|\$$/g, '')
    .replace(/\((?!\?)/g, '(?:');
}

function isParameter(token: PathToken): token is PathParameter {
  return typeof token !== 'string';
}

function escape(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
