import { request } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, Server } from 'node:http';
import { Server as TlsServer } from 'node:tls';
import { connectInMemory } from '../../memory-connection/index.js';

export interface MemoryPost {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface MemoryAnswer {
  readonly status: number;
  readonly text: string;
}

/**
 * Sends a request to an HTTP server of this process, over a connection that no network has.
 *
 * @param whenConnected gets the server's end of it
 */
export function postInMemory(
  server: Server,
  { path, headers, body }: MemoryPost,
  whenConnected: (socket: object) => void,
): Promise<MemoryAnswer> {
  return new Promise((resolve, reject) => {
    const outgoing = request({
      method: 'POST',
      path,
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      createConnection: () => {
        const [client, served] = connectInMemory();
        whenConnected(served);
        // What a TLS server does once the handshake is over.
        server.emit(server instanceof TlsServer ? 'secureConnection' : 'connection', served);
        return client;
      },
    });
    outgoing.on('error', reject);
    outgoing.on('response', (response: IncomingMessage) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('error', reject);
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    outgoing.end(body);
  });
}
