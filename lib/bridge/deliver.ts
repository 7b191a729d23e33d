import { isJsonObject } from '../protocol/index.js';
import type { JsonObject, RequestId } from '../protocol/index.js';
import type { Link } from './link.interface.js';

/** A message of the server; undefined for what is none. */
export function parseMessage(json: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return isJsonObject(value) && value['jsonrpc'] === '2.0' ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Hands a message of the server to the client. Nothing else gets there. */
export function deliver(link: Link, json: string, message: JsonObject | undefined): void {
  if (!message) {
    link.report('The server has sent something that is no JSON-RPC message; it was dropped');
    return;
  }
  const { id, method, params } = message;
  if (typeof method === 'string' && id !== undefined) {
    link.asked.add(id as RequestId);
  }
  if (method === 'notifications/cancelled' && isJsonObject(params)) {
    link.asked.delete(params['requestId'] as RequestId);
  }
  link.output.send(json);
}
