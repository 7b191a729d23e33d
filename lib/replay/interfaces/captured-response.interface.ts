/** What a route answered to an internal request. */
export interface CapturedResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | number | readonly string[]>>;
  /**
   * The body as the handler gave it, not serialized: a JSON value, an object, a string, a `Buffer`, a `Readable`;
   * `undefined` when there is none.
   */
  readonly body: unknown;
  /** Under which id the log has what went wrong, when that was logged here. */
  readonly errorId?: string;
  /** Path and query of the internal request. */
  readonly url?: string;
}
