import type { McpFormSource } from './form-source.interface.js';
import type { McpInputRequest } from './input-request.interface.js';
import type { McpInputResponse } from './input-response.interface.js';

/**
 * How important a log message is, least first.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/logging#log-levels
 * @publicApi
 */
export type McpLogLevel =
  'debug' | 'info' | 'notice' | 'warning' | 'error' | 'critical' | 'alert' | 'emergency';

/**
 * W3C trace context that the client sent with the call (SEP-414).
 *
 * @publicApi
 */
export interface McpTraceContext {
  readonly traceparent?: string;
  readonly tracestate?: string;
  readonly baggage?: string;
}

/**
 * What a client can be asked for: a form (`elicitation`), a link to open (`elicitation.url`), an answer of its model
 * (`sampling`, and `sampling.tools` with tools), its directories (`roots`).
 *
 * @publicApi
 */
export type McpInputKind = 'elicitation' | 'elicitation.url' | 'sampling' | 'sampling.tools' | 'roots';

/**
 * What is known of an MCP call, and the way back to its client while it lasts.
 *
 * @publicApi
 */
export interface McpCallContext {
  /** The MCP method: `tools/call`. */
  readonly method: string;
  /** The tool that was called. */
  readonly name: string;
  /** `modern` from 2026-07-28 on, `legacy` before. */
  readonly era: 'modern' | 'legacy';
  /** The protocol version of this call, e.g. `2025-11-25`. */
  readonly protocolVersion: string;
  /** The JSON-RPC id of the call. */
  readonly requestId: string | number;
  /** Who the client says it is. Modern clients say so in every call, legacy clients only when they begin a session. */
  readonly clientInfo?: Readonly<Record<string, unknown>> | undefined;
  /** What the client can do, as far as this call or its session says. */
  readonly clientCapabilities: Readonly<Record<string, unknown>>;
  /** `params._meta` of the call. */
  readonly meta: Readonly<Record<string, unknown>>;
  /** The request that reached the MCP endpoint: a Fastify or Express request. */
  readonly request: object;
  /**
   * Aborted when the client goes away before it has its answer, when the time of the call is over (`TimeoutError`), and
   * when the application shuts down and waits no longer. That of a task is aborted when the client cancels it, and not
   * when it goes away.
   */
  readonly signal: AbortSignal;
  /** What the client sent to continue a trace. */
  readonly trace: McpTraceContext;
  /** The client's answers to `McpInputRequired`, by the keys of its questions; undefined in the first round. */
  readonly inputResponses?: Readonly<Record<string, McpInputResponse>> | undefined;
  /** What the handler gave `McpInputRequired` to remember; undefined in the first round. */
  readonly requestState?: unknown;

  /** Whether the client can be asked for this, in this call. */
  can(kind: McpInputKind): boolean;

  /**
   * The fields of a form that the user filled in and accepted. Undefined when there is no answer under this key, when the
   * user declined or cancelled, and when the answer does not fit the form.
   *
   * @param form what `McpInput.form()` was given. Give it: an answer that comes without a `requestState` was not checked
   * against any form before
   */
  accepted<T extends object = Record<string, unknown>>(key: string, form?: McpFormSource<T>): T | undefined;

  /**
   * Asks the client while the handler goes on: in a task, and in a session of 2025-11-25 and before. Waits for all
   * answers; they are then in `inputResponses` as well, and `accepted()` reads them. Kinds of questions that the client
   * does not know have no answer.
   *
   * Everywhere else the handler has to return `McpInputRequired`, so that it is run again with the answers.
   *
   * @param requests what `McpInput` makes, each under a key of your own
   * @throws McpError when the client cannot be asked; the reason of `signal` when the task ends before
   */
  input(
    requests: Readonly<Record<string, McpInputRequest>>,
  ): Promise<Readonly<Record<string, McpInputResponse>>>;

  /**
   * Tells the client how far the call is. Does nothing when the client did not ask for it. In a task it becomes the
   * status message.
   *
   * @param progress must grow with every report: one that does not is dropped
   * @param total what `progress` will be at the end, if known
   * @param message for people
   * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/progress
   */
  reportProgress(progress: number, total?: number, message?: string): void;

  /**
   * Sends a log message to the client. Does nothing when the client did not ask for messages of this level, and in tasks.
   *
   * @param data anything that is JSON: never secrets
   * @param logger the name of what logs
   * @see https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/logging
   */
  log(level: McpLogLevel, data: unknown, logger?: string): void;

  /**
   * Lets the client's connection go before a long wait. The call goes on, and the client comes back for the answer by
   * itself. Does nothing unless the call belongs to a session of 2025-11-25, whose clients can do that.
   *
   * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#sending-messages-to-the-server
   */
  closeStream(): void;
}
