import { compareAnswers } from './compare-answers.js';
import { createHttpRequest, readHttpAnswer } from './http-answer.js';
import type { ParityCase, ParityComparison, ParityHeaders } from './interfaces/parity.interface.js';
import { sendRequest } from './send-request.js';
import { createToolRequest, readToolAnswer } from './tool-answer.js';

/** A Nest application after `listen()`. */
export interface ListeningApplication {
  getUrl(): Promise<string>;
}

export interface ParityOptions {
  /**
   * Path of the MCP endpoint.
   *
   * @default '/mcp'
   */
  readonly path?: string;
  /** Sent with every request, in both ways; a case's own headers win. */
  readonly headers?: ParityHeaders;
}

/** Asks an application the same thing over HTTP and by tool call, over real sockets. */
export class ParityHarness {
  private readonly origin: URL;
  private readonly path: string;
  private readonly headers: ParityHeaders;

  constructor(url: string, { path = '/mcp', headers = {} }: ParityOptions = {}) {
    this.origin = new URL(url);
    this.path = path;
    this.headers = headers;
  }

  /**
   * Sends the HTTP request, then the tool call: what the first changes in the application, the second sees.
   *
   * @throws Error when there is no such tool, or no MCP endpoint
   */
  async compare(compared: ParityCase): Promise<ParityComparison> {
    const headers = { ...this.headers, ...compared.headers };
    const http = readHttpAnswer(await sendRequest(this.origin, createHttpRequest(compared.http, headers)));
    const call = createToolRequest(this.path, { ...compared, headers });
    const tool = readToolAnswer(await sendRequest(this.origin, call), http);
    const differences = compareAnswers(http, tool);
    return { case: compared, http, tool, equal: differences.length === 0, differences };
  }
}

/**
 * @param app an application that listens already: `await app.listen(0)`
 *
 * @example
 * ```ts
 * const parity = await createParityHarness(app);
 *
 * it('finds an order as over HTTP', async () => {
 *   expectParity(
 *     await parity.compare({
 *       tool: 'orders_find_one',
 *       arguments: { id: 7 },
 *       http: { path: '/orders/7' },
 *       headers: { authorization: `Bearer ${token}` },
 *     }),
 *   );
 * });
 * ```
 *
 * @publicApi
 */
export async function createParityHarness(
  app: ListeningApplication,
  options?: ParityOptions,
): Promise<ParityHarness> {
  return new ParityHarness(await app.getUrl(), options);
}
