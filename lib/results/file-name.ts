const EXTENDED = /;\s*filename\*\s*=\s*utf-8'[^']*'([^\s;]+)/i;
const QUOTED = /;\s*filename\s*=\s*"((?:[^"\\]|\\.)*)"/i;
const TOKEN = /;\s*filename\s*=\s*([^\s";]+)/i;

/** The file name in a `content-disposition` header, without folders (RFC 6266). */
export function fileName(header: string | undefined): string | undefined {
  if (!header) {
    return undefined;
  }
  const name =
    decoded(EXTENDED.exec(header)?.[1]) ??
    QUOTED.exec(header)?.[1]?.replace(/\\(.)/g, '$1') ??
    TOKEN.exec(header)?.[1];
  return name?.split(/[/\\]/).at(-1) || undefined;
}

function decoded(name: string | undefined): string | undefined {
  try {
    return name && decodeURIComponent(name);
  } catch {
    return undefined;
  }
}
