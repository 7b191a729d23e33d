import type { IncomingHttpHeaders } from 'node:http';
import type { Method, MethodRequest } from './method.js';
import type { ResponseChannel } from './response-channel.js';
import type { Session } from './sessions/session.js';

/** What a message came with. */
export interface Delivery<Exchange> {
  readonly headers: IncomingHttpHeaders;
  /** The value of `MCP-Protocol-Version`. */
  readonly headerVersion: string | undefined;
  readonly exchange: Exchange;
  readonly channel: ResponseChannel;
  readonly session?: Session;
}

/** A method and the request it is to answer. */
export interface Call<Exchange> {
  readonly method: Method<Exchange>;
  readonly request: MethodRequest<Exchange>;
}
