import { request } from 'node:http';
import { CAPABILITIES_KEY, VERSION_KEY } from '../support/endpoint-client.js';
import type { ServerMessage } from '../support/wire/index.js';

export interface Refusal {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** The JSON-RPC message, also of an event stream; empty when there is none. */
  readonly message: ServerMessage;
}

type Headers = Readonly<Record<string, string | string[]>>;
type Params = Readonly<Record<string, unknown>>;

/** Sends what no client would: any header, any host, any bytes. */
export class Attacker {
  constructor(
    readonly origin: string,
    private readonly token?: string,
  ) {}

  /** Headers with a list of values are sent several times. */
  send(method: string, headers: Headers = {}, body?: string | Buffer, path = '/mcp'): Promise<Refusal> {
    const { hostname, port } = new URL(this.origin);
    const all: Headers = {
      ...(this.token !== undefined && { authorization: `Bearer ${this.token}` }),
      ...headers,
    };
    return new Promise((resolve, reject) => {
      const outgoing = request(
        { method, hostname, port, path, agent: false, setHost: !('host' in all), headers: all },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () => {
            const text = Buffer.concat(chunks).toString();
            resolve({
              status: response.statusCode!,
              headers: response.headers,
              text,
              message: messageIn(text),
            });
          });
        },
      );
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  }

  post(body: object | string | Buffer, headers: Headers = {}): Promise<Refusal> {
    const isReady = typeof body === 'string' || body instanceof Buffer;
    return this.send(
      'POST',
      { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
      isReady ? body : JSON.stringify(body),
    );
  }

  legacy(method: string, params?: Params, headers: Headers = {}): Promise<Refusal> {
    return this.post(
      { jsonrpc: '2.0', id: 1, method, params },
      { 'mcp-protocol-version': '2025-11-25', ...headers },
    );
  }

  modern(
    method: string,
    params: Params = {},
    headers: Headers = {},
    capabilities: Params = {},
  ): Promise<Refusal> {
    const name = params['name'] ?? params['uri'];
    return this.post(
      {
        jsonrpc: '2.0',
        id: 1,
        method,
        params: { ...params, _meta: { [VERSION_KEY]: '2026-07-28', [CAPABILITIES_KEY]: capabilities } },
      },
      {
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': method,
        ...(typeof name === 'string' && /^[\x21-\x7e]+$/.test(name) && { 'mcp-name': name }),
        ...headers,
      },
    );
  }

  call(name: string, args: unknown = {}, headers: Headers = {}): Promise<Refusal> {
    return this.legacy('tools/call', { name, arguments: args }, headers);
  }

  /** Begins a session and returns its id. */
  async begin(): Promise<string> {
    const { headers } = await this.legacy('initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'x', version: '1' },
    });
    return headers['mcp-session-id'] as string;
  }
}

function messageIn(text: string): ServerMessage {
  const json = text.startsWith('{')
    ? text
    : text
        .split('\n')
        .findLast((line) => line.startsWith('data: {'))
        ?.slice(6);
  return json === undefined ? {} : (JSON.parse(json) as ServerMessage);
}
