import type { CapturedResponse } from './interfaces/captured-response.interface.js';
import type { HeaderValue } from './internal-response-head.js';

interface HeaderSource {
  getHeaders(): Record<string, HeaderValue>;
}

/** What a route has answered. Its headers are put together when somebody asks: most results are made without. */
export class RouteResponse implements CapturedResponse {
  constructor(
    readonly status: number,
    readonly body: unknown,
    readonly url: string,
    private readonly source: HeaderSource,
  ) {}

  get headers(): CapturedResponse['headers'] {
    return this.source.getHeaders();
  }
}
