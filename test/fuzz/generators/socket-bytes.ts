import fc from 'fast-check';
import { VERSIONS } from './messages.js';

const bytes = fc.string({
  unit: fc.integer({ min: 0, max: 0xff }).map((code) => String.fromCharCode(code)),
  maxLength: 60,
});

const LIST = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';

function post(headers: string, body: string): string {
  return `POST /mcp HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n${headers}\r\n${body}`;
}

/** Requests that are no HTTP, or not quite. */
export const socketBytes: fc.Arbitrary<string> = fc.oneof(
  bytes,
  bytes.map((junk) => post(`content-length: ${LIST.length}\r\n`, junk)),
  // Chunks of a wrong length, without an end, or with anything in between.
  fc
    .tuple(fc.constantFrom('2e', '2f', 'ffffffffff', '-1', 'zz', '', '0'), bytes)
    .map(([length, junk]) => post('transfer-encoding: chunked\r\n', `${length}\r\n${LIST}\r\n${junk}`)),
  fc.nat(LIST.length).map((length) => post(`content-length: ${LIST.length}\r\n`, LIST.slice(0, length))),
  fc
    .tuple(fc.nat(60), fc.nat(60))
    .map(([first, second]) => post(`content-length: ${first}\r\ncontent-length: ${second}\r\n`, LIST)),
  fc.constant(post(`content-length: ${LIST.length}\r\ntransfer-encoding: chunked\r\n`, LIST)),
  fc
    .tuple(fc.constantFrom('mcp-protocol-version', 'mcp-session-id', 'mcp-method', 'accept', 'host'), bytes)
    .map(([name, junk]) =>
      post(`${name}: ${VERSIONS[0]}\r\n${name}: ${junk}\r\ncontent-length: ${LIST.length}\r\n`, LIST),
    ),
  bytes.map((junk) => post(`${junk}: x\r\ncontent-length: ${LIST.length}\r\n`, LIST)),
  fc.constant(post(`x-long: ${'x'.repeat(20_000)}\r\ncontent-length: ${LIST.length}\r\n`, LIST)),
  bytes.map((junk) => `GET /mcp${junk} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`),
  bytes.map((junk) => `${junk} /mcp HTTP/1.1\r\nhost: x\r\n\r\n`),
  fc.constant(`POST /mcp HTTP/0.9\r\n\r\n${LIST}`),
  fc.constant('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  // Pipelined: what is left of the first one's body would be the second one.
  fc.constant(post(`content-length: ${LIST.length}\r\n`, LIST).repeat(3)),
  fc.constant('CONNECT /mcp HTTP/1.1\r\nhost: x\r\n\r\n'),
  fc.constant('GET /mcp HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'),
);
