/** @publicApi */
export interface McpStoredEvent {
  readonly sequence: number;
  readonly text: string;
}

/**
 * The last events of streams that clients may come back to.
 *
 * @publicApi
 */
export interface McpEventStore {
  /** Keeps an event, up to `most` of a stream, for `ttlMs` after the last one. Each stream begins with sequence 0. */
  append(stream: string, sequence: number, text: string, ttlMs: number, most: number): Promise<void>;
  /** What came after an event, or after -1, in its order; undefined when some of that or the whole stream is not kept. */
  after(stream: string, sequence: number): Promise<McpStoredEvent[] | undefined>;
  forget(stream: string): Promise<void>;
}
