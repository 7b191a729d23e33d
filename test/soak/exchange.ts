import { request as sendHttp } from 'node:http';
import type { Agent, IncomingMessage } from 'node:http';

export interface Message {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string };
}

export interface Exchange {
  readonly status: number;
  readonly session: string | undefined;
  readonly messages: readonly Message[];
  /** Whether the answer is complete, and not given up by the client. */
  readonly isComplete: boolean;
}

export interface Sent {
  readonly agent: Agent;
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The client goes away as soon as there are so many messages; 0: when the head of the answer is there. */
  readonly leaveAfter?: number;
}

const PATIENCE_MS = 30_000;

/** One HTTP request, and the messages that come back. Fails when there is no answer in time. */
export function exchange({ agent, url, method, headers, body, leaveAfter }: Sent): Promise<Exchange> {
  return new Promise((resolve, reject) => {
    const outgoing = sendHttp(url, {
      agent,
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }) },
    });
    let hasLeft = false;
    const timer = setTimeout(() => outgoing.destroy(new Error('no answer in time')), PATIENCE_MS);
    outgoing.on('close', () => clearTimeout(timer));
    outgoing.on('error', (error) => hasLeft || reject(error));
    outgoing.on('response', (response) => {
      let text = '';
      const done = (isComplete: boolean) => {
        hasLeft = !isComplete;
        try {
          const session = response.headers['mcp-session-id'];
          resolve({
            status: response.statusCode!,
            session: typeof session === 'string' ? session : undefined,
            messages: messagesOf(response, text),
            isComplete,
          });
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
        }
        if (hasLeft) outgoing.destroy();
      };
      const look = () => {
        if (leaveAfter !== undefined && !hasLeft && messagesOf(response, text).length >= leaveAfter)
          done(false);
      };
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
        look();
      });
      response.on('error', (error) => hasLeft || reject(error));
      response.on('end', () => hasLeft || done(true));
      look();
    });
    outgoing.end(body);
  });
}

function messagesOf({ headers }: IncomingMessage, text: string): Message[] {
  if (headers['content-type']?.startsWith('text/event-stream')) {
    return text
      .slice(0, text.lastIndexOf('\n') + 1)
      .split('\n')
      .filter((line) => line.startsWith('data:') && line.trim() !== 'data:')
      .map((line) => JSON.parse(line.slice('data:'.length)) as Message);
  }
  // Read when it is whole.
  return text.endsWith('}') || text.endsWith(']') ? [JSON.parse(text) as Message | Message[]].flat() : [];
}
