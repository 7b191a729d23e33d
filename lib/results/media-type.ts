import { TextDecoder } from 'node:util';

const TEXT_SUFFIX = /[/+](json|xml|yaml)$/;
const TEXT_TYPES = new Set([
  'application/ecmascript',
  'application/graphql',
  'application/javascript',
  'application/jsonl',
  'application/sql',
  'application/toml',
  'application/x-javascript',
  'application/x-ndjson',
  'application/x-www-form-urlencoded',
  'application/x-yaml',
]);

export interface MediaType {
  /** `type/subtype` in lower case. */
  readonly essence: string;
  readonly charset: string;
}

/** Reads a `content-type` header. */
export function parseMediaType(header: string | undefined): MediaType | undefined {
  const essence = header?.split(';', 1)[0]?.trim().toLowerCase();
  if (!header || !essence || !/^[^\s/]+\/[^\s/]+$/.test(essence)) {
    return undefined;
  }
  const charset = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(header)?.[1] ?? 'utf-8';
  return { essence, charset };
}

/** Whether bytes of a media type are something to read: markup such as SVG is, too. */
export function isTextType(essence: string): boolean {
  return essence.startsWith('text/') || TEXT_SUFFIX.test(essence) || TEXT_TYPES.has(essence);
}

export function isJsonType(essence: string): boolean {
  return /[/+]json$/.test(essence);
}

/** Text of bytes in a charset, UTF-8 when the charset is unknown. */
export function decodeText(bytes: Uint8Array, charset: string): string {
  return textDecoder(charset).decode(bytes);
}

function textDecoder(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}
