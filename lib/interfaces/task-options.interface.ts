/**
 * How tasks are kept and run.
 *
 * @publicApi
 */
export interface McpTaskOptions {
  /**
   * Milliseconds that the outcome of a task is kept after it has ended.
   *
   * @default 3600000 (an hour)
   */
  ttlMs?: number;
  /**
   * Milliseconds that a task may take, the time in which it waits for its user included. Then its signal is aborted, and
   * the task is gone.
   *
   * @default 86400000 (a day)
   */
  maxTtlMs?: number;
  /**
   * Milliseconds that clients are asked to wait before they look again.
   *
   * @default 1000
   */
  pollIntervalMs?: number;
  /**
   * Tasks that are kept in all, those that have ended included. A call that comes when there is no room is answered with
   * an error.
   *
   * @default 10000
   */
  max?: number;
  /**
   * Tasks of one `principal`; anonymous callers count by address.
   *
   * @default 1000
   */
  maxPerPrincipal?: number;
  /**
   * Tasks that one process works on at once. Others wait for their turn; those that wait for their user do not count.
   *
   * @default 100
   */
  concurrency?: number;
  /**
   * Milliseconds after which a task has failed, or is begun again, when the process that runs it gives no sign of life.
   * It does so three times in this time. The clocks of all instances have to agree better than that.
   *
   * @default 30000
   */
  leaseMs?: number;
}

/**
 * Whether calls of a tool run as tasks: never, when the client can handle tasks, or always, so that other clients cannot
 * call the tool.
 *
 * @publicApi
 */
export type McpTaskSupport = 'forbidden' | 'optional' | 'required';
