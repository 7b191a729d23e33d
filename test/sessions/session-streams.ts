import { RawExchange } from '../support/raw-exchange.js';
import type { SessionClient } from './session-client.js';

/** The streams that a test opens in the session of a client; `closeAll()` when it is over. */
export class SessionStreams {
  private readonly open: RawExchange[] = [];

  constructor(private readonly client: SessionClient) {}

  get(lastEventId?: string, headers: Record<string, string> = {}): RawExchange {
    return this.keep(
      new RawExchange(this.client.url, undefined, {
        ...this.client.headers,
        ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
        ...headers,
      }),
    );
  }

  async listen(lastEventId?: string): Promise<RawExchange> {
    const exchange = this.get(lastEventId);
    await exchange.until(({ response }) => response !== undefined);
    return exchange;
  }

  call(name: string, id: string | number = 1, headers: Record<string, string> = {}): RawExchange {
    const params = {
      name,
      arguments: name === 'remove' ? { name: 'a.txt' } : {},
      _meta: { progressToken: id },
    };
    return this.keep(
      new RawExchange(
        this.client.url,
        { jsonrpc: '2.0', id, method: 'tools/call', params },
        { ...this.client.headers, ...headers },
      ),
    );
  }

  closeAll(): void {
    this.open.splice(0).forEach((exchange) => exchange.close());
  }

  private keep(exchange: RawExchange): RawExchange {
    this.open.push(exchange);
    return exchange;
  }
}

/** The ids of the events that have come, in order. */
export function eventIds({ text }: RawExchange): string[] {
  return [...text.matchAll(/^id: (.+)$/gm)].map(([, id]) => id!);
}
