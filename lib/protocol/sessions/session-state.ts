import type { McpSessionRecord, McpSessionStore } from './session-store.js';

/** What can change in a session. */
export type SessionChange = Partial<Pick<McpSessionRecord, 'logLevel' | 'subscriptions' | 'listener'>>;

/** Other instances change a session as well, but not for ever. */
const MOST_TRIES = 100;

/** The state of a session as its store has it. */
export class SessionState {
  private updates: Promise<void> = Promise.resolve();

  /** @param tell tells the other instances of another state */
  constructor(
    private current: McpSessionRecord,
    private readonly store: McpSessionStore,
    private readonly ttlMs: number,
    private readonly tell: (record: McpSessionRecord) => Promise<void>,
  ) {}

  get record(): McpSessionRecord {
    return this.current;
  }

  /** Takes what the store or another instance says over, unless it is older than what is known. */
  refresh(record: McpSessionRecord): void {
    if (record.revision > this.current.revision) {
      this.current = record;
    }
  }

  /** @param change is called again when another instance has changed the session meanwhile */
  update(change: (record: McpSessionRecord) => SessionChange): Promise<void> {
    const update = this.updates.then(() => this.replace(change));
    this.updates = update.catch(() => undefined);
    return update;
  }

  private async replace(change: (record: McpSessionRecord) => SessionChange): Promise<void> {
    for (let count = 0; count < MOST_TRIES; count++) {
      const record = { ...this.current, ...change(this.current), revision: this.current.revision + 1 };
      if (await this.store.replace(record, this.ttlMs)) {
        this.refresh(record);
        await this.tell(record);
        return;
      }
      const stored = await this.store.get(record.id, this.ttlMs);
      if (!stored) {
        return;
      }
      this.current = stored;
    }
    throw new Error(
      `The store of sessions has refused ${MOST_TRIES} changes of one session, one after the other.`,
    );
  }
}
