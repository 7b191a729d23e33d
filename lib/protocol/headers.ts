import type { IncomingHttpHeaders } from 'node:http';

export const VERSION_HEADER = 'mcp-protocol-version';
export const METHOD_HEADER = 'mcp-method';
export const NAME_HEADER = 'mcp-name';
/** Of legacy versions. */
export const SESSION_HEADER = 'mcp-session-id';
export const LAST_EVENT_HEADER = 'last-event-id';
export const PARAMETER_HEADER_PREFIX = 'mcp-param-';

const SPACE = 0x20;
const TAB = 0x09;

/**
 * A header's value without the whitespace around it; `name` in lower case.
 * A header sent twice reads as one value joined with commas, as Node does it, so it equals neither of the two.
 */
export function headerValue(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  if (value === undefined) return undefined;
  return trimWhitespace(typeof value === 'string' ? value : value.join(', '));
}

/** Only spaces and tabs: RFC 9110 knows no other whitespace, `String.trim` does. */
function trimWhitespace(value: string): string {
  let start = 0;
  let end = value.length;
  while (start < end && isWhitespace(value.charCodeAt(start))) start++;
  while (end > start && isWhitespace(value.charCodeAt(end - 1))) end--;
  return start === 0 && end === value.length ? value : value.slice(start, end);
}

function isWhitespace(code: number): boolean {
  return code === SPACE || code === TAB;
}
