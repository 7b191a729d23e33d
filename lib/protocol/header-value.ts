const SENTINEL_START = '=?base64?';
const SENTINEL_END = '?=';

/**
 * The text behind an `Mcp-Name` or `Mcp-Param-*` value; undefined when it has invalid characters or broken Base64.
 * Streamable HTTP, "Value Encoding".
 */
export function decodeHeaderValue(value: string): string | undefined {
  if (!hasValidCharacters(value)) return undefined;
  return isEncoded(value) ? decodeBase64(value.slice(SENTINEL_START.length, -SENTINEL_END.length)) : value;
}

/** The same the other way round: plain where a header can carry it as it is. */
export function encodeHeaderValue(text: string): string {
  const isPlain = hasValidCharacters(text) && text === text.trim() && text !== '' && !isEncoded(text);
  return isPlain ? text : `${SENTINEL_START}${Buffer.from(text).toString('base64')}${SENTINEL_END}`;
}

function isEncoded(value: string): boolean {
  return (
    value.length >= SENTINEL_START.length + SENTINEL_END.length &&
    value.startsWith(SENTINEL_START) &&
    value.endsWith(SENTINEL_END)
  );
}

/** Node's decoder skips what it does not know; encoding back tells whether it skipped, in Base64 and in UTF-8. */
function decodeBase64(payload: string): string | undefined {
  const bytes = Buffer.from(payload, 'base64');
  if (bytes.toString('base64') !== payload) return undefined;
  const text = bytes.toString('utf8');
  return Buffer.from(text, 'utf8').equals(bytes) ? text : undefined;
}

/** Visible ASCII, space and tab. */
function hasValidCharacters(value: string): boolean {
  for (let index = 0; index < value.length; index++) {
    const code = value.charCodeAt(index);
    if ((code < 0x20 && code !== 0x09) || code > 0x7e) return false;
  }
  return true;
}
