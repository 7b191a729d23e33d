import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { FuzzRequest, HttpFuzz } from '../fuzz-request.js';
import { headersOf, oddHeaders } from './headers.js';
import { jsonValues } from './json-values.js';
import type { Material } from './material.js';
import { messages, responses } from './messages.js';
import { mutatedMessage, mutatedText } from './mutations.js';
import { socketBytes } from './socket-bytes.js';

const METHODS = ['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD', 'PROPFIND', 'TRACE'];
const PATHS = ['/mcp/', '/mcp?x=1', '/MCP', '/mcp/x', '//mcp', '/mcp%2f', '/mcp?%ff'];

/** Requests to the endpoint of all kinds, right ones among them. */
export function fuzzRequests(material: Material): fc.Arbitrary<FuzzRequest> {
  const message = messages(material);
  const posted = fc.oneof(
    { weight: 9, arbitrary: message },
    { weight: 4, arbitrary: mutatedMessage(message) },
    { weight: 1, arbitrary: responses },
    { weight: 1, arbitrary: fc.array(fc.oneof(message, mutatedMessage(message)), { maxLength: 5 }) },
    { weight: 1, arbitrary: jsonValues },
  );
  const odd = oddHeaders(material);
  const right = posted.map((value) => post(value));
  return fc.oneof(
    { weight: 24, arbitrary: message.map((value) => post(value)) },
    { weight: 10, arbitrary: right },
    { weight: 6, arbitrary: fc.tuple(posted, odd).map(([value, headers]) => post(value, headers)) },
    {
      weight: 3,
      arbitrary: fc
        .tuple(posted, fc.constantFrom(...material.sessions))
        .map(([value, session]) => post(value, [['mcp-session-id', session]])),
    },
    {
      weight: 3,
      arbitrary: fc
        .tuple(message, mutatedText(message.map((value) => JSON.stringify(value))))
        .map(([value, text]): HttpFuzz => ({ ...post(value), body: { text } })),
    },
    {
      weight: 1,
      arbitrary: fc
        .uint8Array({ maxLength: 60 })
        .map((bytes): HttpFuzz => ({ ...post({}), body: { base64: Buffer.from(bytes).toString('base64') } })),
    },
    { weight: 1, arbitrary: right.map(compressed) },
    { weight: 1, arbitrary: right.map((request) => ({ ...request, isAborted: true })) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.constantFrom(...METHODS), odd, fc.option(message))
        .map(([method, headers, value]): HttpFuzz => ({
          kind: 'http',
          method,
          path: '/mcp',
          headers,
          ...(value && { body: { text: JSON.stringify(value) } }),
        })),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(right, fc.constantFrom(...PATHS))
        .map(([request, path]): HttpFuzz => ({ ...request, path })),
    },
    { weight: 2, arbitrary: socketBytes.map((bytes): FuzzRequest => ({ kind: 'socket', bytes })) },
  );
}

/** Later headers replace earlier ones of the same name. */
function post(value: unknown, headers: readonly (readonly [string, string])[] = []): HttpFuzz {
  return {
    kind: 'http',
    method: 'POST',
    path: '/mcp',
    headers: [...new Map([...headersOf(value), ...headers])],
    body: { text: JSON.stringify(value) },
  };
}

function compressed(request: HttpFuzz): HttpFuzz {
  const text = 'text' in request.body! ? request.body.text : '';
  return {
    ...request,
    headers: [...request.headers, ['content-encoding', 'gzip']],
    body: { base64: gzipSync(text).toString('base64') },
  };
}
