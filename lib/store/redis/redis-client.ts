import { Cluster, Redis } from 'ioredis';
import type { RedisOptions } from 'ioredis';

export type RedisClient = Redis | Cluster;

const LONGEST_PAUSE_MS = 1_000;
/** How long a connection that is broken off has to end by itself. ioredis has a timer for that. */
export const DISCONNECT_MS = 1;

/** A connection of its own to where the options, or a client, are connected to. A command that cannot be sent fails at once. */
export function withOptions(
  redis: string | RedisOptions | RedisClient,
  commandTimeoutMs: number,
): RedisClient {
  const retryStrategy = (times: number) => Math.min(times * 50, LONGEST_PAUSE_MS);
  const own: RedisOptions = {
    lazyConnect: false,
    enableOfflineQueue: false,
    // When the connection is lost, what was sent fails with it.
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    // Whoever listens knows better what to listen to.
    autoResubscribe: false,
    commandTimeout: commandTimeoutMs,
    connectTimeout: commandTimeoutMs,
    disconnectTimeout: DISCONNECT_MS,
    retryStrategy,
    // Keys are computed in scripts as well.
    keyPrefix: '',
    readOnly: false,
  };
  if (typeof redis === 'string') {
    return new Redis(redis, own);
  }
  if (redis instanceof Cluster || isCluster(redis)) {
    return (redis as Cluster).duplicate([], {
      lazyConnect: false,
      enableOfflineQueue: false,
      keyPrefix: '',
      clusterRetryStrategy: retryStrategy,
      redisOptions: { ...(redis as Cluster).options.redisOptions, ...own },
    });
  }
  if (redis instanceof Redis || isClient(redis)) {
    return (redis as Redis).duplicate(own);
  }
  return new Redis({ ...redis, ...own });
}

/** Also of another copy of ioredis. */
function isCluster(redis: object): boolean {
  return 'isCluster' in redis && redis.isCluster === true;
}

function isClient(redis: object): boolean {
  return 'duplicate' in redis && typeof redis.duplicate === 'function';
}
