import type { JsonObject } from '../protocol/index.js';
import type { Subscription } from './subscription.js';

/** Which subscriptions watch which tasks, and the latest revision that each was told of. */
export class TaskWatchers {
  private readonly watched = new Map<string, Map<Subscription, number>>();

  has(id: string): boolean {
    return this.watched.has(id);
  }

  add(subscription: Subscription): void {
    for (const id of subscription.taskIds) {
      const told = this.watched.get(id) ?? new Map<Subscription, number>();
      this.watched.set(id, told.set(subscription, 0));
    }
  }

  delete(subscription: Subscription): void {
    for (const id of subscription.taskIds) {
      const told = this.watched.get(id);
      told?.delete(subscription);
      if (told?.size === 0) {
        this.watched.delete(id);
      }
    }
  }

  /** Nobody is told of what is older than what they know. */
  tell(id: string, revision: number, task: JsonObject): void {
    for (const [subscription, known] of this.watched.get(id) ?? []) {
      if (revision > known) {
        this.watched.get(id)!.set(subscription, revision);
        subscription.tellOfTask(task);
      }
    }
  }
}
