import { AsyncResource } from 'node:async_hooks';
import type { IncomingHttpHeaders } from 'node:http';
import {
  ACCEPTED_ANSWER,
  answerInKind,
  errorAnswer,
  jsonAnswer,
  NO_RESPONSE_ANSWER,
  SESSION_ENDED_ANSWER,
  STREAMED_ANSWER,
  withHeaders,
} from './answer.js';
import type { ProtocolAnswer } from './answer.js';
import { checkBatch } from './batch.js';
import { Dispatcher } from './dispatcher.js';
import type { Outcome } from './dispatcher.js';
import { headerValue, SESSION_HEADER, VERSION_HEADER } from './headers.js';
import { readMessage } from './json-rpc.js';
import type { InvalidMessage, Message, RequestMessage } from './json-rpc.js';
import { KeepAlive } from './keep-alive.js';
import type { KeptChannel } from './keep-alive.js';
import type { ListEntry } from './linked-list.js';
import { LEFT_OPEN } from './method.js';
import type { Method } from './method.js';
import { checkNotification } from './notification.js';
import { httpStatusOf, invalidRequest } from './protocol-error.js';
import { errorResponse } from './response.js';
import { ResponseChannel } from './response-channel.js';
import type { Connection } from './response-channel.js';
import { StreamRoom } from './stream-room.js';
import { answerDelete, answerGet, sessionIdOf, unknownSessionAnswer } from './sessions/session-requests.js';
import type { Session } from './sessions/session.js';
import type { Sessions } from './sessions/sessions.js';
import { readTransport } from './transport-rules.js';
import type { AnswerForm } from './transport-rules.js';
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

/** Turns one HTTP request into one HTTP answer. Between requests it keeps sessions, if anything. */
export class ProtocolServer<Exchange = unknown> {
  private readonly dispatcher: Dispatcher<Exchange>;
  private readonly keepAlive: KeepAlive;
  private readonly streamRoom: StreamRoom;

  constructor(
    methods: Iterable<Method<Exchange>>,
    private readonly options: ProtocolServerOptions<Exchange> = {},
  ) {
    this.dispatcher = new Dispatcher(methods, (error, exchange) => options.onError?.(error, exchange));
    this.keepAlive = new KeepAlive(options.keepAliveMs ?? 15_000);
    this.streamRoom = new StreamRoom(options.streams ?? 10_000);
  }

  /** Serves other methods from now on. Requests in progress stay with theirs. */
  serve(methods: Iterable<Method<Exchange>>): void {
    this.dispatcher.serve(methods);
  }

  /** Answers all requests that methods are still at work on, since the server shuts down. */
  giveUp(): void {
    this.dispatcher.giveUp();
  }

  /** Ends what is left when every request has its answer. */
  close(): void {
    this.keepAlive.close();
  }

  /** Never rejects or throws. `STREAMED_ANSWER` when the answer went out as a stream. A promise when it takes time. */
  handle(message: ProtocolMessage<Exchange>): ProtocolAnswer | Promise<ProtocolAnswer> {
    try {
      return this.answer(message);
    } catch (error) {
      return this.refuse(error, message);
    }
  }

  private async refuseIfRejected(
    answer: Promise<ProtocolAnswer>,
    message: ProtocolMessage<Exchange>,
  ): Promise<ProtocolAnswer> {
    try {
      return await answer;
    } catch (error) {
      return this.refuse(error, message);
    }
  }

  private refuse(error: unknown, { exchange }: Pick<ProtocolMessage<Exchange>, 'exchange'>): ProtocolAnswer {
    const { status, json } = this.dispatcher.failure(undefined, error, 'legacy', exchange);
    return jsonAnswer(status, json);
  }

  private answer(message: ProtocolMessage<Exchange>): ProtocolAnswer | Promise<ProtocolAnswer> {
    const { httpMethod, headers, body } = message;
    const { sessions } = this.options;
    if (httpMethod === 'DELETE') {
      return sessions
        ? this.refuseIfRejected(answerDelete(sessions, message), message)
        : SESSION_ENDED_ANSWER;
    }
    if (httpMethod === 'GET' && sessions) {
      return this.refuseIfRejected(answerGet(sessions, this.keepAlive, message), message);
    }
    const form = readTransport(message);
    if ('status' in form) return form;
    if (Array.isArray(body)) return this.refuseIfRejected(this.answerBatch(body, message, form), message);
    const read = readMessage(body);
    const sessionId = sessions && sessionIdOf(read, headers);
    return sessionId === undefined
      ? this.answerRead(read, message, form)
      : this.refuseIfRejected(this.answerInSession(read, message, form, sessions!, sessionId), message);
  }

