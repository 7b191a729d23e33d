import type { SchemaPurpose } from './type-schemas.js';

/** Constructs that some clients' validators do not know: property escapes, look-behind, named groups. */
const UNPORTABLE = /\\[pPkK]|\(\?<|\(\?[a-z-]+[:)]/;
/** Constructs that match half a character without the `u` flag, and a whole one with it. */
const UNIT_WISE = /(?<!\\)\.|\[\^|\\[SWD]|\\u[dD][89a-fA-F]/;

/**
 * The pattern of a regular expression as JSON Schema knows it, which always has the flag `u` and no other.
 * Undefined when it would not match the same strings, or not everywhere.
 */
export function portablePattern(expression: RegExp, purpose: SchemaPurpose): string | undefined {
  const { source, flags } = expression;
  if (/[^gu]/.test(flags) || UNPORTABLE.test(source)) {
    return undefined;
  }
  if (purpose === 'accepted' && !flags.includes('u') && UNIT_WISE.test(source)) {
    return undefined;
  }
  try {
    new RegExp(source, 'u');
    return source;
  } catch {
    return undefined;
  }
}

/** A pattern for strings that contain a text. */
export function patternOfText(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}

/** A pattern for UUIDs of one version; of any version that is defined when none is given, nil and max included. */
export function uuidPattern(version: unknown = 'all'): string {
  const groups = (digit: string, third = `${digit}{4}`, fourth = `${digit}{4}`) =>
    `${digit}{8}-${digit}{4}-${third}-${fourth}-${digit}{12}`;
  const hex = '[0-9a-fA-F]';
  const ofVersions = (versions: string) => groups(hex, `${versions}${hex}{3}`, `[89abAB]${hex}{3}`);
  if (version === 'all') {
    return `^(${ofVersions('[1-8]')}|${groups('0')}|${groups('[fF]')})$`;
  }
  return `^${/^[1-8]$/.test(String(version)) ? ofVersions(String(version)) : groups(hex)}$`;
}
