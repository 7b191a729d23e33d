import { createServer } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface ReceivedRequest {
  readonly verb: string;
  readonly headers: IncomingHttpHeaders;
  readonly message: { readonly id?: unknown; readonly method?: string } | undefined;
}

type Script = (request: ReceivedRequest, response: ServerResponse) => void;

/** An endpoint that answers as a test says. */
export class ScriptedServer {
  readonly received: ReceivedRequest[] = [];
  private readonly server: Server;

  constructor(private readonly script: Script) {
    this.server = createServer((request, response) => void this.handle(request, response));
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/mcp`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const received = {
      verb: request.method!,
      headers: request.headers,
      message: body === '' ? undefined : (JSON.parse(body) as ReceivedRequest['message']),
    };
    this.received.push(received);
    this.script(received, response);
  }
}

export function answerJson(
  response: ServerResponse,
  value: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
}

/** Answers as a server with sessions does: true when it has. */
export function answerHandshake({ verb, message }: ReceivedRequest, response: ServerResponse): boolean {
  if (message?.method === 'initialize') {
    const result = {
      protocolVersion: '2025-11-25',
      capabilities: {},
      serverInfo: { name: 's', version: '1' },
    };
    answerJson(response, { jsonrpc: '2.0', id: message.id, result }, { 'mcp-session-id': 'session-1' });
    return true;
  }
  if (verb === 'DELETE' || (message && message.id === undefined)) {
    response.writeHead(verb === 'DELETE' ? 204 : 202).end();
    return true;
  }
  return false;
}
