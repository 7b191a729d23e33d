export type Platform = 'fastify' | 'express';

/**
 * The paths that one path with optional parts stands for, the longest first: `{/:name}` on Express, a last `:name?` on
 * Fastify.
 */
export function expandOptionalParts(path: string, platform: Platform): string[] {
  return platform === 'express' ? expandGroups(path) : expandLastParameter(path);
}

function expandLastParameter(path: string): string[] {
  if (!path.endsWith('?')) {
    return [path];
  }
  const full = path.slice(0, -1);
  const lastSlash = full.lastIndexOf('/');
  return full.indexOf(':', lastSlash) === -1 ? [path] : [full, full.slice(0, lastSlash) || '/'];
}

function expandGroups(path: string): string[] {
  const open = indexOfUnescaped(path, '{', 0);
  if (open === -1) {
    return [path];
  }
  const close = closingBrace(path, open);
  if (close === -1) {
    return [path];
  }
  const [before, inside, after] = [path.slice(0, open), path.slice(open + 1, close), path.slice(close + 1)];
  return [...expandGroups(before + inside + after), ...expandGroups(before + after)];
}

function indexOfUnescaped(text: string, character: string, start: number): number {
  for (let index = start; index < text.length; index++) {
    if (text[index] === '\\') {
      index++;
    } else if (text[index] === character) {
      return index;
    }
  }
  return -1;
}

function closingBrace(text: string, open: number): number {
  let depth = 0;
  for (let index = open; index < text.length; index++) {
    if (text[index] === '\\') {
      index++;
    } else if (text[index] === '{') {
      depth++;
    } else if (text[index] === '}' && --depth === 0) {
      return index;
    }
  }
  return -1;
}
