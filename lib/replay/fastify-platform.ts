import type { RouteMiddleware } from '../discovery/index.js';
import { FastifyExchange } from './fastify-exchange.js';
import { runFastifyMiddleware } from './fastify-middleware.js';
import { createInternalReplyClass } from './fastify-reply.js';
import type { FastifyReplyLike, InternalReplyClass } from './fastify-reply.js';
import { createInternalRequestClass } from './fastify-request.js';
import type { FastifyRequestLike, InternalFastifyRequest, InternalRequestClass } from './fastify-request.js';
import type {
  ExchangeOwner,
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

  createExchange(outer: OuterExchange, target: ReplayTarget, owner: ExchangeOwner): InternalExchange {
    const request = this.createRequest(outer, target);
    const outerReply = outer.response as FastifyReplyLike;
    const connection = outer.connection ?? outerReply.raw;
    const exchange = new FastifyExchange(request, connection, this.byteLimit, target, owner);
    exchange.response = new (this.replyClassOf(outerReply))(outerReply, exchange);
    return exchange;
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

  private replyClassOf(outer: FastifyReplyLike): InternalReplyClass {
    let replyClass = this.replyClasses.get(outer.constructor);
    if (!replyClass) {
      replyClass = createInternalReplyClass(outer);
      this.replyClasses.set(outer.constructor, replyClass);
    }
    return replyClass;
  }
}
