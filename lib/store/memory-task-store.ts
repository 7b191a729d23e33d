import type { McpTaskLimits, McpTaskRecord, McpTaskStore } from './task-record.interface.js';

/** Keeps tasks in this process. They are gone when it ends. */
export class MemoryTaskStore implements McpTaskStore {
  private readonly tasks = new Map<string, McpTaskRecord>();
  private readonly countByOwner = new Map<string, number>();
  /** No task expires before. */
  private nextExpiry = Infinity;

  add(task: McpTaskRecord, { max, maxPerPrincipal }: McpTaskLimits): Promise<boolean> {
    this.deleteExpired();
    const count = this.countByOwner.get(task.owner) ?? 0;
    if (this.tasks.size >= max || count >= maxPerPrincipal) {
      return Promise.resolve(false);
    }
    this.countByOwner.set(task.owner, count + 1);
    this.put(task);
    return Promise.resolve(true);
  }

  get(id: string): Promise<McpTaskRecord | undefined> {
    return Promise.resolve(this.find(id));
  }

  replace(task: McpTaskRecord): Promise<boolean> {
    const isNext = this.find(task.id)?.revision === task.revision - 1;
    if (isNext) {
      this.put(task);
    }
    return Promise.resolve(isNext);
  }

  delete(id: string): Promise<boolean> {
    const task = this.find(id);
    if (task) {
      this.remove(task);
    }
    return Promise.resolve(task !== undefined);
  }

  abandoned(now: number, most: number): Promise<string[]> {
    const ids: string[] = [];
    for (const { id, leaseUntil } of this.tasks.values()) {
      if (ids.length === most) {
        break;
      }
      if (leaseUntil !== undefined && leaseUntil < now) {
        ids.push(id);
      }
    }
    return Promise.resolve(ids);
  }

  private find(id: string): McpTaskRecord | undefined {
    const task = this.tasks.get(id);
    if (task && expiryOf(task) <= Date.now()) {
      this.remove(task);
      return undefined;
    }
    return task;
  }

  private put(task: McpTaskRecord): void {
    this.tasks.set(task.id, task);
    this.nextExpiry = Math.min(this.nextExpiry, expiryOf(task));
  }

  private remove({ id, owner }: McpTaskRecord): void {
    this.tasks.delete(id);
    const left = this.countByOwner.get(owner)! - 1;
    if (left > 0) {
      this.countByOwner.set(owner, left);
    } else {
      this.countByOwner.delete(owner);
    }
  }

  private deleteExpired(): void {
    const now = Date.now();
    if (this.nextExpiry > now) {
      return;
    }
    this.nextExpiry = Infinity;
    for (const task of this.tasks.values()) {
      const expiry = expiryOf(task);
      if (expiry <= now) {
        this.remove(task);
      } else {
        this.nextExpiry = Math.min(this.nextExpiry, expiry);
      }
    }
  }
}

function expiryOf({ createdAt, ttlMs }: McpTaskRecord): number {
  return ttlMs === null ? Infinity : createdAt + ttlMs;
}
