import { randomUUID } from 'node:crypto';
import { isJsonObject } from '../protocol/index.js';
import type { JsonObject, RequestMessage } from '../protocol/index.js';
import { parseMessage } from './deliver.js';
import { exchange, mediaTypeOf, readText } from './http-exchange.js';
import type { Link } from './link.interface.js';
import { modernHeaders } from './message-headers.js';

const MOST_PAGES = 100;

/**
 * Reads the list of tools for a client that has not, or not lately: the endpoint refuses calls without the headers that
 * the list names.
 */
export async function learnTools(link: Link, call: RequestMessage, signal: AbortSignal): Promise<void> {
  let cursor: unknown;
  for (let page = 0; page < MOST_PAGES; page++) {
    const result = await readPage(link, { _meta: envelopeOf(call.meta), cursor }, signal);
    link.argumentHeaders.learn(result);
    cursor = result?.['nextCursor'];
    if (cursor === undefined) {
      return;
    }
  }
}

async function readPage(
  { endpoint }: Link,
  params: { readonly _meta: JsonObject; readonly cursor: unknown },
  signal: AbortSignal,
): Promise<JsonObject | undefined> {
  const method = 'tools/list';
  const body = JSON.stringify({ jsonrpc: '2.0', id: randomUUID(), method, params });
  const headers = { ...modernHeaders(method, {}, params._meta), accept: 'application/json' };
  const response = await exchange(endpoint, { method: 'POST', headers, body, signal });
  const text = await readText(response as AsyncIterable<string>);
  const answer = mediaTypeOf(response) === 'application/json' ? parseMessage(text) : undefined;
  return isJsonObject(answer?.['result']) ? answer['result'] : undefined;
}

/** Progress is of the call only. */
function envelopeOf(meta: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(meta).filter(([key]) => key !== 'progressToken'));
}
