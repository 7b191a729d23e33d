import { credentialHeaders } from './credential-headers.js';

/** Shorter values stand in texts by chance. */
const SHORTEST = 6;

/** The credentials that a request brought, in the forms in which an exception may quote them. Longest first. */
export function requestCredentials(request: object | undefined): readonly string[] {
  const found = new Set<string>();
  try {
    const { headers = {} } = (request ?? {}) as { headers?: Readonly<Record<string, unknown>> };
    for (const name of credentialHeaders()) {
      for (const value of [headers[name]].flat()) {
        if (typeof value === 'string') {
          partsOf(name, value).forEach((part) => found.add(part));
        }
      }
    }
  } catch {
    // The request's headers are out of reach: the patterns have to do.
  }
  return [...found].filter(({ length }) => length >= SHORTEST).sort((a, b) => b.length - a.length);
}

function partsOf(name: string, value: string): string[] {
  if (name === 'cookie') {
    const values = value.split(';').map((pair) => pair.slice(pair.indexOf('=') + 1).trim());
    return [value, ...values, ...values.map(decoded)];
  }
  const space = value.indexOf(' ');
  const scheme = value.slice(0, space).toLowerCase();
  const token = value.slice(space + 1).trim();
  if (scheme !== 'basic') {
    return [value, token];
  }
  const [, ...password] = Buffer.from(token, 'base64').toString('utf8').split(':');
  return [value, token, password.join(':')];
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
