import { percentEncode } from './percent-encode.js';
import { tokenizePath } from './path-tokens.js';
import type { PathToken } from './path-tokens.js';
import type { Platform } from './path-variants.js';
import { SegmentReader } from './segment-reader.js';
import { ValueMap } from './value-map.js';

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

  private readonly tokens: readonly PathToken[];
  /** Express gives a wildcard's value as the array of its segments, Fastify as one string. */
  private readonly arrayWildcards: boolean;
  private readonly sharedSegments: readonly SegmentReader[] | undefined;

  constructor(
    readonly source: string,
    platform: Platform,
  ) {
    this.arrayWildcards = platform === 'express';
    this.tokens = tokenizePath(source);
    this.sharedSegments = SegmentReader.forPath(this.tokens, platform);
    this.parameterNames = this.tokens.filter((token) => typeof token !== 'string').map(({ name }) => name);
  }

  /** The path of a request with these values, and the parameters as the platform would read them from it. */
  fill(values: Readonly<Record<string, string>>): FilledPath {
    let path = '';
    let isReachable = true;
    const params = new ValueMap<unknown>();
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
    for (const segment of this.sharedSegments ?? []) {
      isReachable = segment.reread(params) && isReachable;
    }
    return { path: path || '/', params, isReachable };
  }
}
