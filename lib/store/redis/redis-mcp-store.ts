import type { Cluster, Redis, RedisOptions } from 'ioredis';
import type { McpEventStore, McpMessageBus, McpStore } from '../store.interface.js';
import type { McpSessionStore } from '../../protocol/index.js';
import type { McpTaskStore } from '../task-record.interface.js';
import { RedisConnections } from './redis-connections.js';
import { RedisEventStore } from './redis-event-store.js';
import { RedisKeys } from './redis-keys.js';
import { RedisMessageBus } from './redis-message-bus.js';
import { RedisSessionStore } from './redis-session-store.js';
import { RedisTaskStore } from './redis-task-store.js';

/** @publicApi */
export interface RedisMcpStoreOptions {
  /**
   * What the names of all keys and channels begin with. Applications that share a Redis need different ones. In a cluster
   * it needs a hash tag, a part in braces, so that everything is in one slot.
   *
   * @default '{nestjs-mcp}:'
   */
  prefix?: string;
  /**
   * Milliseconds that Redis has to answer a command, and to accept a connection.
   *
   * @default 2000
   */
  commandTimeoutMs?: number;
}

const DEFAULT_PREFIX = '{nestjs-mcp}:';
const DEFAULT_TIMEOUT_MS = 2_000;

/**
 * Shares sessions, tasks, events of streams and notifications between the instances of an application, by Redis.
 *
 * @example
 * ```ts
 * McpModule.forRoot({ sessions: true, store: new RedisMcpStore('redis://localhost:6379') })
 * ```
 *
 * @publicApi
 */
export class RedisMcpStore implements McpStore {
  readonly sessions: McpSessionStore;
  readonly tasks: McpTaskStore;
  readonly events: McpEventStore;
  readonly bus: McpMessageBus;

  private readonly connections: RedisConnections;

  /**
   * @param redis a URL, options of ioredis, or a client of ioredis. A client is not used itself: the store opens two
   * connections of its own to where that is connected to
   * @throws Error that names the wrong option
   */
  constructor(redis: string | RedisOptions | Redis | Cluster, options: RedisMcpStoreOptions = {}) {
    const { prefix = DEFAULT_PREFIX, commandTimeoutMs = DEFAULT_TIMEOUT_MS } = options;
    if (typeof prefix !== 'string' || prefix === '') {
      throw new Error('RedisMcpStore: "prefix" must be a non-empty string.');
    }
    if (!Number.isSafeInteger(commandTimeoutMs) || commandTimeoutMs <= 0) {
      throw new Error('RedisMcpStore: "commandTimeoutMs" must be a whole number above 0.');
    }
    if (typeof redis !== 'string' && 'isCluster' in redis && redis.isCluster && !/\{[^}]+\}/.test(prefix)) {
      throw new Error(
        `RedisMcpStore: in a cluster "prefix" needs a hash tag, such as "{nestjs-mcp}:", which "${prefix}" has not.`,
      );
    }
    const keys = new RedisKeys(prefix);
    this.connections = new RedisConnections(redis, commandTimeoutMs);
    this.sessions = new RedisSessionStore(this.connections, keys);
    this.tasks = new RedisTaskStore(this.connections, keys);
    this.events = new RedisEventStore(this.connections, keys);
    this.bus = new RedisMessageBus(this.connections, keys);
  }

  /** Closes the connections to Redis, for good. */
  close(): Promise<void> {
    return this.connections.close();
  }
}
