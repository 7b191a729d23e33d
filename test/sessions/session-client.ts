import { EndpointClient } from '../support/endpoint-client.js';
import type { EndpointAnswer } from '../support/endpoint-client.js';

type Params = Readonly<Record<string, unknown>>;

/** Speaks to an endpoint by hand, in a session once it has begun one. */
export class SessionClient extends EndpointClient {
  sessionId?: string;
  version = '2025-11-25';
  extraHeaders: Record<string, string> = {};

  get headers(): Record<string, string> {
    return {
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': this.version,
      ...(this.sessionId !== undefined && { 'mcp-session-id': this.sessionId }),
      ...this.extraHeaders,
    };
  }

  async begin(capabilities: Params = {}, version = '2025-11-25'): Promise<EndpointAnswer> {
    this.version = version;
    const answer = await this.post(
      {
        jsonrpc: '2.0',
        id: 0,
        method: 'initialize',
        params: { protocolVersion: version, capabilities, clientInfo: { name: 'by-hand', version: '1' } },
      },
      { accept: 'application/json, text/event-stream', ...this.extraHeaders },
    );
    this.sessionId = answer.headers.get('mcp-session-id') ?? undefined;
    return answer;
  }

  ask(method: string, params?: Params, id: string | number = 1): Promise<EndpointAnswer> {
    return this.post({ jsonrpc: '2.0', id, method, params }, this.headers);
  }

  tell(method: string, params?: Params): Promise<EndpointAnswer> {
    return this.post({ jsonrpc: '2.0', method, params }, this.headers);
  }

  end(): Promise<EndpointAnswer> {
    return this.send('DELETE', this.headers);
  }
}
