import type { JsonObject } from '../protocol/index.js';

/** @publicApi */
export type McpTaskStatus = 'working' | 'input_required' | 'completed' | 'cancelled' | 'failed';

/**
 * What is kept of a task. It is plain JSON; times are milliseconds since 1970.
 *
 * @publicApi
 */
export interface McpTaskRecord {
  /** Random, so that nobody can guess it. */
  readonly id: string;
  /** Grows with every change. */
  readonly revision: number;
  /** Who the task belongs to; for everybody else there is no such task. */
  readonly principal: string;
  /** Who it counts for: the principal, or the address of an anonymous caller. */
  readonly owner: string;
  /** The tool that was called. */
  readonly tool: string;
  readonly status: McpTaskStatus;
  readonly statusMessage?: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** From `createdAt` on; null for ever. */
  readonly ttlMs: number | null;
  readonly pollIntervalMs: number;
  /** What the client is asked, by keys that are never used again; with `input_required` only. */
  readonly inputRequests?: JsonObject;
  /** What the client has answered and the handler has not taken yet. */
  readonly inputResponses?: JsonObject;
  /** With `completed` only. */
  readonly result?: JsonObject;
  /** The JSON-RPC error; with `failed` only. */
  readonly error?: JsonObject;
  /** Whether the client wants it cancelled. */
  readonly isCancelled?: boolean;
  /** The process that runs it, and until when that has said that it is alive. Not for tasks that have ended. */
  readonly runner?: string;
  readonly leaseUntil?: number;
  /** What it takes to run it again elsewhere; kept for tools that say so only. */
  readonly job?: JsonObject;
  /** How often it was begun. */
  readonly attempt: number;
}

/** @publicApi */
export interface McpTaskLimits {
  /** Tasks in all that have not expired. */
  readonly max: number;
  /** Those of one owner. */
  readonly maxPerPrincipal: number;
}

/**
 * Where tasks are kept. A task is gone once `ttlMs` have passed since it was created.
 *
 * @publicApi
 */
export interface McpTaskStore {
  /** @returns false when there is no room for it, in all or for its `owner` */
  add(task: McpTaskRecord, limits: McpTaskLimits): Promise<boolean>;
  get(id: string): Promise<McpTaskRecord | undefined>;
  /**
   * Puts a task in the place of its last revision, `task.revision - 1`, at once or not at all.
   *
   * @returns whether it did: not when there is another revision by now, or no such task
   */
  replace(task: McpTaskRecord): Promise<boolean>;
  /** @returns whether there was such a task */
  delete(id: string): Promise<boolean>;
  /** Ids of some tasks whose `leaseUntil` has passed, and which therefore nobody runs any more. */
  abandoned(now: number, most: number): Promise<string[]>;
}
