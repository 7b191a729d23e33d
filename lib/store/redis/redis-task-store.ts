import type { McpTaskLimits, McpTaskRecord, McpTaskStore } from '../task-record.interface.js';
import type { RedisConnections } from './redis-connections.js';
import type { RecordKeys, RedisKeys } from './redis-keys.js';
import { RedisRecords } from './redis-records.js';
import type { RecordOptions } from './redis-records.js';

/** Keeps tasks in Redis. */
export class RedisTaskStore implements McpTaskStore {
  private readonly keys: RecordKeys;
  private readonly records: RedisRecords<McpTaskRecord>;

  constructor(
    private readonly connections: RedisConnections,
    keys: RedisKeys,
  ) {
    this.keys = keys.records('task');
    this.records = new RedisRecords(connections, this.keys);
  }

  add(task: McpTaskRecord, limits: McpTaskLimits): Promise<boolean> {
    return this.records.add(task, optionsOf(task), limits);
  }

  get(id: string): Promise<McpTaskRecord | undefined> {
    return this.records.get(id);
  }

  replace(task: McpTaskRecord): Promise<boolean> {
    return this.records.replace(task, optionsOf(task));
  }

  delete(id: string): Promise<boolean> {
    return this.records.delete(id);
  }

  async abandoned(now: number, most: number): Promise<string[]> {
    const { leases } = this.keys;
    for (;;) {
      const ids = await this.connections.run((client) =>
        client.zrangebyscore(leases, '-inf', `(${now}`, 'LIMIT', 0, most),
      );
      const kept = await this.withoutExpired(ids);
      if (kept.length > 0 || ids.length < most) {
        return kept;
      }
    }
  }

  /** A task that expires leaves its lease behind. */
  private async withoutExpired(ids: readonly string[]): Promise<string[]> {
    const there = await Promise.all(
      ids.map((id) => this.connections.run((client) => client.exists(this.keys.record(id)))),
    );
    const gone = ids.filter((_, index) => there[index] === 0);
    if (gone.length > 0) {
      await this.connections.run((client) => client.zrem(this.keys.leases, ...gone));
    }
    return ids.filter((_, index) => there[index] === 1);
  }
}

function optionsOf({ createdAt, ttlMs, leaseUntil }: McpTaskRecord): RecordOptions {
  return { expiry: ttlMs === null ? 'never' : { at: createdAt + ttlMs }, leaseUntil };
}
