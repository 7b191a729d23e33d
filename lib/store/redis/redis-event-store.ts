import type { McpEventStore, McpStoredEvent } from '../store.interface.js';
import type { RedisConnections } from './redis-connections.js';
import type { RedisKeys } from './redis-keys.js';

/** Keeps the events of streams in Redis. */
export class RedisEventStore implements McpEventStore {
  constructor(
    private readonly connections: RedisConnections,
    private readonly keys: RedisKeys,
  ) {}

  /** No script: events that follow each other closely must arrive in their order even when Redis has to be sent it anew. */
  async append(stream: string, sequence: number, text: string, ttlMs: number, most: number): Promise<void> {
    const key = this.keys.events(stream);
    await this.connections.run(async (client) => {
      const replies = await client
        .pipeline()
        .xadd(key, 'MAXLEN', most, `${sequence}-1`, 'text', text)
        .pexpire(key, ttlMs)
        .exec();
      const failed = replies?.find(([error]) => error);
      if (failed) {
        throw failed[0]!;
      }
    });
  }

  async after(stream: string, sequence: number): Promise<McpStoredEvent[] | undefined> {
    const key = this.keys.events(stream);
    const start = sequence < 0 ? '-' : `(${sequence}-1`;
    const [entries, isThere] = await this.connections.run((client) =>
      Promise.all([client.xrange(key, start, '+'), client.exists(key)]),
    );
    const events = entries.map(([id, [, text]]) => ({ sequence: Number.parseInt(id, 10), text: text! }));
    const isWhole = events.every((event, index) => event.sequence === sequence + 1 + index);
    return isThere === 1 && isWhole ? events : undefined;
  }

  async forget(stream: string): Promise<void> {
    await this.connections.run((client) => client.del(this.keys.events(stream)));
  }
}
