import type { Readable } from 'node:stream';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { errorResponse, eraOf, invalidRequest, parseError, readMessage } from '../protocol/index.js';
import type { NotificationMessage, RequestId, RequestMessage, ResponseMessage } from '../protocol/index.js';
import { ArgumentHeaders } from './argument-headers.js';
import { BridgeFailure, failureResponse } from './failure.js';
import { forwardBatch } from './forward-batch.js';
import { ForwardedRequest } from './forwarded-request.js';
import type { Endpoint } from './http-exchange.js';
import { LegacySession } from './legacy-session.js';
import type { Link } from './link.interface.js';
import { legacyHeaders, modernHeaders } from './message-headers.js';
import type { MessageOutput } from './message-output.js';
import { postMessage } from './post-message.js';
import { NOT_UTF8, readLines, TOO_LONG } from './read-lines.js';
import type { Line } from './read-lines.js';

export interface BridgeOptions {
  readonly endpoint: Endpoint;
  readonly input: Readable;
  readonly output: MessageOutput;
  /** Of one message of the client. */
  readonly maxMessageBytes: number;
  readonly secrets?: readonly string[];
  readonly advice?: Readonly<Record<number, string>>;
  /** Tells the person who runs this. */
  readonly report: (text: string) => void;
}

class OpenLink implements Link {
  readonly endpoint: Endpoint;
  readonly output: MessageOutput;
  readonly secrets: readonly string[];
  readonly advice: Readonly<Record<number, string>>;
  readonly report: (text: string) => void;
  readonly argumentHeaders = new ArgumentHeaders();
  readonly asked = new Set<RequestId>();
  readonly session: LegacySession = new LegacySession(this);

  constructor({ endpoint, output, report, secrets = [], advice = {} }: BridgeOptions) {
    this.endpoint = endpoint;
    this.output = output;
    this.secrets = secrets;
    this.advice = advice;
    this.report = report;
  }
}

/** Requests in progress, above which the next is taken only when those have had a turn. */
const MANY = 100;

/**
 * Carries messages between a client that writes and reads lines, and an endpoint that speaks Streamable HTTP: one HTTP
 * exchange for each message.
 */
export class Bridge {
  private readonly link: Link;
  private readonly requests = new Map<RequestId, ForwardedRequest>();
  private readonly running = new Map<ForwardedRequest, Promise<void>>();
  private readonly messages = new Set<Promise<unknown>>();
  private readonly patience = new AbortController();
  private hasStopped = false;

  constructor(private readonly options: BridgeOptions) {
    this.link = new OpenLink(options);
    void options.output.closed.then(() => this.stop());
  }

  /** Carries messages until the client's end, or until `stop()`. */
  async run(): Promise<void> {
    const { input, maxMessageBytes } = this.options;
    try {
      for await (const line of readLines(input as AsyncIterable<Buffer>, maxMessageBytes)) {
        await this.take(line);
        // A client that does not read its answers is not asked for more requests.
        await this.link.output.ready;
        if (this.running.size > MANY) {
          await nextTurn();
        }
      }
    } catch {
      // The input was closed from here, or broke: that is its end, too.
    }
    this.hasStopped = true;
  }

  /** Takes no more messages. Where that is so already, nothing is waited for any more. */
  stop(): void {
    if (this.hasStopped) {
      this.patience.abort();
    }
    this.hasStopped = true;
    this.options.input.destroy();
  }

  /** Waits for the answers that are due. What has none by then gets an error. Subscriptions stay. */
  async drain(graceMs: number): Promise<void> {
    const questions = this.answerQuestions();
    const calls = () => [...this.running].filter(([request]) => !request.isSubscription);
    const { signal } = this.patience;
    await Promise.race([
      Promise.all([questions, ...calls().map(([, end]) => end), ...this.messages]),
      wait(graceMs, undefined, { signal }).catch(() => undefined),
      this.link.output.closed,
    ]);
    this.patience.abort();
    for (const [request] of calls()) {
      request.fail(new BridgeFailure('The connection was closed before this request had ended'));
      request.cancel();
    }
  }

  /** Ends what is left, and the session if the endpoint is still there to hear of it. */
  async end({ endsSession }: { readonly endsSession: boolean }): Promise<void> {
    this.running.forEach((_, request) => request.cancel());
    if (endsSession) {
      await this.link.session.end();
    } else {
      this.link.session.stopListening();
    }
    this.link.endpoint.agent?.destroy();
  }

