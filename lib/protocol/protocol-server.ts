import { AsyncResource } from 'node:async_hooks';
import type { IncomingHttpHeaders } from 'node:http';
import { answerFormat, takesEventStream } from './accept.js';
import type { AnswerFormat } from './accept.js';
import {
  ACCEPTED_ANSWER,
  answerInKind,
  errorAnswer,
  jsonAnswer,
  methodNotAllowedAnswer,
  NO_RESPONSE_ANSWER,
  SESSION_ENDED_ANSWER,
  STREAMED_ANSWER,
  withHeaders,
} from './answer.js';
import type { ProtocolAnswer } from './answer.js';
import { checkBatch, checkBatchedRequest } from './batch.js';
import type { Call, Delivery } from './call.js';
import { isJsonContentType } from './content-type.js';
import { eraOf } from './era.js';
import type { Era } from './era.js';
import { headerValue, SESSION_HEADER, VERSION_HEADER } from './headers.js';
import { InFlight } from './in-flight.js';
import { initializedMethod } from './initialized-method.js';
import { readMessage, readRequestId } from './json-rpc.js';
import type { RequestId, RequestMessage } from './json-rpc.js';
import { KeepAlive } from './keep-alive.js';
import { legacyCall } from './legacy-request.js';
import { LEFT_OPEN } from './method.js';
import type { Method } from './method.js';
import { MethodRegistry } from './method-registry.js';
import { modernCall, removedMethod } from './modern-request.js';
import { checkNotification } from './notification.js';
import { httpStatusOf, internalError, invalidRequest, parseError, ProtocolError } from './protocol-error.js';
import { errorResponse, resultResponse } from './response.js';
import { ResponseChannel } from './response-channel.js';
import type { Connection } from './response-channel.js';
import { StreamRoom } from './stream-room.js';
import { answerDelete, answerGet, sessionIdOf, unknownSessionAnswer } from './sessions/session-requests.js';
import type { Session } from './sessions/session.js';
import type { Sessions } from './sessions/sessions.js';
import { endedByShutdown } from './shutdown.js';
import { isModernVersion } from './versions.js';

export interface ProtocolServerOptions<Exchange = unknown> {
  /**
   * Told about what was thrown and is no `ProtocolError`; the client sees "Internal error". A text that is returned is
   * the id under which it was logged: the client sees that, too.
   */
  onError?(error: unknown, exchange?: Exchange): unknown;
  /** Milliseconds between the signs of life that a client gets while its request takes long; 15,000 by default. */
  readonly keepAliveMs?: number;
  /** Messages in one batch; 100 by default. */
  readonly batchLength?: number;
  /** Answers that may be event streams at once; 10,000 by default. */
  readonly streams?: number;
  /** Without them every request stands alone. */
  readonly sessions?: Sessions<Exchange>;
}

/** One HTTP request to the endpoint, its body parsed. */
export interface ProtocolMessage<Exchange = unknown> {
  readonly httpMethod: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
  /** Handed to the method as it is. */
  readonly exchange: Exchange;
  /** Without it answers are never streamed, and nobody learns that the client has gone. */
  readonly connection?: Connection;
}

/** A JSON-RPC response and the HTTP status that belongs to it. */
interface Outcome {
  readonly status: number;
  readonly json: string;
}

/** Turns one HTTP request into one HTTP answer. Between requests it keeps sessions, if anything. */
export class ProtocolServer<Exchange = unknown> {
  private methods: MethodRegistry<Exchange>;
  private readonly keepAlive: KeepAlive;
  private readonly streamRoom: StreamRoom;
  private readonly inFlight = new InFlight();

  constructor(
    methods: Iterable<Method<Exchange>>,
    private readonly options: ProtocolServerOptions<Exchange> = {},
  ) {
    this.methods = registryOf(methods);
    this.keepAlive = new KeepAlive(options.keepAliveMs ?? 15_000);
    this.streamRoom = new StreamRoom(options.streams ?? 10_000);
  }

  /** Serves other methods from now on. Requests in progress stay with theirs. */
  serve(methods: Iterable<Method<Exchange>>): void {
    this.methods = registryOf(methods);
  }

  /** Answers all requests that methods are still at work on, since the server shuts down. */
  giveUp(): void {
    this.inFlight.giveUp(endedByShutdown());
  }

