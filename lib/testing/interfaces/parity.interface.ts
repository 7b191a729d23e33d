/** Header names and values; names in any case. */
export type ParityHeaders = Readonly<Record<string, string>>;

type QueryValue = string | number | boolean;

/** The HTTP request that a tool call stands for. */
export interface ParityRequest {
  /** @default 'GET' */
  readonly method?: string;
  /** Sent as it is, `..` included: percent-encode what needs it. */
  readonly path: string;
  /** Appended to the path. An array repeats the key. */
  readonly query?: Readonly<Record<string, QueryValue | readonly QueryValue[]>>;
  /** For this request alone, on top of those of the case. */
  readonly headers?: ParityHeaders;
  /** Sent as JSON; a string or a `Buffer` as it is when `headers` has a `content-type`. */
  readonly body?: unknown;
}

/** One thing to do in two ways: a tool call, and the HTTP request that should have the same answer. */
export interface ParityCase {
  /** Name of the tool. */
  readonly tool: string;
  /** Arguments of the call. */
  readonly arguments?: Readonly<Record<string, unknown>>;
  readonly http: ParityRequest;
  /** Sent in both ways: credentials, cookies, a tenant. */
  readonly headers?: ParityHeaders;
}

/** What HTTP answered. */
export interface ParityHttpAnswer {
  readonly status: number;
  /** A JSON value, text, or a `Buffer`, by the response's media type; undefined when there is none, and for redirects. */
  readonly body: unknown;
  /** The media type of the body, without parameters. */
  readonly mediaType?: string;
  /** Where a redirect leads. */
  readonly location?: string;
}

/** What the tool call answered, in the terms of HTTP. */
export interface ParityToolAnswer {
  /** Undefined when the call was refused before it reached the route. */
  readonly status?: number;
  /** Read in the way in which the body of the HTTP answer was read, since the text of a tool result has no media type. */
  readonly body: unknown;
  readonly mediaType?: string;
  readonly location?: string;
  readonly isError: boolean;
  /**
   * Who answered: the route; the check of the arguments, before the route ran; or the endpoint itself, as when a global
   * guard refuses the MCP request.
   */
  readonly answeredBy: 'route' | 'arguments' | 'endpoint';
  /** The content blocks of the result as they came. */
  readonly content: readonly ParityContentBlock[];
}

/** A content block of a tool result, as far as it is read here. */
export interface ParityContentBlock {
  readonly type: string;
  readonly text?: string;
  readonly data?: string;
  readonly mimeType?: string;
  readonly resource?: { readonly mimeType?: string; readonly text?: string; readonly blob?: string };
}

/** One way in which the two answers are not the same. */
export interface ParityDifference {
  /** `status`, `body.items[0].price` ... */
  readonly at: string;
  readonly http: unknown;
  readonly tool: unknown;
}

/** Both answers to a case. */
export interface ParityComparison {
  readonly case: ParityCase;
  readonly http: ParityHttpAnswer;
  readonly tool: ParityToolAnswer;
  readonly equal: boolean;
  /** Empty when the answers are equal. */
  readonly differences: readonly ParityDifference[];
}
