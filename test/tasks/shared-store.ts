import type { McpStore, McpTaskRecord } from '../../lib/index.js';
import { MemorySessionStore } from '../../lib/protocol/index.js';
import { MemoryMessageBus, MemoryTaskStore } from '../../lib/store/index.js';

/** What several instances share that run in one process. */
export class SharedStore implements McpStore {
  readonly sessions = new MemorySessionStore();
  readonly tasks = new MemoryTaskStore();
  readonly bus = new MemoryMessageBus();
  readonly events = {
    append: () => Promise.resolve(),
    after: () => Promise.resolve(undefined),
    forget: () => Promise.resolve(),
  };
  closed = 0;

  close(): Promise<void> {
    this.closed++;
    return Promise.resolve();
  }
}

/** A task that a process has left which is gone. */
export function leftBehind(part: Partial<McpTaskRecord> = {}): McpTaskRecord {
  const now = Date.now();
  return {
    id: 'left-behind',
    revision: 7,
    principal: 'custom:ada',
    owner: 'custom:ada',
    tool: 'slow',
    status: 'input_required',
    inputRequests: { name: { method: 'elicitation/create', params: {} } },
    createdAt: now - 60_000,
    updatedAt: now - 60_000,
    ttlMs: 3_600_000,
    pollIntervalMs: 1_000,
    runner: 'gone',
    leaseUntil: now - 1,
    attempt: 1,
    ...part,
  };
}
