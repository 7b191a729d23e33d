import type { McpSessionLimits, McpSessionRecord, McpSessionStore } from './session-store.js';

interface Entry {
  readonly session: McpSessionRecord;
  readonly expires: number;
}

/** Keeps sessions in this process. They are gone when it ends. */
export class MemorySessionStore implements McpSessionStore {
  /** The one to expire next comes first, as all live equally long. */
  private readonly entries = new Map<string, Entry>();
  private readonly countByOwner = new Map<string, number>();

  add(
    session: McpSessionRecord,
    ttlMs: number,
    { max, maxPerPrincipal }: McpSessionLimits,
  ): Promise<boolean> {
    this.deleteExpired();
    const count = this.countByOwner.get(session.owner) ?? 0;
    if (this.entries.size >= max || count >= maxPerPrincipal) {
      return Promise.resolve(false);
    }
    this.countByOwner.set(session.owner, count + 1);
    this.put(session, ttlMs);
    return Promise.resolve(true);
  }

  get(id: string, ttlMs: number): Promise<McpSessionRecord | undefined> {
    this.deleteExpired();
    const entry = this.entries.get(id);
    if (entry) {
      this.put(entry.session, ttlMs);
    }
    return Promise.resolve(entry?.session);
  }

  replace(session: McpSessionRecord, ttlMs: number): Promise<boolean> {
    this.deleteExpired();
    const isNext = this.entries.get(session.id)?.session.revision === session.revision - 1;
    if (isNext) {
      this.put(session, ttlMs);
    }
    return Promise.resolve(isNext);
  }

  delete(id: string): Promise<boolean> {
    return Promise.resolve(this.remove(id));
  }

  private remove(id: string): boolean {
    const entry = this.entries.get(id);
    if (!entry) {
      return false;
    }
    this.entries.delete(id);
    const { owner } = entry.session;
    const left = this.countByOwner.get(owner)! - 1;
    if (left > 0) {
      this.countByOwner.set(owner, left);
    } else {
      this.countByOwner.delete(owner);
    }
    return true;
  }

  private put(session: McpSessionRecord, ttlMs: number): void {
    this.entries.delete(session.id);
    this.entries.set(session.id, { session, expires: Date.now() + ttlMs });
  }

  private deleteExpired(): void {
    const now = Date.now();
    for (const [id, { expires }] of this.entries) {
      if (expires > now) {
        return;
      }
      this.remove(id);
    }
  }
}
