import { request as requestHttp } from 'node:http';
import type { Agent, IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';

/** The endpoint that messages are carried to. */
export interface Endpoint {
  readonly url: URL;
  /** Headers of every request, with credentials for example. */
  readonly headers: Readonly<Record<string, string>>;
  readonly agent?: Agent;
}

export interface HttpRequest {
  readonly method: 'POST' | 'GET' | 'DELETE';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal;
}

/**
 * Sends one request. Not `fetch()`, which gives answers up that take five minutes, and follows redirects with the body.
 *
 * @throws the error of the connection when there is no answer
 */
export function exchange(
  { url, headers: common, agent }: Endpoint,
  { method, headers, body, signal }: HttpRequest,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? requestHttps : requestHttp;
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const outgoing = send(url, { method, headers: { ...headers, ...length, ...common }, agent, signal });
    outgoing.on('error', reject);
    outgoing.on('response', (response) => {
      // What breaks off is noticed by who reads.
      response.on('error', () => undefined);
      response.setEncoding('utf8');
      resolve(response);
    });
    outgoing.end(body);
  });
}

export async function readText(response: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const chunk of response) {
    text += chunk;
  }
  return text;
}

/** The media type of a response, without parameters. */
export function mediaTypeOf({ headers }: IncomingMessage): string {
  return (headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase();
}
