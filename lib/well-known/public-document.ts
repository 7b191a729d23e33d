import type { HttpServer } from '@nestjs/common';
import type { ServerResponse } from 'node:http';

/** JSON that everybody may read, at a path of its own. */
export interface PublicDocument {
  readonly path: string;
  /** Whether it is the same for everybody, so that it may be kept. */
  readonly isCacheable: boolean;
  /** Its text for a Fastify or Express request. */
  write(request: object): string | Promise<string>;
}

interface FastifyReplyLike {
  code(status: number): this;
  headers(headers: Readonly<Record<string, string>>): this;
  send(body: string): unknown;
}

type Respond = (response: object, status: number, headers: Record<string, string>, body: string) => void;

/** Pages of every origin read such documents before they have a token. */
const CORS_HEADERS = { 'access-control-allow-origin': '*' };
const PREFLIGHT_HEADERS = {
  ...CORS_HEADERS,
  'access-control-allow-methods': 'GET',
  // Browser clients send MCP-Protocol-Version along.
  'access-control-allow-headers': '*',
  'access-control-max-age': '86400',
};

/**
 * Serves a document past Nest: its guards, which know no public routes, would keep out those whom it tells how to get in.
 * Must be called before the routes of the application are registered.
 */
export function servePublicDocument(adapter: HttpServer, document: PublicDocument): void {
  const respond = adapter.getType() === 'fastify' ? respondOnFastify : respondOnExpress;
  const headers = {
    ...CORS_HEADERS,
    'content-type': 'application/json; charset=utf-8',
    'cache-control': document.isCacheable ? 'public, max-age=300' : 'no-store',
  };
  const answer = async (request: object, response: object): Promise<void> =>
    respond(response, 200, headers, await document.write(request));
  const answerPreflight = (_request: object, response: object): void =>
    respond(response, 204, PREFLIGHT_HEADERS, '');
  adapter.get(document.path, answer);
  adapter.options(document.path, answerPreflight);
}

const respondOnFastify: Respond = (reply, status, headers, body) => {
  (reply as FastifyReplyLike).code(status).headers(headers).send(body);
};

const respondOnExpress: Respond = (response, status, headers, body) => {
  (response as ServerResponse).writeHead(status, headers).end(body);
};
