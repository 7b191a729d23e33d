import { connect } from 'node:net';
import { Agent, request as sendHttp } from 'node:http';
import type { ClientRequest, IncomingMessage } from 'node:http';
import type { FuzzAnswer, FuzzRequest, HttpFuzz } from './fuzz-request.js';

/** How long an answer may take before there is none. */
const PATIENCE_MS = 15_000;

/** A request that cannot be written, since Node's client refuses what is in it. */
export const UNWRITABLE = Symbol('unwritable');

export type Outcome = FuzzAnswer | 'no answer' | 'connection closed' | 'client went away' | typeof UNWRITABLE;

/** Sends requests as they are, over connections that stay open. */
export class FuzzClient {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 8 });

  constructor(private readonly url: URL) {}

  send(request: FuzzRequest): Promise<Outcome> {
    return request.kind === 'http' ? this.sendHttp(request) : this.sendBytes(request.bytes);
  }

  close(): void {
    this.agent.destroy();
  }

  private sendHttp(fuzz: HttpFuzz): Promise<Outcome> {
    const body =
      fuzz.body &&
      ('text' in fuzz.body ? Buffer.from(fuzz.body.text) : Buffer.from(fuzz.body.base64, 'base64'));
    return new Promise((resolve) => {
      let outgoing: ClientRequest;
      try {
        outgoing = sendHttp({
          host: this.url.hostname,
          port: this.url.port,
          method: fuzz.method,
          path: fuzz.path,
          agent: this.agent,
          headers: Object.fromEntries([
            ...fuzz.headers,
            ...(body ? [['content-length', String(body.length)]] : []),
          ]) as Record<string, string>,
        });
      } catch {
        resolve(UNWRITABLE);
        return;
      }
      const timer = setTimeout(() => {
        resolve('no answer');
        outgoing.destroy();
      }, PATIENCE_MS);
      const settle = (outcome: Outcome) => {
        clearTimeout(timer);
        resolve(outcome);
      };
      outgoing.on('error', () => settle(fuzz.isAborted ? 'client went away' : 'connection closed'));
      outgoing.on('response', (response) => readAnswer(response, fuzz, outgoing, settle));
      outgoing.end(body, () => {
        if (fuzz.isAborted) {
          settle('client went away');
          outgoing.destroy();
        }
      });
    });
  }

  /** What the server says to bytes; it must let the connection go when the client has ended its side. */
  private sendBytes(bytes: string): Promise<Outcome> {
    return new Promise((resolve) => {
      let text = '';
      const socket = connect({ host: this.url.hostname, port: Number(this.url.port) });
      const timer = setTimeout(() => socket.destroy(new Error('no answer')), PATIENCE_MS);
      socket.setEncoding('utf8');
      socket.on('data', (chunk: string) => (text += chunk));
      socket.on('error', () => undefined);
      socket.on('close', (hadError) => {
        clearTimeout(timer);
        const status = /^HTTP\/1\.1 (\d{3})/.exec(text)?.[1];
        if (status === undefined) {
          resolve(hadError && text === '' && socket.bytesWritten === 0 ? 'no answer' : 'connection closed');
          return;
        }
        resolve({ status: Number(status), contentType: undefined, text, isCutOff: false });
      });
      socket.end(Buffer.from(bytes, 'latin1'));
    });
  }
}

function readAnswer(
  response: IncomingMessage,
  fuzz: HttpFuzz,
  outgoing: ClientRequest,
  settle: (outcome: Outcome) => void,
): void {
  let text = '';
  const answer = (isCutOff: boolean): FuzzAnswer => ({
    status: response.statusCode!,
    contentType: response.headers['content-type'],
    text,
    isCutOff,
  });
  const cutOff = () => {
    settle(answer(true));
    outgoing.destroy();
  };
  const isStream = response.headers['content-type']?.startsWith('text/event-stream') === true;
  response.setEncoding('utf8');
  response.on('data', (chunk: string) => {
    text += chunk;
    if (isStream && staysOpen(text)) cutOff();
  });
  response.on('error', () => settle('connection closed'));
  response.on('end', () => settle(answer(false)));
  if (isStream && fuzz.method === 'GET') cutOff();
}

/** A stream on which the server waits for something: for changes to report, or for an answer of the client. */
function staysOpen(text: string): boolean {
  return (
    text.endsWith('\n\n') &&
    /"method":"(notifications\/subscriptions|elicitation\/|sampling\/|roots\/)/.test(text)
  );
}
