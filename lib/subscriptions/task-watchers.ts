import type { JsonObject } from '../protocol/index.js';
import type { Subscription } from './subscription.js';

interface Watched {
  readonly subscriptions: Set<Subscription>;
  /** The latest revision that was told of. */
  revision: number;
}

/** Which subscriptions watch which tasks. */
export class TaskWatchers {
  private readonly watched = new Map<string, Watched>();

  has(id: string): boolean {
    return this.watched.has(id);
  }

  add(subscription: Subscription): void {
    for (const id of subscription.taskIds) {
      const watched = this.watched.get(id) ?? { subscriptions: new Set(), revision: 0 };
      this.watched.set(id, watched);
      watched.subscriptions.add(subscription);
    }
  }

  delete(subscription: Subscription): void {
    for (const id of subscription.taskIds) {
      const watched = this.watched.get(id);
      watched?.subscriptions.delete(subscription);
      if (watched?.subscriptions.size === 0) {
        this.watched.delete(id);
      }
    }
  }

  /** Nothing that is older than what has been told is told. */
  tell(id: string, revision: number, task: JsonObject): void {
    const watched = this.watched.get(id);
    if (watched && revision > watched.revision) {
      watched.revision = revision;
      watched.subscriptions.forEach((subscription) => subscription.tellOfTask(task));
    }
  }
}
