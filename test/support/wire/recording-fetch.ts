import { RecordedExchange } from './recorded-exchange.js';

/** `fetch` that keeps what the server sent. */
export interface RecordingFetch {
  (input: string | URL | Request, init?: RequestInit): Promise<Response>;
  /** What went over the wire, in the order of the requests. */
  readonly exchanges: readonly RecordedExchange[];
  /**
   * Checks everything that the server sent with the official JSON schema of the protocol version. Waits for the end of
   * every response, so close the clients first when they hold streams open.
   *
   * @throws Error that lists what is wrong, or says that nothing was recorded
   */
  assertValidMessages(): Promise<void>;
}

/**
 * A `fetch` to give to an MCP client (or to use as it is), which records every message that the server sends, in JSON
 * bodies and in event streams.
 *
 * ```ts
 * const wire = recordingFetch('2026-07-28');
 * const transport = new StreamableHTTPClientTransport(url, { fetch: wire });
 * // ... the test ...
 * await client.close();
 * await wire.assertValidMessages();
 * ```
 *
 * @param version the protocol version by whose schema the messages are checked; by default each exchange is checked by
 * the version that it names itself
 */
export function recordingFetch(version?: string): RecordingFetch {
  const exchanges: RecordedExchange[] = [];
  const record = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    const body = await request.clone().text();
    const response = await fetch(request);
    exchanges.push(new RecordedExchange(request, body, response.clone(), version));
    return response;
  };
  return Object.assign(record, {
    exchanges,
    assertValidMessages: async () => {
      await Promise.all(exchanges.map(({ ended }) => ended));
      const problems = exchanges.flatMap((exchange) => exchange.problems());
      if (exchanges.length === 0) {
        problems.push('nothing was recorded');
      }
      if (problems.length > 0) {
        throw new Error(
          `The server sent invalid messages:\n${problems.map((problem) => `- ${problem}`).join('\n')}`,
        );
      }
    },
  });
}
