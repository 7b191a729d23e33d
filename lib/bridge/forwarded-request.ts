import type { IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { HEADER_MISMATCH, isJsonObject, METHOD_NOT_FOUND, ProtocolError } from '../protocol/index.js';
import type { Era, JsonObject, RequestMessage } from '../protocol/index.js';
import { deliver, parseMessage } from './deliver.js';
import { connectionFailure, failureResponse, lostFailure, statusFailure, withId } from './failure.js';
import { exchange, mediaTypeOf, readText } from './http-exchange.js';
import { resume, sessionIdOf } from './legacy-session.js';
import { learnTools } from './learn-tools.js';
import type { Link } from './link.interface.js';
import { legacyHeaders, modernHeaders, POST_HEADERS } from './message-headers.js';
import { readEvents } from './read-events.js';

const RETRY_MS = 1_000;
const MOST_RESUMPTIONS = 5;

/** One request of the client, and its way to the endpoint and back. */
export class ForwardedRequest {
  /** The response that the client got, once it has. */
  answer?: JsonObject;
  /** The session that the answer came with. */
  sessionId?: string;

  private readonly controller = new AbortController();
  private isSilent = false;

  constructor(
    readonly message: RequestMessage,
    private readonly body: string,
    readonly era: Era,
    private readonly link: Link,
  ) {}

  /** Whether it is a subscription, which ends when the client or the server has had enough. */
  get isSubscription(): boolean {
    return this.message.method === 'subscriptions/listen';
  }

  /** Never rejects. The client has its response then, unless it has given the request up. */
  async run(): Promise<void> {
    try {
      await this.attempt(false);
    } catch (error) {
      const { endpoint, secrets } = this.link;
      this.fail(error instanceof ProtocolError ? error : connectionFailure(endpoint.url, error, secrets));
    }
  }

  /** Nothing is said of it any more. */
  silence(): void {
    this.isSilent = true;
  }

  /** Breaks the exchange off, by which the endpoint knows that nobody waits. */
  cancel(): void {
    this.silence();
    this.controller.abort();
  }

  /** Answers in place of the endpoint. */
  fail(error: ProtocolError): void {
    this.send(failureResponse(this.message.id, error), { error });
  }

  private async attempt(isSecond: boolean): Promise<void> {
    const { endpoint, session } = this.link;
    const sessionId = this.era === 'legacy' && this.message.method !== 'initialize' ? session.id : undefined;
    const { signal } = this.controller;
    const response = await exchange(endpoint, {
      method: 'POST',
      headers: this.headers(),
      body: this.body,
      signal,
    });
    this.sessionId = sessionIdOf(response);
    if (response.statusCode === 404 && sessionId !== undefined && !isSecond) {
      const text = await readText(response as AsyncIterable<string>);
      // Some servers say by the same status that they do not have the method.
      const error = parseMessage(text)?.['error'];
      if (isError(error, METHOD_NOT_FOUND)) {
        this.send(withId(this.message.id, error), { error });
        return;
      }
      await session.renew(sessionId);
      return this.attempt(true);
    }
    return mediaTypeOf(response) === 'text/event-stream' && response.statusCode === 200
      ? this.readStream(response)
      : this.readWhole(response, isSecond);
  }

  private headers(): Record<string, string> {
    const { method, params, meta } = this.message;
    if (this.era === 'legacy') {
      return method === 'initialize' ? POST_HEADERS : legacyHeaders(this.link.session);
    }
    return {
      ...modernHeaders(method, params, meta),
      ...(method === 'tools/call' && this.link.argumentHeaders.headersFor(params)),
    };
  }

  private async readStream(first: IncomingMessage): Promise<void> {
    const { signal } = this.controller;
    let response = first;
    let lastEventId: string | undefined;
    let retryMs = RETRY_MS;
    let resumptions = 0;
    for (;;) {
      try {
        for await (const { data, id, retry } of readEvents(response as AsyncIterable<string>)) {
          lastEventId = id ?? lastEventId;
          retryMs = retry ?? retryMs;
          if (data !== '') {
            resumptions = 0;
            this.receive(data);
            await this.link.output.ready;
          }
          if (this.answer) return;
        }
      } catch {
        // Broken off: as far as can be told, it goes on below.
      }
      if (this.isSilent) return;
      if (this.era === 'modern' || lastEventId === undefined || resumptions++ === MOST_RESUMPTIONS) {
        throw lostFailure(this.link.endpoint.url);
      }
      await wait(retryMs, undefined, { signal });
      response = await resume(this.link, lastEventId, signal);
      if (response.statusCode !== 200) {
        response.resume();
        throw lostFailure(this.link.endpoint.url);
      }
    }
  }

  private async readWhole(response: IncomingMessage, isSecond: boolean): Promise<void> {
    const { endpoint, argumentHeaders, secrets, advice } = this.link;
    const status = response.statusCode!;
    const text = await readText(response as AsyncIterable<string>);
    const message = parseMessage(text);
    const failure = () => statusFailure(endpoint.url, status, text, secrets, advice[status]);
    if (status === 401 || status === 403) {
      this.link.report(failure().message);
    }
    const error = message?.['error'];
    if (isError(error, HEADER_MISMATCH) && this.message.method === 'tools/call' && !isSecond) {
      argumentHeaders.forget();
      await learnTools(this.link, this.message, this.controller.signal);
      return this.attempt(true);
    }
    if (message?.['id'] === this.message.id) {
      this.receive(text, message);
    } else if (isJsonObject(error)) {
      this.send(withId(this.message.id, error), { error });
    } else {
      throw failure();
    }
  }

  private receive(json: string, message = parseMessage(json)): void {
    if (message && message['method'] === undefined && message['id'] === this.message.id) {
      if (this.message.method === 'tools/list') {
        this.link.argumentHeaders.learn(message['result']);
      }
      this.send(json, message);
    } else if (this.era === 'modern' && message?.['id'] !== undefined) {
      this.link.report(
        'The server has sent a request or a strange response, of which modern versions have none',
      );
    } else if (!this.isSilent) {
      deliver(this.link, json, message);
    }
  }

  private send(json: string, answer: JsonObject): void {
    if (this.isSilent || this.answer) {
      return;
    }
    this.answer = answer;
    this.link.output.send(json);
  }
}

function isError(error: unknown, code: number): error is JsonObject {
  return isJsonObject(error) && error['code'] === code;
}
