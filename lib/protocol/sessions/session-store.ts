import type { JsonObject } from '../json-rpc.js';

/**
 * What is kept of a session from one request to the next. It is plain JSON.
 *
 * @publicApi
 */
export interface McpSessionRecord {
  /** Secret: whoever has it, and is authenticated as the principal, uses the session. */
  readonly id: string;
  /** Grows by one with every change. */
  readonly revision: number;
  /** Who the session belongs to. */
  readonly principal: string;
  /** Who it counts for: the principal, or the address of an anonymous caller. */
  readonly owner: string;
  readonly version: string;
  readonly clientInfo?: JsonObject;
  readonly clientCapabilities: JsonObject;
  /** What `logging/setLevel` said last. */
  readonly logLevel?: string;
  /** URIs of the resources that the client watches. */
  readonly subscriptions: readonly string[];
  /** The instance of the application that has the client's GET stream. */
  readonly listener?: string;
}

/** @publicApi */
export interface McpSessionLimits {
  readonly max: number;
  readonly maxPerPrincipal: number;
}

/**
 * Where sessions are kept. What a process alone can have is not in here: open streams, and the requests that the client
 * has yet to answer.
 *
 * @publicApi
 */
export interface McpSessionStore {
  /**
   * Keeps a new session.
   *
   * @returns false when there is no room for it, in all or for its `owner`
   */
  add(session: McpSessionRecord, ttlMs: number, limits: McpSessionLimits): Promise<boolean>;
  /** Reads a session and has it live for another `ttlMs`; undefined when it has ended or expired. */
  get(id: string, ttlMs: number): Promise<McpSessionRecord | undefined>;
  /**
   * Puts a state in the place of the last one, `session.revision - 1`, at once or not at all.
   *
   * @returns whether it did: not when there is another revision by now, or the session has ended
   */
  replace(session: McpSessionRecord, ttlMs: number): Promise<boolean>;
  /** @returns whether there was such a session */
  delete(id: string): Promise<boolean>;
}
