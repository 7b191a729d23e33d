import { setTimeout } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { RedisOptions } from 'ioredis';
import { McpStoreUnavailableError } from '../store-unavailable.js';
import { DISCONNECT_MS, withOptions } from './redis-client.js';
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
    this.heartbeat = setInterval(() => void this.runOnSubscriber((client) => client.ping()), HEARTBEAT_MS);
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
      if (isReply(error)) {
        throw error;
      }
      this.replaceSilent(this.commands, error);
      throw this.lost(error);
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
      this.replaceSilent(this.subscriber, error);
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

  /** A connection whose other end has vanished is open, and answers nothing. */
  private replaceSilent(client: RedisClient, error: unknown): void {
    if (!this.isClosing && error instanceof Error && error.message === 'Command timed out') {
      client.disconnect(true);
    }
  }
}

/** Whether Redis has refused a command for what it is. */
function isReply(error: unknown): boolean {
  return error instanceof Error && error.name === 'ReplyError' && !BUSY.test(error.message);
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
  if (client.status === 'ready') {
    const ended = new Promise<void>((resolve) => client.once('end', () => resolve()));
    try {
      await client.quit();
      await ended;
      return;
    } catch {
      // It does not answer.
    }
  }
  client.disconnect();
  await setTimeout(DISCONNECT_MS * 2);
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) {
    return 'the connection was closed';
  }
  return error.message || (error as NodeJS.ErrnoException).code || error.name;
}
