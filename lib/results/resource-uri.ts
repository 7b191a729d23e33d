const NOT_IN_URI = /%(?![0-9A-Fa-f]{2})|[^A-Za-z0-9\-._~:/?#@!$&'()*+,;=%]/gu;

/**
 * URI of a file that a route answered with: `nest:///items/1/report.pdf` for `report.pdf` from `/items/1`.
 * An absolute URL keeps its scheme.
 */
export function resourceUri(url: string, file?: string): string {
  const [path = '', query] = split(url, '?');
  const named = file === undefined ? path : withFile(path, percentEncode(file.replace(/[?#%]/g, hex)));
  const target = percentEncode(query === undefined ? named : `${named}?${query}`);
  if (/^[a-z][a-z0-9+.-]*:/i.test(target)) {
    return target;
  }
  return `nest://${target.startsWith('/') ? '' : '/'}${target}`;
}

function withFile(path: string, file: string): string {
  const folder = path.replace(/\/+$/, '');
  return folder.endsWith(`/${file}`) ? folder : `${folder}/${file}`;
}

function split(text: string, separator: string): [string, string?] {
  const index = text.indexOf(separator);
  return index < 0 ? [text] : [text.slice(0, index), text.slice(index + 1)];
}

function percentEncode(text: string): string {
  return text.replace(NOT_IN_URI, hex);
}

function hex(character: string): string {
  return Array.from(
    Buffer.from(character),
    (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
  ).join('');
}