  /** Ends what is left when every request has its answer. */
  close(): void {
    this.keepAlive.close();
  }

  /** Never rejects. `STREAMED_ANSWER` when the answer went out as a stream. */
  async handle(message: ProtocolMessage<Exchange>): Promise<ProtocolAnswer> {
    try {
      return await this.answer(message);
    } catch (error) {
      const { status, json } = this.failure(undefined, error, 'legacy', message.exchange);
      return jsonAnswer(status, json);
    }
  }

  private answer(message: ProtocolMessage<Exchange>): ProtocolAnswer | Promise<ProtocolAnswer> {
    const { httpMethod, headers, body } = message;
    const { sessions } = this.options;
    if (httpMethod === 'DELETE') return sessions ? answerDelete(sessions, message) : SESSION_ENDED_ANSWER;
    if (httpMethod === 'GET' && sessions) return answerGet(sessions, this.keepAlive, message);
    if (httpMethod !== 'POST') {
      return methodNotAllowedAnswer(
        invalidRequest(`Send MCP messages with POST; ${httpMethod} is not served here`),
      );
    }
    if (!isJsonContentType(headers['content-type'])) {
      return errorAnswer(
        415,
        readRequestId(body),
        invalidRequest('Send Content-Type: application/json, in UTF-8'),
      );
    }
    const format = answerFormat(headerValue(headers, 'accept'));
    if (format === undefined) {
      return errorAnswer(
        406,
        readRequestId(body),
        invalidRequest(
          'This server answers application/json or text/event-stream: name one of them in Accept',
        ),
      );
    }
    // Express reads an empty body as {}.
    if (body === undefined || headers['content-length'] === '0') {
      throw parseError('The request body is empty: send a JSON-RPC message');
    }
    return Array.isArray(body)
      ? this.answerBatch(body, message, format)
      : this.answerMessage(message, format);
  }

  private async answerMessage(
    { body, headers, exchange, connection }: ProtocolMessage<Exchange>,
    format: AnswerFormat,
  ): Promise<ProtocolAnswer> {
    const headerVersion = headerValue(headers, VERSION_HEADER);
    const message = readMessage(body);
    const { sessions } = this.options;
    const sessionId = sessions && sessionIdOf(message, headers);
    let session: Session | undefined;
    try {
      session = sessionId === undefined ? undefined : await sessions!.find(sessionId, exchange);
    } catch (error) {
      if (message.kind !== 'request') throw error;
      const { status, json } = this.failure(message.id, error, 'legacy', exchange);
      return jsonAnswer(status, json);
    }
    if (sessionId !== undefined && !session) {
      return unknownSessionAnswer(message.kind === 'request' ? message.id : undefined);
    }
    switch (message.kind) {
      case 'request': {
        const takesEvents = format === 'event-stream' || takesEventStream(headerValue(headers, 'accept'));
        const own = connection && session?.begin(message.id, connection);
        const link = own ?? connection;
        const channel = new ResponseChannel(takesEvents ? link : undefined, link, this.streamRoom);
        const outcome = await this.dispatchAlive(message, {
          headers,
          headerVersion,
          exchange,
          channel,
          session,
        });
        if (own) session!.complete(message.id, own);
        if (outcome === LEFT_OPEN) return STREAMED_ANSWER;
        const { status, json } = outcome;
        if (channel.isStreaming) {
          channel.finish(json);
          return STREAMED_ANSWER;
        }
        channel.close();
        if (own?.isCancelled && takesEvents) return NO_RESPONSE_ANSWER;
        const answer = status === 200 ? answerInKind(format, json) : jsonAnswer(status, json);
        return withHeaders(answer, channel.answerHeaders);
      }
      case 'notification':
        checkNotification(message, headers, headerVersion);
        await session?.notified(message);
        return ACCEPTED_ANSWER;
      case 'response':
        await session?.answered(message);
        if (!isModernVersion(headerVersion)) return ACCEPTED_ANSWER;
        throw invalidRequest(`In ${headerVersion} clients send requests and notifications, never responses`);
      case 'invalid':
        return errorAnswer(httpStatusOf(message.error, 'legacy'), message.id, message.error);
    }
  }

