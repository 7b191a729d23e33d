import { Logger } from '@nestjs/common';
import type { RedisOptions } from 'ioredis';
import { McpStoreUnavailableError } from '../store-unavailable.js';
import { withOptions } from './redis-client.js';
import type { RedisClient } from './redis-client.js';

/** How often the connection that only listens is asked whether it is still there. */
const HEARTBEAT_MS = 15_000;
/** Redis is there, but does not serve now. */
const BUSY = /^(LOADING|READONLY|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|BUSY|NOREPLICAS|MISCONF|OOM)\b/;

/** The two connections to Redis: one for commands, one that listens. */
export class RedisConnections {
  readonly commands: RedisClient;
  readonly subscriber: RedisClient;

  private readonly logger = new Logger('RedisMcpStore');
  private readonly firstAttempt: Promise<unknown>;
  private hasTried = false;
  private isClosing = false;
  private isAway = false;
  private lastError: unknown;
  private readonly heartbeat: NodeJS.Timeout;

  constructor(redis: string | RedisOptions | RedisClient, commandTimeoutMs: number) {
    this.commands = withOptions(redis, commandTimeoutMs);
    this.subscriber = withOptions(redis, commandTimeoutMs);
    const clients = [this.commands, this.subscriber];
    clients.forEach((client) => this.watch(client));
    this.firstAttempt = Promise.all(clients.map(firstAttemptOf)).then(() => {
      this.hasTried = true;
    });
    this.heartbeat = setInterval(() => void this.beat(), HEARTBEAT_MS);
    this.heartbeat.unref();
  }

  /** @throws McpStoreUnavailableError when Redis is away, at once; or when it does not answer in time */
  async run<Reply>(command: (client: RedisClient) => Promise<Reply>): Promise<Reply> {
    if (!this.hasTried) {
      await this.firstAttempt;
    }
    if (this.commands.status !== 'ready') {
      throw new McpStoreUnavailableError(this.lastError);
    }
    try {
      const reply = await command(this.commands);
      if (this.isAway) {
        this.foundAgain();
      }
      return reply;
    } catch (error) {
      throw this.isReplyOf(error) ? error : this.lost(error);
    }
  }

  /** Does nothing while Redis is away: when it is back, the one who listens begins anew. */
  async runOnSubscriber(command: (client: RedisClient) => Promise<unknown>): Promise<void> {
    await this.firstAttempt;
    if (this.subscriber.status !== 'ready') {
      return;
    }
    try {
      await command(this.subscriber);
    } catch (error) {
      this.lost(error);
    }
  }

  async close(): Promise<void> {
    this.isClosing = true;
    clearInterval(this.heartbeat);
    await Promise.all([this.commands, this.subscriber].map(closeClient));
  }

  private watch(client: RedisClient): void {
    client.on('error', (error: unknown) => {
      this.lastError = error;
    });
    client.on('close', () => this.lost(this.lastError));
    client.on('ready', () => this.foundAgain());
  }

  private lost(error: unknown): McpStoreUnavailableError {
    if (!this.isAway && !this.isClosing) {
      this.isAway = true;
      this.logger.error(
        `Redis cannot be reached: ${reasonOf(error)}. What needs it is answered with HTTP 503 until it is back`,
      );
    }
    return new McpStoreUnavailableError(error);
  }

  private foundAgain(): void {
    if (this.isAway && this.commands.status === 'ready' && this.subscriber.status === 'ready') {
      this.isAway = false;
      this.lastError = undefined;
      this.logger.log('Redis can be reached again');
    }
  }

  /** Whether Redis has refused the command for what it is. */
  private isReplyOf(error: unknown): boolean {
    return error instanceof Error && error.name === 'ReplyError' && !BUSY.test(error.message);
  }

  private async beat(): Promise<void> {
    if (this.subscriber.status !== 'ready') {
      return;
    }
    try {
      await this.subscriber.ping();
    } catch (error) {
      this.lost(error);
      this.subscriber.disconnect(true);
    }
  }
}

function firstAttemptOf(client: RedisClient): Promise<void> {
  return new Promise((resolve) => {
    client.once('ready', () => resolve());
    client.once('close', () => resolve());
    client.once('end', () => resolve());
  });
}

/** What has been sent gets its reply first. */
async function closeClient(client: RedisClient): Promise<void> {
  try {
    if (client.status === 'ready') {
      await client.quit();
    }
  } catch {
    // It is gone already.
  }
  client.disconnect();
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) {
    return 'the connection was closed';
  }
  return error.message || (error as NodeJS.ErrnoException).code || error.name;
}
