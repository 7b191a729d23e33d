import type { IncomingHttpHeaders } from 'node:http';
import { ProtocolServer } from '../../lib/protocol/index.js';
import type { HeaderParameter, Method, MethodRequest, MethodResult } from '../../lib/protocol/index.js';

export const VERSION = 'io.modelcontextprotocol/protocolVersion';
export const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';
export const INFO = 'io.modelcontextprotocol/clientInfo';

/** What a client sees of an answer. */
export interface Seen {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string | undefined;
  /** The JSON-RPC message, or the array of them. */
  readonly message: JsonRpcMessage & JsonRpcMessage[];
}

export interface JsonRpcMessage {
  readonly jsonrpc: string;
  readonly id?: unknown;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

export const TOOL_HEADERS: Record<string, readonly HeaderParameter[]> = {
  query: [
    { header: 'Region', path: ['region'], type: 'string' },
    { header: 'Limit', path: ['limit'], type: 'integer' },
    { header: 'Dry-Run', path: ['options', 'dryRun'], type: 'boolean' },
  ],
  odd: [{ header: 'Odd', path: ['constructor'], type: 'string' }],
};

const BOTH = ['modern', 'legacy'] as const;

/** A server with one method of each sort. `seen` collects what the methods were given. */
export function exampleServer(overrides: Record<string, (request: MethodRequest) => MethodResult> = {}) {
  const seen: MethodRequest[] = [];
  const errors: unknown[] = [];
  const method = (name: string, rest: Partial<Method> = {}): Method => ({
    name,
    eras: BOTH,
    ...rest,
    handle(request) {
      seen.push(request);
      const override = overrides[name];
      return override === undefined ? (rest.handle?.(request) ?? { served: name }) : override(request);
    },
  });
  const server = new ProtocolServer(
    [
      method('server/discover', { eras: ['modern'] }),
      method('initialize', {
        eras: ['legacy'],
        handle: (request) => ({ protocolVersion: request.version }),
      }),
      method('ping', { eras: ['legacy'], handle: () => ({}) }),
      method('tools/list'),
      method('tools/call', {
        nameParameter: 'name',
        headerParameters: (params) => TOOL_HEADERS[String(params['name'])],
      }),
      method('resources/read', { nameParameter: 'uri' }),
      method('prompts/get', { nameParameter: 'name' }),
      method('tasks/get', { eras: ['modern'], nameParameter: 'taskId' }),
      method('tasks/update', { eras: ['modern'], nameParameter: 'taskId' }),
      method('tasks/cancel', { eras: ['modern'], nameParameter: 'taskId' }),
      method('skills/get', { eras: ['modern'], nameParameter: 'uri', nameHeader: 'when-sent' }),
      method('resources/directory/read', { eras: ['modern'], nameParameter: 'uri', nameHeader: 'when-sent' }),
    ],
    { onError: (error) => errors.push(error) },
  );

  const send = async (message: {
    httpMethod?: string;
    headers?: IncomingHttpHeaders;
    body?: unknown;
    exchange?: unknown;
  }): Promise<Seen> => {
    const answer = await server.handle({
      httpMethod: message.httpMethod ?? 'POST',
      headers: { 'content-type': 'application/json', ...message.headers },
      body: message.body,
      exchange: message.exchange,
    });
    const text = answer.body === undefined ? undefined : Buffer.from(answer.body as string).toString();
    const json = answer.headers['content-type'] === 'application/json' ? text : undefined;
    return {
      status: answer.status,
      headers: answer.headers,
      text,
      message: (json === undefined ? undefined : JSON.parse(json)) as Seen['message'],
    };
  };

  /** A complete 2026-07-28 request; a header set to undefined is left out. */
  const modern = (
    method: string,
    params: Record<string, unknown> = {},
    headers: IncomingHttpHeaders = {},
    meta: Record<string, unknown> = {},
  ): Promise<Seen> =>
    send({
      headers: {
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': method,
        ...headers,
      },
      body: {
        jsonrpc: '2.0',
        id: 1,
        method,
        params: { ...params, _meta: { [VERSION]: '2026-07-28', [CAPABILITIES]: {}, ...meta } },
      },
    });

  const legacy = (
    method: string,
    params?: Record<string, unknown>,
    headers: IncomingHttpHeaders = { 'mcp-protocol-version': '2025-11-25' },
  ): Promise<Seen> => send({ headers, body: { jsonrpc: '2.0', id: 1, method, params } });

  return { server, send, modern, legacy, seen, errors };
}