  private async answerInSession(
    message: Message,
    incoming: ProtocolMessage<Exchange>,
    form: AnswerForm,
    sessions: Sessions<Exchange>,
    sessionId: string,
  ): Promise<ProtocolAnswer> {
    const { exchange } = incoming;
    let session: Session | undefined;
    try {
      session = await sessions.find(sessionId, exchange);
    } catch (error) {
      if (message.kind !== 'request') throw error;
      const { status, json } = this.dispatcher.failure(message.id, error, 'legacy', exchange);
      return jsonAnswer(status, json);
    }
    if (!session) {
      return unknownSessionAnswer(message.kind === 'request' ? message.id : undefined);
    }
    return this.answerRead(message, incoming, form, session);
  }

  private answerRead(
    message: Message,
    incoming: ProtocolMessage<Exchange>,
    form: AnswerForm,
    session?: Session,
  ): ProtocolAnswer | Promise<ProtocolAnswer> {
    switch (message.kind) {
      case 'request':
        return this.answerRequest(message, incoming, form, session);
      case 'invalid':
        return errorAnswer(httpStatusOf(message.error, 'legacy'), message.id, message.error);
      default:
        return this.refuseIfRejected(this.acknowledge(message, incoming, session), incoming);
    }
  }

  private async acknowledge(
    message: Exclude<Message, RequestMessage | InvalidMessage>,
    { headers }: ProtocolMessage<Exchange>,
    session: Session | undefined,
  ): Promise<ProtocolAnswer> {
    const headerVersion = headerValue(headers, VERSION_HEADER);
    if (message.kind === 'notification') {
      checkNotification(message, headers, headerVersion);
      await session?.notified(message);
      return ACCEPTED_ANSWER;
    }
    await session?.answered(message);
    if (!isModernVersion(headerVersion)) return ACCEPTED_ANSWER;
    throw invalidRequest(`In ${headerVersion} clients send requests and notifications, never responses`);
  }

  private answerRequest(
    message: RequestMessage,
    { headers, exchange, connection }: ProtocolMessage<Exchange>,
    form: AnswerForm,
    session: Session | undefined,
  ): ProtocolAnswer | Promise<ProtocolAnswer> {
    const own = connection && session?.begin(message.id, connection);
    const link = own ?? connection;
    const channel = new ResponseChannel(form.takesEvents ? link : undefined, link, this.streamRoom);
    const headerVersion = headerValue(headers, VERSION_HEADER);
    let kept: ListEntry<KeptChannel> | undefined;
    const answer = this.dispatcher.dispatch(
      message,
      { headers, headerVersion, exchange, channel, session },
      (outcome) => {
        if (kept) this.keepAlive.delete(kept);
        try {
          if (own) session!.complete(message.id, own);
          return this.complete(outcome, channel, form, own?.isCancelled === true);
        } catch (error) {
          return this.refuse(error, { exchange });
        }
      },
    );
    if (answer instanceof Promise && channel.canStream) kept = this.keepAlive.add(channel);
    return answer;
  }

  private complete(
    outcome: Outcome | typeof LEFT_OPEN,
    channel: ResponseChannel,
    { format, takesEvents }: AnswerForm,
    isCancelled: boolean,
  ): ProtocolAnswer {
    if (outcome === LEFT_OPEN) {
      this.keepOpen(channel);
      return STREAMED_ANSWER;
    }
    const { status, json, bytes } = outcome;
    if (channel.isStreaming) {
      channel.finish(json);
      return STREAMED_ANSWER;
    }
    channel.close();
    if (isCancelled && takesEvents) return NO_RESPONSE_ANSWER;
    const answer = status === 200 ? answerInKind(format, json, bytes) : jsonAnswer(status, json);
    return withHeaders(answer, channel.answerHeaders);
  }

  private keepOpen(channel: ResponseChannel): void {
    if (channel.canStream) {
      const kept = this.keepAlive.add(channel);
      channel.onClose(() => this.keepAlive.delete(kept));
    }
  }

  /** One after the other, so that what a batch creates is there for what it reads next. */
  private async answerBatch(
    batch: readonly unknown[],
    { headers, exchange, connection }: ProtocolMessage<Exchange>,
    form: AnswerForm,
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
          this.dispatcher.dispatch(
            message,
            { headers, headerVersion, exchange, channel, session },
            (outcome) => outcome,
            true,
          ),
        );
        const settled = await outcome;
        if (settled !== LEFT_OPEN) responses.push(settled.json);
      }
    }
    return responses.length === 0 ? ACCEPTED_ANSWER : answerInKind(form.format, `[${responses.join(',')}]`);
  }
}
