import type { IncomingHttpHeaders } from 'node:http';
import type { Era } from './era.js';
import type { JsonObject, RequestId } from './json-rpc.js';
import type { ResponseChannel } from './response-channel.js';
import type { Session } from './sessions/session.js';
import type { HeaderParameter } from './parameter-headers.js';

/** A request that passed every check of the protocol. */
export interface MethodRequest<Exchange = unknown> {
  readonly era: Era;
  /** The version in use; for `initialize`, the version that was negotiated. */
  readonly version: string;
  readonly id: RequestId;
  readonly method: string;
  /** Empty when the message had none. */
  readonly params: JsonObject;
  /** `params._meta`; empty when the message had none. */
  readonly meta: JsonObject;
  /** Self-reported: for display and logs, never for decisions. */
  readonly clientInfo?: JsonObject;
  /** Empty for legacy requests other than `initialize` and without a session, which do not carry them. */
  readonly clientCapabilities: JsonObject;
  readonly headers: IncomingHttpHeaders;
  /** What is known of the client from earlier requests; legacy only, and only with sessions. */
  readonly session?: Session;
  /** The way to the client while the request is being worked on. */
  readonly channel: ResponseChannel;
  /** What the transport passed in. The protocol never looks inside. */
  readonly exchange: Exchange;
}

/** A result that is JSON text already, of an object. It is sent as it is, so in the modern era it needs its `resultType`. */
export class SerializedResult {
  constructor(readonly json: string) {}
}

export type MethodResult = JsonObject | SerializedResult;

/** Returned by a method that keeps the channel, and ends its stream by itself. */
export const LEFT_OPEN = Symbol('mcp:left-open');

export type MethodOutcome = MethodResult | typeof LEFT_OPEN;

export interface Method<Exchange = unknown> {
  /** `tools/call` */
  readonly name: string;
  readonly eras: readonly Era[];
  /** The parameter that the `Mcp-Name` header mirrors. */
  readonly nameParameter?: 'name' | 'uri' | 'taskId';
  /** Whether `Mcp-Name` must be sent (the default) or is only compared when it is. */
  readonly nameHeader?: 'required' | 'when-sent';
  /** The `Mcp-Param-*` headers that the addressed tool declares. `params` are unchecked. */
  headerParameters?(params: JsonObject): readonly HeaderParameter[] | undefined;
  /** Throws `ProtocolError` for a JSON-RPC error; anything else thrown is an internal error. */
  handle(request: MethodRequest<Exchange>): MethodOutcome | Promise<MethodOutcome>;
}
