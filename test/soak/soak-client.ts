import { Agent } from 'node:http';
import { exchange } from './exchange.js';
import type { Exchange, Message } from './exchange.js';

const META = 'io.modelcontextprotocol/';

type Params = Readonly<Record<string, unknown>>;
type Headers = Readonly<Record<string, string>>;

/** One caller with a connection of its own. */
export class SoakClient {
  session?: string;
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 2 });
  private lastId = 0;

  constructor(
    private readonly url: URL,
    readonly name: string,
  ) {}

  /** A request of 2026-07-28. */
  modern(method: string, params: Params = {}, leaveAfter?: number): Promise<Exchange> {
    const name = params['name'] ?? params['uri'];
    const meta = {
      [`${META}protocolVersion`]: '2026-07-28',
      [`${META}clientCapabilities`]: { elicitation: { form: {} } },
      progressToken: this.name,
    };
    return this.post(
      this.message(method, { ...params, _meta: meta }),
      {
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': method,
        ...(typeof name === 'string' && { 'mcp-name': name }),
      },
      leaveAfter,
    );
  }

  /** A request of 2025-11-25, of the session if there is one. */
  legacy(method: string, params: Params = {}, leaveAfter?: number): Promise<Exchange> {
    return this.post(this.message(method, params), this.legacyHeaders, leaveAfter);
  }

  batch(calls: readonly (readonly [method: string, params: Params])[]): Promise<Exchange> {
    const messages = calls.map(([method, params]) => this.message(method, params));
    return this.post(messages, { 'mcp-protocol-version': '2025-03-26' });
  }

  /** A text that need not be JSON. */
  post(body: unknown, headers: Headers = {}, leaveAfter?: number): Promise<Exchange> {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return this.send('POST', { 'content-type': 'application/json', ...headers }, text, leaveAfter);
  }

  send(method: string, headers: Headers, body?: string, leaveAfter?: number): Promise<Exchange> {
    return exchange({
      agent: this.agent,
      url: this.url,
      method,
      headers: {
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${this.name}`,
        ...headers,
      },
      body,
      leaveAfter,
    });
  }

  get legacyHeaders(): Headers {
    return {
      'mcp-protocol-version': '2025-11-25',
      ...(this.session !== undefined && { 'mcp-session-id': this.session }),
    };
  }

  /** Lets its connections go. It can go on with new ones. */
  disconnect(): void {
    this.agent.destroy();
  }

  /** The next id is one that no other client uses. */
  private message(method: string, params: Params): Message & { readonly jsonrpc: string } {
    return { jsonrpc: '2.0', id: `${this.name}-${++this.lastId}`, method, params };
  }
}
