import { HttpException } from '@nestjs/common';
import type { FastifyReplyLike } from './fastify-reply.js';
import type { FastifyRequestLike, InternalFastifyRequest } from './fastify-request.js';
import type {
  ExchangeOwner,
  InternalExchange,
  ReplayTarget,
} from './interfaces/replay-platform.interface.js';
import { InternalServerResponse } from './internal-server-response.js';
import type { ResponseOwner } from './internal-server-response.js';
import { RouteResponse } from './route-response.js';

/** What a route on Fastify gets. */
export class FastifyExchange implements InternalExchange, ResponseOwner {
  declare response: FastifyReplyLike;
  readonly raw: InternalServerResponse;
  readonly refusal: HttpException | undefined;

  constructor(
    readonly request: InternalFastifyRequest,
    readonly connection: ResponseOwner['connection'],
    readonly byteLimit: number,
    private readonly target: ReplayTarget,
    private readonly owner: ExchangeOwner,
  ) {
    this.raw = new InternalServerResponse(this);
    request.attach(this.raw);
    this.refusal = refuseLongParameters(request, target);
  }

  settle(status: number, body: unknown): void {
    this.owner.settle(new RouteResponse(status, body, this.target.url, this.response));
  }

  passOn(error?: unknown): void {
    this.owner.passOn(this, error);
  }
}

/** Fastify's router refuses long parameters, save for wildcards, since expressions may have to be matched with them. */
function refuseLongParameters(
  request: FastifyRequestLike,
  { params, url }: ReplayTarget,
): HttpException | undefined {
  for (const name in params) {
    const { initialConfig } = request.server;
    const limit = initialConfig.routerOptions?.maxParamLength ?? initialConfig.maxParamLength ?? Infinity;
    if (name !== '*' && (params[name] as string).length > limit) {
      const [path] = url.split('?', 1);
      const code = 'FST_ERR_MAX_PARAM_LENGTH';
      const message = `'${path}' is exceeding the max param length`;
      return new HttpException({ error: 'URI Too Long', code, message, statusCode: 414 }, 414);
    }
  }
  return undefined;
}
