import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { isJsonObject, LAST_EVENT_HEADER, SESSION_HEADER } from '../protocol/index.js';
import type { JsonObject } from '../protocol/index.js';
import { deliver, parseMessage } from './deliver.js';
import { BridgeFailure, statusFailure } from './failure.js';
import { exchange, mediaTypeOf, readText } from './http-exchange.js';
import type { Link } from './link.interface.js';
import { legacyHeaders, POST_HEADERS, versionOf } from './message-headers.js';
import { readEvents } from './read-events.js';

const RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 30_000;
/** How long the server has to hear that the session is over. */
const FAREWELL_MS = 2_000;
const INITIALIZED = '{"jsonrpc":"2.0","method":"notifications/initialized"}';

interface SettingRequest {
  readonly method: string;
  readonly params: JsonObject;
}

/** What `initialize` has agreed with the server: a version, and the session if the server keeps such. */
export class LegacySession {
  id?: string;
  version?: string;
  private params?: JsonObject;
  private listening?: AbortController;
  private renewing?: Promise<void>;
  /** Requests that have set something, by what they set. */
  private readonly settings = new Map<string, SettingRequest>();

  constructor(private readonly link: Link) {}

  /** @param params what `initialize` was sent with */
  begin(params: JsonObject, result: unknown, id: string | undefined): void {
    this.params = params;
    this.settings.clear();
    this.version = versionOf(result);
    this.id = id;
  }

  /** Notes what a request has set, for another session in place of this one. */
  remember({ method, params }: SettingRequest): void {
    const uri = String(params['uri']);
    if (method === 'logging/setLevel') this.settings.set(method, { method, params });
    if (method === 'resources/subscribe') this.settings.set(uri, { method, params });
    if (method === 'resources/unsubscribe') this.settings.delete(uri);
  }

  /** Opens the stream for what belongs to no request, as far as the server has one, and keeps it open. */
  listen(): void {
    this.listening?.abort();
    this.listening = new AbortController();
    const { signal } = this.listening;
    this.keepListening(signal).catch((error: unknown) => {
      if (!signal.aborted) {
        this.link.report(`Notifications are not received: ${(error as Error).message}`);
      }
    });
  }

  /** The server knows the session no more. Begins another one like it, once for all requests that notice. */
  async renew(lost: string): Promise<void> {
    if (this.id !== lost) {
      return;
    }
    this.renewing ??= this.beginAnew().finally(() => (this.renewing = undefined));
    await this.renewing;
  }

  stopListening(): void {
    this.listening?.abort();
    this.listening = undefined;
  }

  /** Tells the server that the client is done. */
  async end(): Promise<void> {
    this.stopListening();
    const { id } = this;
    if (id === undefined) {
      return;
    }
    const headers = legacyHeaders(this);
    this.id = undefined;
    const signal = AbortSignal.timeout(FAREWELL_MS);
    try {
      (await exchange(this.link.endpoint, { method: 'DELETE', headers, signal })).resume();
    } catch {
      // It ends by itself when nobody uses it.
    }
  }

  private async beginAnew(): Promise<void> {
    const { endpoint, report, secrets } = this.link;
    report('The server has ended the session, or has restarted. Another one is begun');
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id: randomUUID(),
      method: 'initialize',
      params: this.params,
    });
    const signal = AbortSignal.timeout(LONGEST_RETRY_MS);
    const response = await exchange(endpoint, { method: 'POST', headers: POST_HEADERS, body, signal });
    const answer = await firstMessage(response);
    if (!isJsonObject(answer?.['result'])) {
      throw statusFailure(endpoint.url, response.statusCode!, '', secrets);
    }
    this.version = versionOf(answer['result']);
    this.id = sessionIdOf(response);
    const headers = legacyHeaders(this);
    (await exchange(endpoint, { method: 'POST', headers, body: INITIALIZED, signal })).resume();
    for (const { method, params } of this.settings.values()) {
      const setting = JSON.stringify({ jsonrpc: '2.0', id: randomUUID(), method, params });
      await readText(
        (await exchange(endpoint, {
          method: 'POST',
          headers,
          body: setting,
          signal,
        })) as AsyncIterable<string>,
      );
    }
    this.listen();
  }

  private async keepListening(signal: AbortSignal): Promise<void> {
    let lastEventId: string | undefined;
    let retryMs = RETRY_MS;
    let failures = 0;
    let hasBeenOpen = false;
    const { id: sessionId } = this;
    while (!signal.aborted) {
      try {
        const response = await this.openStream(lastEventId, signal);
        if (!response) {
          // Not when it has never been there: such servers answer every GET with 404.
          return hasBeenOpen && sessionId !== undefined ? this.renew(sessionId) : undefined;
        }
        hasBeenOpen = true;
        for await (const { data, id, retry } of readEvents(response as AsyncIterable<string>)) {
          failures = 0;
          lastEventId = id ?? lastEventId;
          retryMs = retry ?? retryMs;
          if (data !== '') {
            deliver(this.link, data, parseMessage(data));
            await this.link.output.ready;
          }
        }
      } catch (error) {
        if (error instanceof BridgeFailure) {
          throw error;
        }
        failures++;
      }
      await wait(Math.min(retryMs * 2 ** failures, LONGEST_RETRY_MS), undefined, { signal });
    }
  }

  /** Undefined when there is no such stream: the server has none, or has another one after a restart. */
  private async openStream(
    lastEventId: string | undefined,
    signal: AbortSignal,
  ): Promise<IncomingMessage | undefined> {
    const { endpoint, secrets, advice } = this.link;
    const response = await resume(this.link, lastEventId, signal);
    const status = response.statusCode!;
    if (status === 200 && mediaTypeOf(response) === 'text/event-stream') {
      return response;
    }
    const body = await readText(response as AsyncIterable<string>);
    if (status >= 500) {
      throw new Error(`HTTP ${status}`);
    }
    if (status === 401 || status === 403) {
      throw statusFailure(endpoint.url, status, body, secrets, advice[status]);
    }
    // What the stream has missed is lost, but not what comes.
    return status === 400 && lastEventId !== undefined ? this.openStream(undefined, signal) : undefined;
  }
}

/** Opens a stream, or goes on with one after an event of it. */
export function resume(
  { endpoint, session }: Link,
  lastEventId: string | undefined,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const headers = {
    ...legacyHeaders(session),
    accept: 'text/event-stream',
    ...(lastEventId !== undefined && { [LAST_EVENT_HEADER]: lastEventId }),
  };
  return exchange(endpoint, { method: 'GET', headers, signal });
}

export function sessionIdOf({ headers }: IncomingMessage): string | undefined {
  const id = headers[SESSION_HEADER];
  return typeof id === 'string' ? id : undefined;
}

async function firstMessage(response: IncomingMessage): Promise<JsonObject | undefined> {
  const chunks = response as AsyncIterable<string>;
  if (mediaTypeOf(response) !== 'text/event-stream') {
    return parseMessage(await readText(chunks));
  }
  for await (const { data } of readEvents(chunks)) {
    const message = data === '' ? undefined : parseMessage(data);
    if (message && message['method'] === undefined) {
      return message;
    }
  }
  return undefined;
}
