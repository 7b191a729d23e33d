/** A call's arguments in the form in which an HTTP request would carry them. */
export interface BoundArguments {
  readonly path: Readonly<Record<string, string>>;
  /** Has no prototype, as the platforms' own query objects. */
  readonly query: Readonly<Record<string, string | string[]>>;
  /** Without the question mark; empty when there is no query. */
  readonly queryString: string;
  /** Whether a query key has brackets, to which a platform's parser may give a meaning (`filter[name]`). */
  readonly hasBracketKeys: boolean;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined when the route takes none, or when it was not given. */
  readonly body: unknown;
}
