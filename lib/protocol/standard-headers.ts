import type { IncomingHttpHeaders } from 'node:http';
import { decodeHeaderValue } from './header-value.js';
import { headerValue, METHOD_HEADER, NAME_HEADER } from './headers.js';
import type { JsonObject } from './json-rpc.js';
import { headerMismatch, invalidParams } from './protocol-error.js';
import { quoted } from './quoted.js';

/** Streamable HTTP, "Server Validation": a gateway may have routed by the header, so it must say what the body says. */
export function checkVersionHeader(sent: string | undefined, version: string): void {
  if (sent === version) return;
  throw headerMismatch(
    sent === undefined
      ? 'MCP-Protocol-Version is missing. Send the version that params._meta names'
      : `MCP-Protocol-Version is ${quoted(sent)} but params._meta names ${quoted(version)}`,
  );
}

export function checkMethodHeader(headers: IncomingHttpHeaders, method: string): void {
  const sent = headerValue(headers, METHOD_HEADER);
  if (sent === method) return;
  throw headerMismatch(
    sent === undefined
      ? 'Mcp-Method is missing. Send the method of the message in it'
      : `Mcp-Method is ${quoted(sent)} but the method is ${quoted(method)}`,
  );
}

export function checkNameHeader(
  headers: IncomingHttpHeaders,
  params: JsonObject,
  nameParameter: string,
  required: boolean,
): void {
  const sent = headerValue(headers, NAME_HEADER);
  if (sent === undefined && !required) return;
  const name = params[nameParameter];
  if (typeof name !== 'string') {
    throw invalidParams(`params.${nameParameter} must be a string`, { httpStatus: 400 });
  }
  if (sent === undefined) {
    throw headerMismatch(`Mcp-Name is missing. Send params.${nameParameter} in it`);
  }
  const decoded = decodeHeaderValue(sent);
  if (decoded === undefined) {
    throw headerMismatch(
      'Mcp-Name has invalid characters or invalid Base64. Send visible ASCII, or =?base64?...?= with padded Base64 of UTF-8',
    );
  }
  if (decoded !== name) {
    throw headerMismatch(`Mcp-Name is ${quoted(decoded)} but params.${nameParameter} is ${quoted(name)}`);
  }
}
