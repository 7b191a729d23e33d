import type { IncomingHttpHeaders } from 'node:http';
import { decodeHeaderValue } from './header-value.js';
import { headerValue, PARAMETER_HEADER_PREFIX } from './headers.js';
import { isJsonObject } from './json-rpc.js';
import { isTextOfNumber } from './number-text.js';
import { headerMismatch } from './protocol-error.js';
import { quoted } from './quoted.js';

/** A header that mirrors an argument (`x-mcp-header`). */
export interface HeaderParameter {
  /** The part after `Mcp-Param-`. */
  readonly header: string;
  /** Property names from the arguments' root to the mirrored value. */
  readonly path: readonly string[];
  readonly type: 'string' | 'integer' | 'boolean';
}

/** Streamable HTTP, "Server Behavior for Custom Headers": each declared header equals its argument, or both are absent. */
export function checkParameterHeaders(
  parameters: readonly HeaderParameter[],
  args: unknown,
  headers: IncomingHttpHeaders,
): void {
  for (const parameter of parameters) {
    const sent = headerValue(headers, PARAMETER_HEADER_PREFIX + parameter.header.toLowerCase());
    checkParameterHeader(parameter, valueAt(args, parameter.path), sent);
  }
}

function checkParameterHeader(parameter: HeaderParameter, value: unknown, sent: string | undefined): void {
  if (value === undefined || value === null) {
    if (sent === undefined) return;
    throw headerMismatch(
      `${headerName(parameter)} is sent but ${argumentName(parameter)} has no value. Leave the header out`,
    );
  }
  if (sent === undefined) {
    throw headerMismatch(
      `${headerName(parameter)} is missing. The tool mirrors ${argumentName(parameter)} in it (x-mcp-header in its inputSchema)`,
    );
  }
  const text = decodeHeaderValue(sent);
  if (text === undefined) {
    throw headerMismatch(
      `${headerName(parameter)} has invalid characters or invalid Base64. Send visible ASCII, or =?base64?...?= with padded Base64 of UTF-8`,
    );
  }
  if (!isTextOf(text, value)) {
    throw headerMismatch(
      `${headerName(parameter)} is ${quoted(text)}, which is not the value of ${argumentName(parameter)}`,
    );
  }
}

/** Compares with the value that was sent, not with the declared type: judging the type is the tool's work. */
function isTextOf(text: string, value: unknown): boolean {
  switch (typeof value) {
    case 'string':
      return text === value;
    case 'number':
      return isTextOfNumber(text, value);
    case 'boolean':
      return text === (value ? 'true' : 'false');
    default:
      return false;
  }
}

function valueAt(args: unknown, path: readonly string[]): unknown {
  let value = args;
  for (const key of path) {
    if (!isJsonObject(value) || !Object.hasOwn(value, key)) return undefined;
    value = value[key];
  }
  return value;
}

function headerName(parameter: HeaderParameter): string {
  return `Mcp-Param-${parameter.header}`;
}

function argumentName(parameter: HeaderParameter): string {
  return `params.arguments.${parameter.path.join('.')}`;
}
