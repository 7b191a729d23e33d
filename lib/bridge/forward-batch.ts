import { deliver, parseMessage } from './deliver.js';
import { BridgeFailure, connectionFailure, failureResponse, statusFailure } from './failure.js';
import { exchange, mediaTypeOf, readText } from './http-exchange.js';
import type { Link } from './link.interface.js';
import { legacyHeaders } from './message-headers.js';
import { readEvents } from './read-events.js';

/** Carries a batch, which only 2025-03-26 has. Its answer is a batch, too, or an event stream. Never rejects. */
export async function forwardBatch(link: Link, body: string): Promise<void> {
  const { endpoint, session, output, secrets, advice } = link;
  try {
    const response = await exchange(endpoint, { method: 'POST', headers: legacyHeaders(session), body });
    const chunks = response as AsyncIterable<string>;
    if (mediaTypeOf(response) === 'text/event-stream') {
      for await (const { data } of readEvents(chunks)) {
        if (isBatch(data)) {
          output.send(data);
        } else if (data !== '') {
          deliver(link, data, parseMessage(data));
        }
      }
      return;
    }
    const text = await readText(chunks);
    if (isBatch(text) || parseMessage(text)) {
      output.send(text);
    } else if (text !== '') {
      throw statusFailure(endpoint.url, response.statusCode!, text, secrets, advice[response.statusCode!]);
    }
  } catch (error) {
    const isKnown = error instanceof BridgeFailure;
    const failure = isKnown ? error : connectionFailure(endpoint.url, error, secrets);
    output.send(failureResponse(undefined, failure));
  }
}

function isBatch(json: string): boolean {
  try {
    const value: unknown = JSON.parse(json);
    return Array.isArray(value) && value.every((item) => parseMessage(JSON.stringify(item)));
  } catch {
    return false;
  }
}
