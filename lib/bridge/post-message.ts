import { connectionFailure, statusFailure } from './failure.js';
import { exchange, readText } from './http-exchange.js';
import type { Link } from './link.interface.js';

/** Sends a message that has no answer. Never rejects: there is no request that the failure could be told of. */
export async function postMessage(
  { endpoint, secrets, advice, report }: Link,
  body: string,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  try {
    const response = await exchange(endpoint, { method: 'POST', headers, body });
    const text = await readText(response as AsyncIterable<string>);
    const status = response.statusCode!;
    if (status >= 400) {
      report(statusFailure(endpoint.url, status, text, secrets, advice[status]).message);
    }
  } catch (error) {
    report(connectionFailure(endpoint.url, error, secrets).message);
  }
}
