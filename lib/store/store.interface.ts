import type { McpEventStore, McpMessageBus, McpSessionStore } from '../protocol/index.js';
import type { McpTaskStore } from './task-record.interface.js';

export type { McpEventStore, McpMessageBus, McpStoredEvent } from '../protocol/index.js';

/**
 * What the instances of an application share.
 *
 * @publicApi
 */
export interface McpStore {
  readonly sessions: McpSessionStore;
  readonly tasks: McpTaskStore;
  readonly events: McpEventStore;
  readonly bus: McpMessageBus;
  /** Called when the application has closed. */
  close(): Promise<void>;
}