  /** One after the other, so that what a batch creates is there for what it reads next. */
  private async answerBatch(
    batch: readonly unknown[],
    { headers, exchange, connection }: ProtocolMessage<Exchange>,
    format: AnswerFormat,
  ): Promise<ProtocolAnswer> {
    const headerVersion = headerValue(headers, VERSION_HEADER);
    checkBatch(batch, headers, headerVersion, this.options.batchLength);
    const { sessions } = this.options;
    const sessionId = sessions && headerValue(headers, SESSION_HEADER);
    const session = sessionId === undefined ? undefined : await sessions!.find(sessionId, exchange);
    if (sessionId !== undefined && !session) return unknownSessionAnswer(undefined);
    const responses: string[] = [];
    for (const item of batch) {
      const message = readMessage(item);
      if (message.kind === 'invalid') responses.push(errorResponse(message.id, message.error));
      if (message.kind === 'notification') await session?.notified(message);
      if (message.kind === 'response') await session?.answered(message);
      if (message.kind === 'request') {
        // The answer of a batch is a whole one.
        const channel = new ResponseChannel(undefined, connection);
        // A scope of its own, so that AsyncLocalStorage.enterWith() in one call does not reach the next.
        const outcome = new AsyncResource('McpBatchItem').runInAsyncScope(() =>
          this.dispatch(message, { headers, headerVersion, exchange, channel, session }, true),
        );
        const settled = await outcome;
        if (settled !== LEFT_OPEN) responses.push(settled.json);
      }
    }
    return responses.length === 0 ? ACCEPTED_ANSWER : answerInKind(format, `[${responses.join(',')}]`);
  }

  private async dispatchAlive(
    message: RequestMessage,
    delivery: Delivery<Exchange>,
  ): Promise<Outcome | typeof LEFT_OPEN> {
    const { channel } = delivery;
    if (!channel.canStream) return this.dispatch(message, delivery);
    const kept = this.keepAlive.add(channel);
    const outcome = await this.dispatch(message, delivery);
    if (outcome === LEFT_OPEN) {
      channel.onClose(() => this.keepAlive.delete(kept));
    } else {
      this.keepAlive.delete(kept);
    }
    return outcome;
  }

  private async dispatch(
    message: RequestMessage,
    delivery: Delivery<Exchange>,
    isBatched = false,
  ): Promise<Outcome | typeof LEFT_OPEN> {
    const { headers, headerVersion } = delivery;
    const era = eraOf(message.method, message.meta, headerVersion, headers);
    try {
      if (isBatched) checkBatchedRequest(message, headers, headerVersion);
      const { method, request } = this.callOf(era, message, delivery);
      this.inFlight.assertOpen();
      const work = method.handle(request);
      const result = work instanceof Promise ? await this.inFlight.settle(work, delivery.channel) : work;
      if (result === LEFT_OPEN) return LEFT_OPEN;
      return { status: 200, json: resultResponse(message.id, result, era) };
    } catch (error) {
      return this.failure(message.id, error, era, delivery.exchange);
    }
  }

  private callOf(era: Era, message: RequestMessage, delivery: Delivery<Exchange>): Call<Exchange> {
    const method = this.methods.find(message.method, era);
    if (era === 'legacy') return legacyCall(message, method, delivery);
    if (method === undefined && this.methods.find(message.method, 'legacy') !== undefined) {
      throw removedMethod(message.method);
    }
    return modernCall(message, method, delivery);
  }

  private failure(id: RequestId | undefined, error: unknown, era: Era, exchange: Exchange): Outcome {
    let unknown = error;
    if (error instanceof ProtocolError) {
      try {
        return { status: httpStatusOf(error, era), json: errorResponse(id, error) };
      } catch (unserializable) {
        unknown = unserializable;
      }
    }
    const hidden = internalError(this.report(unknown, exchange));
    return { status: httpStatusOf(hidden, era), json: errorResponse(id, hidden) };
  }

  private report(error: unknown, exchange: Exchange): string | undefined {
    try {
      const errorId = this.options.onError?.(error, exchange);
      return typeof errorId === 'string' ? errorId : undefined;
    } catch {
      // The client's answer must not depend on the logger.
      return undefined;
    }
  }
}

function registryOf<Exchange>(methods: Iterable<Method<Exchange>>): MethodRegistry<Exchange> {
  return new MethodRegistry(methods, [initializedMethod]);
}
