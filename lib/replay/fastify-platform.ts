import { HttpException } from '@nestjs/common';
import type { RouteMiddleware } from '../discovery/index.js';
import { runFastifyMiddleware } from './fastify-middleware.js';
import { createInternalReplyClass } from './fastify-reply.js';
import type { FastifyReplyLike, InternalReplyClass } from './fastify-reply.js';
import { createInternalRequestClass } from './fastify-request.js';
import type { FastifyRequestLike, InternalFastifyRequest, InternalRequestClass } from './fastify-request.js';
import { InternalServerResponse } from './internal-server-response.js';
import type { CapturedResponse } from './interfaces/captured-response.interface.js';
import type {
  InternalExchange,
  OuterExchange,
  ReplayPlatform,
  ReplayTarget,
} from './interfaces/replay-platform.interface.js';

/** On Fastify the internal request and reply are of the application's own classes, over an internal `raw` response. */
export class FastifyPlatform implements ReplayPlatform {
  private readonly requestClasses = new WeakMap<object, InternalRequestClass>();
  private readonly replyClasses = new WeakMap<object, InternalReplyClass>();

  constructor(private readonly byteLimit: number) {}

  createExchange(
    outer: OuterExchange,
    target: ReplayTarget,
    settle: (response: CapturedResponse) => void,
    passOn: (exchange: InternalExchange, error?: unknown) => void,
  ): InternalExchange {
    const request = this.createRequest(outer, target);
    const outerReply = outer.response as FastifyReplyLike;
    const raw = new InternalServerResponse(
      { request, connection: outer.connection ?? outerReply.raw, byteLimit: this.byteLimit },
      ({ status, body }) => settle({ status, headers: reply.getHeaders(), body }),
    );
    request.attach(raw);
    const reply = this.createReply(outerReply, raw, request, (response, error) =>
      passOn({ request, response }, error),
    );
    return { request, response: reply, refusal: refuseLongParameters(request, target) };
  }

  runMiddleware(
    middleware: RouteMiddleware,
    exchange: InternalExchange,
    proceed: () => void,
    passOn: (exchange: InternalExchange, error?: unknown) => void,
  ): void {
    const request = exchange.request as Parameters<typeof runFastifyMiddleware>[1];
    const { raw } = exchange.response as FastifyReplyLike;
    runFastifyMiddleware(middleware, request, raw, proceed, (error) => passOn(exchange, error));
  }

  private createRequest({ request, snapshot }: OuterExchange, target: ReplayTarget): InternalFastifyRequest {
    const outer = request as FastifyRequestLike;
    let requestClass = this.requestClasses.get(outer.constructor);
    if (!requestClass) {
      requestClass = createInternalRequestClass(outer);
      this.requestClasses.set(outer.constructor, requestClass);
    }
    return new requestClass(outer, target, snapshot);
  }

  private createReply(
    outer: FastifyReplyLike,
    raw: InternalServerResponse,
    request: object,
    passOn: (reply: object, error?: unknown) => void,
  ): FastifyReplyLike {
    let replyClass = this.replyClasses.get(outer.constructor);
    if (!replyClass) {
      replyClass = createInternalReplyClass(outer);
      this.replyClasses.set(outer.constructor, replyClass);
    }
    return new replyClass(outer, raw, request, passOn);
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
