/**
 * How much one request may ask for, and one answer hold.
 *
 * @publicApi
 */
export interface McpLimitOptions {
  /**
   * How many objects and lists an argument may have inside each other: 1 for a flat list, 2 for a list of objects. At most
   * 1000.
   *
   * @default 64
   */
  argumentDepth?: number;
  /**
   * Size of a call's arguments as JSON, in bytes. A request that is not larger as a whole is not measured.
   *
   * @default what the application's body parser takes, as over HTTP
   */
  argumentBytes?: number;
  /**
   * Messages in one batch, which only 2025-03-26 has.
   *
   * @default 100
   */
  batchLength?: number;
  /**
   * Size of a result's text and JSON, in bytes; data that is sent as its own text, too, counts once. Files do not count
   * here: they have `maxBlobBytes`.
   *
   * @default 10485760 (10 MiB)
   */
  resultBytes?: number;
  /**
   * Answers that may be open as event streams at once. Requests that come when there is no room are answered as well, but
   * without progress, log messages and signs of life. Subscriptions and sessions have limits of their own.
   *
   * @default 10000
   */
  streams?: number;
  /**
   * Milliseconds that a handler may take; `false` for as long as it likes. Then its `signal` is aborted, and the client
   * gets an error. Tools can differ with `@McpTool({ timeoutMs })`.
   *
   * @default 600000 (10 minutes)
   */
  callTimeoutMs?: number | false;
}
