import fc from 'fast-check';
import type { Material } from './material.js';
import { VERSIONS } from './messages.js';
import { mutatedText } from './mutations.js';

type Header = readonly [string, string];

/** What HTTP lets a header carry. */
const values = fc.string({
  unit: fc
    .integer({ min: 0x20, max: 0xff })
    .filter((code) => code !== 0x7f)
    .map((code) => String.fromCharCode(code)),
  maxLength: 40,
});

function header(name: string, ...known: readonly string[]): fc.Arbitrary<Header> {
  return fc.tuple(
    fc.constant(name),
    fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: values }),
  );
}

/** What goes beside the right headers, or instead of them. */
export function oddHeaders(material: Material): fc.Arbitrary<Header[]> {
  const session = fc.constantFrom(...material.sessions);
  return fc.array(
    fc.oneof(
      header('mcp-protocol-version', ...VERSIONS, '1999-01-01', ' 2025-11-25', ''),
      header('mcp-method', 'tools/call', 'tools/list', 'TOOLS/CALL', ''),
      header('mcp-name', ...material.tools, '=?base64?Zm9v?=', '=?base64?/////w==?=', ''),
      header('mcp-param-tenant-id', 'acme', '=?base64?Zm9v?=', ''),
      fc.tuple(fc.constant('mcp-session-id'), fc.oneof(session, session, mutatedHeader(session))),
      header('last-event-id', '0', 'x/1', '-1', ''),
      header(
        'accept',
        'application/json',
        'text/event-stream',
        '*/*',
        'text/html',
        ';q=0',
        'application/json;q=0',
        '',
      ),
      header(
        'content-type',
        'application/json',
        'application/json; charset=utf-8',
        'application/json; charset=utf-16',
        'application/json-rpc',
        'text/plain',
        'multipart/form-data; boundary=x',
        'application/x-www-form-urlencoded',
        '',
      ),
      header('content-encoding', 'gzip', 'br', 'identity', 'x'),
      header('origin', 'http://127.0.0.1', 'https://evil.example', 'null', ''),
      header('authorization', 'Bearer x', ''),
      header('cookie', 'a=b', '__proto__=1', ';;;'),
      header('host', '127.0.0.1', 'evil.example', '[::1]:x', '@'),
      header('x-http-method-override', 'DELETE', 'TRACE'),
      header('x-forwarded-for', '1.2.3.4', ''),
      header('expect', '100-continue'),
    ),
    { maxLength: 4 },
  );
}

function mutatedHeader(source: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return mutatedText(source).map((text) => text.replace(/[^\x20-\x7e]/g, '?').slice(0, 200));
}

/** The headers that belong to a message. */
export function headersOf(message: unknown): Header[] {
  const { method, params } = (message ?? {}) as { method?: unknown; params?: Record<string, unknown> };
  const meta = params?.['_meta'] as Record<string, unknown> | undefined;
  const version = meta?.['io.modelcontextprotocol/protocolVersion'];
  const general: Header[] = [
    ['content-type', 'application/json'],
    ['accept', 'application/json, text/event-stream'],
  ];
  if (typeof version !== 'string' || typeof method !== 'string') {
    return general;
  }
  const name = params?.['name'] ?? params?.['uri'];
  return [
    ...general,
    ['mcp-protocol-version', headerText(version)],
    ['mcp-method', headerText(method)],
    ...(typeof name === 'string' ? ([['mcp-name', headerText(name)]] as Header[]) : []),
  ];
}

/** As the specification has clients write what no header can carry. */
function headerText(text: string): string {
  return /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text) && text.length < 2_000
    ? text
    : `=?base64?${Buffer.from(text.slice(0, 500)).toString('base64')}?=`;
}
