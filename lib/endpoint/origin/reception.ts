import type { ServerResponse } from 'node:http';
import { answerToRefusal } from '../../protocol/index.js';
import type { ProtocolAnswer } from '../../protocol/index.js';
import type { ResolvedMcpOptions } from '../../mcp-options.defaults.js';
import type { EndpointRequest } from '../endpoint-answer.js';
import { isFastifyReply } from '../send-answer.js';
import { CorsHeaders, isPreflight } from './cors-headers.js';
import { OriginPolicy } from './origin-policy.js';

/** What happens to a request before all else: foreign pages are refused, and browsers told what they ask. */
export class Reception {
  private readonly policy: OriginPolicy;
  private readonly cors?: CorsHeaders;

  constructor(options: Pick<ResolvedMcpOptions, 'allowedOrigins' | 'allowedHosts' | 'cors'>) {
    this.policy = new OriginPolicy(options);
    if (options.cors) {
      this.cors = new CorsHeaders(options.cors === true ? {} : options.cors, this.policy.takesAll);
    }
  }

  /** The answer to requests that go no further. */
  receive(request: EndpointRequest, response: object): ProtocolAnswer | undefined {
    const refusal = this.policy.refusal(request);
    if (refusal !== undefined) {
      // Without the id of the request: it has not been read.
      return answerToRefusal(403, refusal, undefined);
    }
    const { origin } = request.headers;
    if (!this.cors || origin === undefined) {
      return undefined;
    }
    if (isPreflight(request.method, request.headers)) {
      return { status: 204, headers: this.cors.ofPreflight(request.headers) };
    }
    setHeaders(response, this.cors.ofAnswer(origin));
    return undefined;
  }
}

function setHeaders(response: object, headers: Readonly<Record<string, string>>): void {
  if (isFastifyReply(response)) {
    response.headers(headers);
    return;
  }
  for (const [name, value] of Object.entries(headers)) {
    (response as ServerResponse).setHeader(name, value);
  }
}
