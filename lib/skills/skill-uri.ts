export const SKILL_FILE = 'SKILL.md';

const SCHEME = 'skill://';
/** What the parent of `skill://first` would be. */
const ABOVE_ALL = 'skill:/';

/** The URI of a file or folder by the parts of its path. */
export function skillUri(segments: readonly string[]): string {
  return SCHEME + segments.map(encodeURIComponent).join('/');
}

/** The URIs of the folders that a file or folder is in, the nearest first. */
export function foldersAbove(uri: string): string[] {
  const above: string[] = [];
  for (let parent = parentOf(uri); parent !== ABOVE_ALL; parent = parentOf(parent)) {
    above.push(parent);
  }
  return above;
}

export function parentOf(uri: string): string {
  return uri.slice(0, uri.lastIndexOf('/'));
}

/** The last part of a path, as it is on disk. */
export function nameIn(uri: string): string {
  return decodeURIComponent(uri.slice(uri.lastIndexOf('/') + 1));
}

/**
 * The one spelling under which a URI is known: models resolve `my notes.md` against a skill without encoding the space.
 * What could lead elsewhere than it looks is no URI of a skill: `..` in any form, and separators inside a part.
 */
export function canonicalSkillUri(uri: string): string | undefined {
  if (!uri.startsWith(SCHEME)) {
    return undefined;
  }
  const segments = uri.slice(SCHEME.length).split('/').map(decode);
  return segments.every(isPlainName) ? skillUri(segments) : undefined;
}

/** Whether a name is the same file on every system, also where a client writes the skill to its own disk. */
export function isPlainName(name: string | undefined): name is string {
  return (
    name !== undefined &&
    name !== '' &&
    !/^\.\.?$|[/\\\u0000-\u001f\u007f\ufffd]/.test(name) &&
    name.isWellFormed()
  );
}

function decode(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
