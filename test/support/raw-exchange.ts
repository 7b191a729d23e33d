import { request } from 'node:http';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { CAPABILITIES_KEY, VERSION_KEY } from './endpoint-client.js';

export interface WireMessage {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string };
}

type Params = Readonly<Record<string, unknown>>;

/** One POST, or a GET when there is no body, to an endpoint on a connection of its own, whose answer is read as it comes. */
export class RawExchange {
  text = '';
  /** Whether the answer is complete. */
  isComplete = false;
  response?: IncomingMessage;
  /** Settles when the connection is closed or the answer complete. */
  readonly ended: Promise<void>;

  private readonly outgoing: ClientRequest;
  private readonly waiting = new Set<() => void>();

  constructor(url: URL, body: object | undefined, headers: Readonly<Record<string, string>> = {}) {
    this.outgoing = request(url, {
      method: body ? 'POST' : 'GET',
      agent: false,
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        accept: 'application/json, text/event-stream',
        ...headers,
      },
    });
    this.ended = new Promise((resolve) => {
      this.outgoing.on('error', () => resolve());
      this.outgoing.on('response', (response: IncomingMessage) => {
        this.response = response;
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => {
          this.text += chunk;
          this.look();
        });
        response.on('end', () => {
          this.isComplete = true;
        });
        response.on('error', () => undefined);
        response.on('close', () => {
          resolve();
          this.look();
        });
        this.look();
      });
    });
    this.outgoing.end(body && JSON.stringify(body));
  }

  /** The messages of an event stream so far, or the one of a JSON body. */
  get messages(): WireMessage[] {
    if (!this.response?.headers['content-type']?.startsWith('text/event-stream')) {
      return this.isComplete && this.text !== '' ? [JSON.parse(this.text) as WireMessage] : [];
    }
    return this.text
      .slice(0, this.text.lastIndexOf('\n') + 1)
      .split('\n')
      .filter((line) => line.startsWith('data:') && line !== 'data:')
      .map((line) => JSON.parse(line.slice('data:'.length)) as WireMessage);
  }

  get methods(): (string | undefined)[] {
    return this.messages.map(({ method }) => method);
  }

  /** Waits until what has come satisfies the condition. */
  async until(isThere: (exchange: this) => boolean): Promise<void> {
    while (!isThere(this)) {
      await new Promise<void>((resolve) => this.waiting.add(resolve));
    }
  }

  async whole(): Promise<this> {
    await this.ended;
    return this;
  }

  /** The client goes away. */
  close(): void {
    this.outgoing.destroy();
  }

  /** The client takes nothing more. */
  async stall(): Promise<Socket> {
    if (!this.response) {
      await once(this.outgoing, 'response');
    }
    this.response!.socket.pause();
    return this.response!.socket;
  }

  private look(): void {
    const waiting = [...this.waiting];
    this.waiting.clear();
    waiting.forEach((resolve) => resolve());
  }
}

/** Sends a complete request of 2026-07-28. */
export function sendModern(
  url: URL,
  method: string,
  params: Params = {},
  meta: Params = {},
  headers: Readonly<Record<string, string>> = {},
  id: string | number = 1,
): RawExchange {
  const name = params['name'] ?? params['uri'];
  return new RawExchange(
    url,
    {
      jsonrpc: '2.0',
      id,
      method,
      params: { ...params, _meta: { [VERSION_KEY]: '2026-07-28', [CAPABILITIES_KEY]: {}, ...meta } },
    },
    {
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(typeof name === 'string' && { 'mcp-name': name }),
      ...headers,
    },
  );
}
