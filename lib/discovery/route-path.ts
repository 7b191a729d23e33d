import { percentEncode } from './percent-encode.js';
import type { Platform } from './path-variants.js';

/** One parameter of a route's path. */
interface PathParameter {
  readonly name: string;
  /** Whether it takes the rest of the path, slashes included. */
  readonly wildcard: boolean;
  /** What the platform demands of its value (Fastify's `:id(\\d+)`). */
  readonly constraint?: RegExp;
}

type Token = string | PathParameter;

/** A route's path with values in the place of its parameters. */
export interface FilledPath {
  /** Percent-encoded, without a query. */
  readonly path: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** False when the platform would not bring a request with this path to the route: over HTTP that is a 404. */
  readonly isReachable: boolean;
}

/**
 * A route's path in the platform's syntax: `:name` and `*` on Fastify (find-my-way), `:name` and `*name` on Express 5
 * (path-to-regexp 8). Optional parts have been expanded before.
 */
export class RoutePath {
  /** Names in order; `*` for Fastify's wildcard. */
  readonly parameterNames: readonly string[];

  private readonly tokens: readonly Token[];
  /** Express gives a wildcard's value as the array of its segments, Fastify as one string. */
  private readonly arrayWildcards: boolean;

  constructor(
    readonly source: string,
    platform: Platform,
  ) {
    this.arrayWildcards = platform === 'express';
    this.tokens = tokenize(source);
    this.parameterNames = this.tokens.filter((token) => typeof token !== 'string').map(({ name }) => name);
  }

  /** The path of a request with these values, and the parameters as the platform would read them from it. */
  fill(values: Readonly<Record<string, string>>): FilledPath {
    let path = '';
    let isReachable = true;
    const params: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
    for (const token of this.tokens) {
      if (typeof token === 'string') {
        path += token;
        continue;
      }
      const value = values[token.name] ?? '';
      if (token.wildcard) {
        path += value.split('/').map(percentEncode).join('/');
        params[token.name] = this.arrayWildcards ? value.split('/') : value;
        isReachable &&= value !== '' || !this.arrayWildcards;
      } else {
        path += percentEncode(value);
        params[token.name] = value;
        isReachable &&= value !== '' && (token.constraint?.test(value) ?? true);
      }
    }
    return { path: path || '/', params, isReachable };
  }
}

const PARAMETER_NAME = /[$_\p{ID_Continue}]/u;

function tokenize(source: string): Token[] {
  const tokens: Token[] = [];
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
