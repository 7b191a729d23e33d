import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface Target {
  readonly name: string;
  readonly origin: string;
}

/** The header that says which instance has answered. */
export const SERVED_BY = 'x-served-by';

/** One address for all instances. Each request goes to the next one, whatever was before; one that is gone is left out. */
export class RoundRobinProxy {
  private readonly server: Server;
  private next = 0;

  constructor(private readonly targets: readonly Target[]) {
    this.server = createServer((incoming, outgoing) => void this.pass(incoming, outgoing));
  }

  async listen(port: number): Promise<string> {
    this.server.listen(port, '127.0.0.1');
    await once(this.server, 'listening');
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close');
  }

  private async pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const first = this.next++;
    try {
      const body = await buffer(incoming);
      for (let attempt = 0; attempt < this.targets.length; attempt++) {
        const target = this.targets[(first + attempt) % this.targets.length]!;
        if (await forward(target, incoming, body, outgoing)) return;
      }
      outgoing.writeHead(502).end('No instance is there');
    } catch {
      outgoing.destroy();
    }
  }
}

/** False when the instance does not listen: then nothing has happened yet, and another one may get the request. */
async function forward(
  { name, origin }: Target,
  incoming: IncomingMessage,
  body: Buffer,
  outgoing: ServerResponse,
): Promise<boolean> {
  const passed = request(new URL(incoming.url ?? '/', origin), {
    method: incoming.method,
    headers: { ...incoming.headers, host: new URL(origin).host },
    agent: false,
  });
  outgoing.once('close', () => passed.destroy());
  passed.end(body);
  try {
    const [answer] = (await once(passed, 'response')) as [IncomingMessage];
    outgoing.writeHead(answer.statusCode ?? 502, { ...answer.headers, [SERVED_BY]: name });
    // An event stream may have nothing to say for a long time.
    outgoing.flushHeaders();
    answer.on('error', () => outgoing.destroy()).pipe(outgoing);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED') return false;
    throw error;
  } finally {
    passed.on('error', () => outgoing.destroy());
  }
}
