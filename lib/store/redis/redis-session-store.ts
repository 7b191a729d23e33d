import type { McpSessionLimits, McpSessionRecord, McpSessionStore } from '../../protocol/index.js';
import type { RedisConnections } from './redis-connections.js';
import type { RedisKeys } from './redis-keys.js';
import { RedisRecords } from './redis-records.js';

/** Keeps sessions in Redis. */
export class RedisSessionStore implements McpSessionStore {
  private readonly records: RedisRecords<McpSessionRecord>;

  constructor(connections: RedisConnections, keys: RedisKeys) {
    this.records = new RedisRecords(connections, keys.records('session'));
  }

  add(session: McpSessionRecord, ttlMs: number, limits: McpSessionLimits): Promise<boolean> {
    return this.records.add(session, { expiry: { in: ttlMs } }, limits);
  }

  get(id: string, ttlMs: number): Promise<McpSessionRecord | undefined> {
    return this.records.touch(id, { in: ttlMs });
  }

  replace(session: McpSessionRecord, ttlMs: number): Promise<boolean> {
    return this.records.replace(session, { expiry: { in: ttlMs } });
  }

  delete(id: string): Promise<boolean> {
    return this.records.delete(id);
  }
}