  /** Resolves when the next message may be taken. */
  private async take(line: Line): Promise<void> {
    const { output } = this.link;
    if (line === TOO_LONG) {
      const { maxMessageBytes } = this.options;
      output.send(
        errorResponse(undefined, invalidRequest(`The message is longer than ${maxMessageBytes} bytes`)),
      );
      return;
    }
    if (line === NOT_UTF8) {
      output.send(errorResponse(undefined, parseError('The message is not UTF-8')));
      return;
    }
    if (line.trim() === '') {
      return;
    }
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      output.send(errorResponse(undefined, parseError('The message is not valid JSON')));
      return;
    }
    if (Array.isArray(value)) {
      void this.follow(forwardBatch(this.link, line));
      return;
    }
    const message = readMessage(value);
    switch (message.kind) {
      case 'invalid':
        output.send(errorResponse(message.id, message.error));
        return;
      case 'request':
        return this.request(message, line);
      case 'notification':
        return this.notify(message, line);
      case 'response':
        this.answer(message, line);
    }
  }

  private async request(message: RequestMessage, body: string): Promise<void> {
    const { session } = this.link;
    const era = eraOf(message.method, message.meta, session.version, {});
    const request = new ForwardedRequest(message, body, era, this.link);
    this.requests.set(message.id, request);
    const end = request.run().then(() => this.forget(request));
    this.running.set(request, end);
    // Whatever follows the handshake depends on what it agrees.
    if (message.method === 'initialize' && era === 'legacy') {
      await end;
      if (request.answer?.['result'] !== undefined) {
        await session.end();
        session.begin(message.params, request.answer['result'], request.sessionId);
      }
    }
  }

  private forget(request: ForwardedRequest): void {
    const { id } = request.message;
    this.running.delete(request);
    if (request.era === 'legacy' && request.answer?.['result'] !== undefined) {
      this.link.session.remember(request.message);
    }
    if (this.requests.get(id) === request) {
      this.requests.delete(id);
    }
    if (request.isSubscription && request.answer?.['result'] !== undefined) {
      // "Cancellation" of 2026-07-28: a server says so when it tears a subscription down.
      const params = { requestId: id, reason: 'The server has ended the subscription' };
      this.link.output.send(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params }));
    }
  }

  private async notify(message: NotificationMessage, body: string): Promise<void> {
    const { session } = this.link;
    const { method, params, meta } = message;
    if (method === 'notifications/cancelled') {
      this.cancel(params['requestId'], body);
      return;
    }
    const isModern = eraOf(method, meta, session.version, {}) === 'modern';
    const posted = this.post(body, isModern ? modernHeaders(method, params, meta) : legacyHeaders(session));
    if (method === 'notifications/initialized') {
      await posted;
      session.listen();
    }
  }

  /** Over HTTP a modern client gives a request up by leaving; a legacy one says so, and need not have left. */
  private cancel(id: unknown, body: string): void {
    const request = this.requests.get(id as RequestId);
    if (!request) {
      return;
    }
    if (request.era === 'modern') {
      request.cancel();
      return;
    }
    request.silence();
    // The endpoint may hear of it before it has heard of the request.
    void this.post(body, legacyHeaders(this.link.session)).then(() => request.cancel());
  }

  private answer({ id }: ResponseMessage, body: string): void {
    const { asked, session, report } = this.link;
    if (!asked.delete(id as RequestId)) {
      report('The client has answered a request that nobody has made; the answer was dropped');
      return;
    }
    void this.post(body, legacyHeaders(session));
  }

  /** The client is not there to answer. */
  private async answerQuestions(): Promise<void> {
    const { asked, session } = this.link;
    const failure = new BridgeFailure('The client has closed the connection');
    const posts = [...asked].map((id) => this.post(failureResponse(id, failure), legacyHeaders(session)));
    asked.clear();
    await Promise.all(posts);
  }

  private post(body: string, headers: Readonly<Record<string, string>>): Promise<void> {
    return this.follow(postMessage(this.link, body, headers));
  }

  private follow(work: Promise<void>): Promise<void> {
    this.messages.add(work);
    return work.finally(() => this.messages.delete(work));
  }
}
