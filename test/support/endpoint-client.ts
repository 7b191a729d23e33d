import { recordingFetch } from './wire/index.js';
import type { RecordingFetch, ServerMessage } from './wire/index.js';

export const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';
export const CAPABILITIES_KEY = 'io.modelcontextprotocol/clientCapabilities';
export const CLIENT_INFO_KEY = 'io.modelcontextprotocol/clientInfo';

export interface EndpointAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The JSON-RPC message of a JSON body; empty without one. */
  readonly message: ServerMessage;
  /** The `tools/call` result's first text. */
  readonly said: string;
}

type HeaderValues = Readonly<Record<string, string | undefined>>;
type Params = Readonly<Record<string, unknown>>;

/** Speaks to an MCP endpoint by hand, for what the official clients would never send. */
export class EndpointClient {
  /** Records what comes back, for `wire.assertValidMessages()`. */
  readonly wire: RecordingFetch = recordingFetch();

  constructor(readonly url: URL) {}

  /** A header that is `undefined` is left out. */
  async send(
    method: string,
    headers: HeaderValues = {},
    body?: string | Uint8Array,
  ): Promise<EndpointAnswer> {
    const present = Object.entries(headers).filter(([, value]) => value !== undefined) as [string, string][];
    const response = await this.wire(this.url, {
      method,
      headers: present,
      body: body as RequestInit['body'],
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') && text !== '';
    const message = isJson ? (JSON.parse(text) as ServerMessage) : {};
    return { status: response.status, headers: response.headers, text, message, said: saidIn(message) };
  }

  /** Posts a body as it is, or a value as JSON. */
  post(body: string | Uint8Array | object, headers: HeaderValues = {}): Promise<EndpointAnswer> {
    const isReady = typeof body === 'string' || body instanceof Uint8Array;
    return this.send(
      'POST',
      { 'content-type': 'application/json', ...headers },
      isReady ? body : JSON.stringify(body),
    );
  }

  /** A request of 2025-11-25, or of the version that `mcp-protocol-version` says. */
  legacy(method: string, params?: Params, headers: HeaderValues = {}): Promise<EndpointAnswer> {
    return this.post(
      { jsonrpc: '2.0', id: 1, method, params },
      { 'mcp-protocol-version': '2025-11-25', ...headers },
    );
  }

  /** A complete request of 2026-07-28. A header or `_meta` key set to undefined is left out. */
  modern(
    method: string,
    params: Params = {},
    headers: HeaderValues = {},
    meta: Params = {},
  ): Promise<EndpointAnswer> {
    const name = params['name'] ?? params['uri'];
    return this.post(
      {
        jsonrpc: '2.0',
        id: 1,
        method,
        params: { ...params, _meta: { [VERSION_KEY]: '2026-07-28', [CAPABILITIES_KEY]: {}, ...meta } },
      },
      {
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': method,
        'mcp-name': typeof name === 'string' ? name : undefined,
        ...headers,
      },
    );
  }

  callTool(name: string, args?: Params, headers: HeaderValues = {}): Promise<EndpointAnswer> {
    return this.legacy('tools/call', { name, arguments: args }, headers);
  }

  async toolNames(): Promise<string[]> {
    const { message } = await this.legacy('tools/list');
    return (message.result?.['tools'] as { name: string }[]).map(({ name }) => name);
  }
}

function saidIn(message: ServerMessage): string {
  const content = message.result?.['content'] as { text?: string }[] | undefined;
  return content?.[0]?.text ?? '';
}
