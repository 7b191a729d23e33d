import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One address for several servers: each request goes to the next of them, whatever was before. */
export class RoundRobinProxy {
  /** How many requests each server has got. */
  readonly counts: number[];

  private readonly origins: string[];
  private readonly server: Server;
  private readonly open = new Set<ServerResponse>();
  private next = 0;

  private constructor(origins: readonly string[]) {
    this.origins = [...origins];
    this.counts = origins.map(() => 0);
    this.server = createServer((incoming, outgoing) => this.pass(incoming, outgoing));
  }

  static async start(...origins: string[]): Promise<RoundRobinProxy> {
    const proxy = new RoundRobinProxy(origins);
    proxy.server.listen(0, '127.0.0.1');
    await once(proxy.server, 'listening');
    return proxy;
  }

  get url(): URL {
    return new URL(`http://127.0.0.1:${(this.server.address() as AddressInfo).port}/mcp`);
  }

  /** Another server takes the place of one of them. */
  replace(index: number, origin: string): void {
    this.origins[index] = origin;
  }

  /** Breaks off everything that is under way. */
  breakOff(): void {
    this.open.forEach((response) => response.destroy());
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const index = this.next++ % this.origins.length;
    this.counts[index]!++;
    const origin = this.origins[index]!;
    this.open.add(outgoing);
    const passed = request(
      new URL(incoming.url ?? '/', origin),
      { method: incoming.method, headers: { ...incoming.headers, host: new URL(origin).host }, agent: false },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        outgoing.flushHeaders();
        answer.pipe(outgoing);
        answer.on('error', () => outgoing.destroy());
      },
    );
    passed.on('error', () => outgoing.destroy());
    outgoing.on('close', () => {
      this.open.delete(outgoing);
      passed.destroy();
    });
    incoming.pipe(passed);
  }
}
