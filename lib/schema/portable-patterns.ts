/** Constructs that some clients' validators do not know: property escapes, look-behind, named groups. */
const UNPORTABLE = /\\[pPkK]|\(\?<|\(\?[a-z-]+[:)]/;
/** A set of characters, or an escaped one. */
const CHARACTER = /\[(\^?)((?:\\.|[^\]\\])*)\]|\\./g;
/** What stands for all characters but some. */
const NEGATED = /\\[SWD]/;

/**
 * The pattern of a regular expression as JSON Schema knows it, which always has the flag `u` and no other.
 * Undefined when it would refuse strings that the expression takes, or is not known everywhere.
 */
export function portablePattern({ source, flags }: RegExp): string | undefined {
  if (/[^gu]/.test(flags) || UNPORTABLE.test(source)) {
    return undefined;
  }
  if (!flags.includes('u') && countsUnits(source)) {
    return undefined;
  }
  try {
    new RegExp(source, 'u');
    return source;
  } catch {
    return undefined;
  }
}

/**
 * Whether a character beyond the basic plane may count as two where the flag `u` makes it one: when something that takes
 * half of it has to match a number of times, or follows another without a character between the two.
 */
function countsUnits(source: string): boolean {
  if (/\\u[dD][89a-fA-F]/.test(source)) {
    return true;
  }
  const simple = source.replace(CHARACTER, (text, negation: string | undefined, members?: string) =>
    negation || NEGATED.test(members ?? text) ? '.' : 'a',
  );
  const [, ...follow] = simple.split('.');
  if (follow.length === 0) {
    return false;
  }
  const isRepeated = /\)[*+{]|\(\?!/.test(simple) || follow.some((rest) => /^\{/.test(rest));
  const areApart = follow
    .slice(0, -1)
    .every((between) => /^[*+?]*[^*+?()^$|{}](?![*?{])/.test(between) && !between.includes('|'));
  return isRepeated || !areApart;
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
