import { invalidRequest } from '../protocol/index.js';
import type { JsonObject } from '../protocol/index.js';
import type { Change } from './change-feed.js';
import type { Subscription } from './subscription.js';
import { TaskWatchers } from './task-watchers.js';

export interface SubscriptionLimits {
  readonly max: number;
  readonly maxPerPrincipal: number;
}

/** How long clients have to take the end of their streams when the server shuts down. */
const FAREWELL_MS = 1_000;

/** The open subscriptions. */
export class SubscriptionRegistry {
  private readonly subscriptions = new Set<Subscription>();
  private readonly countByPrincipal = new Map<string, number>();
  private readonly taskWatchers = new TaskWatchers();
  private isClosing = false;
  private whenEmpty?: () => void;

  constructor(private readonly limits: SubscriptionLimits) {}

  get size(): number {
    return this.subscriptions.size;
  }

  /** @throws ProtocolError when there is no room for one more */
  assertRoom(principal: string): void {
    if (this.isClosing) {
      throw invalidRequest('The server is shutting down. Listen again when it is back', 503);
    }
    const { max, maxPerPrincipal } = this.limits;
    if (this.countOf(principal) >= maxPerPrincipal) {
      throw invalidRequest(
        `You have ${maxPerPrincipal} open subscriptions, as many as one caller may have. ` +
          'Close one, or listen to more in one subscription',
        429,
      );
    }
    if (this.subscriptions.size >= max) {
      throw invalidRequest(`All of this server's ${max} subscriptions are taken. Try again later`, 503);
    }
  }

  add(subscription: Subscription): void {
    this.subscriptions.add(subscription);
    this.taskWatchers.add(subscription);
    this.countByPrincipal.set(subscription.principal, this.countOf(subscription.principal) + 1);
  }

  delete(subscription: Subscription): void {
    if (this.subscriptions.delete(subscription)) {
      this.taskWatchers.delete(subscription);
      const left = this.countOf(subscription.principal) - 1;
      if (left > 0) {
        this.countByPrincipal.set(subscription.principal, left);
      } else {
        this.countByPrincipal.delete(subscription.principal);
      }
      if (this.subscriptions.size === 0) {
        this.whenEmpty?.();
      }
    }
  }

  tell(change: Change): void {
    for (const subscription of this.subscriptions) {
      subscription.tell(change);
    }
  }

  hasTaskWatchers(id: string): boolean {
    return this.taskWatchers.has(id);
  }

  /** Tells those that watch a task how it is. */
  tellOfTask(id: string, revision: number, task: JsonObject): void {
    this.taskWatchers.tell(id, revision, task);
  }

  /** Ends every subscription. Clients that do not take the end in time are cut off. */
  async close(): Promise<void> {
    this.isClosing = true;
    let timer: NodeJS.Timeout | undefined;
    const allGone = new Promise<void>((resolve) => {
      this.whenEmpty = resolve;
      timer = setTimeout(resolve, FAREWELL_MS);
    });
    for (const subscription of [...this.subscriptions]) {
      subscription.end(() => this.delete(subscription));
    }
    if (this.subscriptions.size > 0) {
      await allGone;
    }
    clearTimeout(timer);
    for (const subscription of this.subscriptions) {
      subscription.disconnect();
    }
  }

  private countOf(principal: string): number {
    return this.countByPrincipal.get(principal) ?? 0;
  }
}
