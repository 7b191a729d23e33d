import type { McpSessionStore } from '../protocol/index.js';
import type { McpTaskStore } from './task-record.interface.js';

/**
 * Brings texts from one instance of the application to all others, and to itself.
 *
 * @publicApi
 */
export interface McpMessageBus {
  publish(topic: string, text: string): Promise<void>;
  /** @returns what ends it */
  listen(topic: string, listener: (text: string) => void): Promise<() => Promise<void>>;
}

/**
 * The last events of streams that clients may come back to.
 *
 * @publicApi
 */
export interface McpEventStore {
  /** Keeps an event, up to `most` of a stream, for `ttlMs` after the last one. */
  append(stream: string, sequence: number, text: string, ttlMs: number, most: number): Promise<void>;
  /** What came after an event, in its order; undefined when some of it is not kept any more. */
  after(stream: string, sequence: number): Promise<{ sequence: number; text: string }[] | undefined>;
  forget(stream: string): Promise<void>;
}

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
