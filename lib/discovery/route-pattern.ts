import { tokenizePath } from './path-tokens.js';
import type { PathParameter, PathToken } from './path-tokens.js';
import type { RouterRules } from './router-rules.js';

/** Which paths a route takes, in the platform's syntax; optional parts have been expanded before. */
export class RoutePattern {
  private readonly tokens: readonly PathToken[];
  private readonly segments: readonly Segment[];
  private readonly expression: RegExp;

  constructor(source: string, { isCaseSensitive, ignoresTrailingSlash }: RouterRules) {
    this.tokens = tokenizePath(source);
    this.segments = segmentsOf(this.tokens, isCaseSensitive);
    const end = ignoresTrailingSlash ? '/?' : '';
    this.expression = new RegExp(
      `^${this.tokens.map(expressionOf).join('')}${end}$`,
      isCaseSensitive ? '' : 'i',
    );
  }

  matches(path: string): boolean {
    return this.expression.test(path);
  }

  /** Whether some path could be one for both: what is said no to here need not be matched with any. */
  mayMeet(other: RoutePattern): boolean {
    const [mine, theirs] = [this.segments, other.segments];
    for (let index = 0; index < Math.max(mine.length, theirs.length); index++) {
      const [left, right] = [mine[index], theirs[index]];
      if (left === WILDCARD || right === WILDCARD) {
        return true;
      }
      if (left === undefined || right === undefined) {
        return false;
      }
      if (left !== PARAMETER && right !== PARAMETER && left !== right) {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether Fastify's router tries this one first with a path that both take: from left to right text is before
   * parameters that demand something of their value, these are before any other, and a wildcard comes last.
   */
  precedes(other: RoutePattern): boolean {
    const [mine, theirs] = [unitsOf(this.tokens), unitsOf(other.tokens)];
    for (let index = 0; index < Math.max(mine.length, theirs.length); index++) {
      const difference = rankOf(mine[index]) - rankOf(theirs[index]);
      if (difference !== 0) {
        return difference < 0;
      }
    }
    return false;
  }
}

const WILDCARD = Symbol('wildcard');
const PARAMETER = Symbol('parameter');

/** The text between two slashes, or what there is in it. */
type Segment = string | symbol;

function expressionOf(token: PathToken): string {
  if (typeof token === 'string') {
    return token.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  }
  if (token.wildcard) {
    return '[^]*';
  }
  return token.constraint === undefined ? '[^/]+?' : `(?:${withoutAnchors(token.constraint)})`;
}

/** A constraint is `^(?:...)$`, and may have anchors of its own. */
function withoutAnchors({ source }: RegExp): string {
  return source.slice(4, -2).replace(/^\^|\$$/g, '');
}

function segmentsOf(tokens: readonly PathToken[], isCaseSensitive: boolean): Segment[] {
  const segments: Segment[] = [''];
  for (const token of tokens) {
    if (typeof token === 'string') {
      const text = isCaseSensitive ? token : token.toLowerCase();
      const [first, ...rest] = text.split('/') as [string, ...string[]];
      const last = segments.at(-1)!;
      segments[segments.length - 1] = typeof last === 'string' ? last + first : last;
      segments.push(...rest);
    } else {
      segments[segments.length - 1] = token.wildcard ? WILDCARD : PARAMETER;
    }
  }
  return segments;
}

/** Characters and parameters. */
function unitsOf(tokens: readonly PathToken[]): (string | PathParameter)[] {
  return tokens.flatMap<string | PathParameter>((token) =>
    typeof token === 'string' ? [...token] : [token],
  );
}

function rankOf(unit: string | PathParameter | undefined): number {
  if (typeof unit === 'string') {
    return unit === '/' ? 1 : 0;
  }
  if (unit === undefined) {
    return 1;
  }
  return unit.wildcard ? 4 : unit.constraint ? 2 : 3;
}
