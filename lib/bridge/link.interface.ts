import type { RequestId } from '../protocol/index.js';
import type { ArgumentHeaders } from './argument-headers.js';
import type { Endpoint } from './http-exchange.js';
import type { LegacySession } from './legacy-session.js';
import type { MessageOutput } from './message-output.js';

/** What is between one client on lines and one endpoint. */
export interface Link {
  readonly endpoint: Endpoint;
  readonly output: MessageOutput;
  readonly session: LegacySession;
  readonly argumentHeaders: ArgumentHeaders;
  /** Requests of the server that the client has yet to answer. */
  readonly asked: Set<RequestId>;
  /** What must not stand in messages for people. */
  readonly secrets: readonly string[];
  /** What to do about an HTTP status. */
  readonly advice: Readonly<Record<number, string>>;
  /** Tells the person who runs this. */
  readonly report: (text: string) => void;
}
