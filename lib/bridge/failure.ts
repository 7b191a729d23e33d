import { STATUS_CODES } from 'node:http';
import { redact } from '../credentials/index.js';
import { errorResponse, ProtocolError } from '../protocol/index.js';
import type { RequestId } from '../protocol/index.js';

/** JSON-RPC leaves this code to implementations; the official SDKs use it for connections that are lost. */
const CONNECTION_FAILED = -32000;
const LONGEST_BODY = 300;

/** Why a message did not get to the endpoint, or its answer back. */
export class BridgeFailure extends ProtocolError {
  constructor(message: string) {
    super(CONNECTION_FAILED, message);
  }
}

/** @param secrets what must not stand in what people read */
export function connectionFailure(url: URL, error: unknown, secrets: readonly string[]): BridgeFailure {
  const { message, code } = error as { message?: string; code?: string };
  // A host with several addresses has an error for each, and no message.
  const reason = message || code || String(error);
  return new BridgeFailure(`${addressOf(url)} cannot be reached: ${redact(reason, secrets)}`);
}

export function statusFailure(
  url: URL,
  status: number,
  body: string,
  secrets: readonly string[],
  advice?: string,
): BridgeFailure {
  const start = redact(body.trim().slice(0, LONGEST_BODY), secrets);
  return new BridgeFailure(
    [`${addressOf(url)} answered HTTP ${status} ${STATUS_CODES[status] ?? ''}`.trim(), advice, start]
      .filter((part) => part !== undefined && part !== '')
      .join('. '),
  );
}

export function lostFailure(url: URL): BridgeFailure {
  return new BridgeFailure(
    `${addressOf(url)} has broken off its answer. The request may have been carried out`,
  );
}

/** Without a user, a password and a query, which may be secrets. */
export function addressOf({ origin, pathname }: URL): string {
  return origin + pathname;
}

/** An error that the endpoint could not say which request it is for. */
export function withId(id: RequestId, error: unknown): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error });
}

export function failureResponse(id: RequestId | undefined, error: unknown): string {
  return errorResponse(
    id,
    error instanceof ProtocolError ? error : new BridgeFailure('The bridge has failed'),
  );
}
