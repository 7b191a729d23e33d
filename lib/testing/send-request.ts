import { request as sendHttp } from 'node:http';
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { request as sendHttps } from 'node:https';
import { urlToHttpOptions } from 'node:url';

export interface OutgoingRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: OutgoingHttpHeaders;
  readonly body?: string | Buffer;
}

export interface IncomingResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/**
 * Sends a request over a socket of its own. Not with `fetch()`, which resolves `..` in paths, follows redirects and
 * refuses a body with GET.
 */
export function sendRequest(
  origin: URL,
  { method, path, headers, body }: OutgoingRequest,
): Promise<IncomingResponse> {
  return new Promise((resolve, reject) => {
    const send = origin.protocol === 'https:' ? sendHttps : sendHttp;
    const length = body === undefined ? undefined : Buffer.byteLength(body);
    const request = send({
      ...urlToHttpOptions(origin),
      method,
      path,
      agent: false,
      headers: length === undefined ? headers : { ...headers, 'content-length': length },
    });
    request.on('error', reject);
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks),
        }),
      );
    });
    request.end(body);
  });
}
