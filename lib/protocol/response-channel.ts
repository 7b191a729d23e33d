import { EVENT_STREAM_HEADERS, eventText } from './event-stream.js';
import type { JsonObject } from './json-rpc.js';

/** What the transport offers for one HTTP request besides taking an answer. */
export interface Connection {
  /** Starts an answer that is written piece by piece. Called at most once, and never after an answer was returned. */
  openStream(status: number, headers: Readonly<Record<string, string>>): StreamWriter;
  /** Calls back when the client goes away before its answer is complete; at once when it is gone already. */
  onClose(listener: () => void): void;
}

export interface StreamWriter {
  write(text: string): void;
  end(): void;
}

/**
 * The way back to the client while its request is being worked on. The first notification turns the answer into an
 * event stream; a client that takes JSON only gets none.
 */
export class ResponseChannel {
  private writer?: StreamWriter;
  private controller?: AbortController;
  private isEnded = false;

  /**
   * @param stream the connection when the client takes an event stream; undefined when its answer must be a whole one
   * @param connection tells when the client has gone
   */
  constructor(
    private readonly stream: Connection | undefined,
    private readonly connection: Connection | undefined = stream,
  ) {}

  get canStream(): boolean {
    return this.stream !== undefined && !this.isEnded;
  }

  get isStreaming(): boolean {
    return this.writer !== undefined;
  }

  /** Aborted when the client goes away before its answer is complete. */
  get signal(): AbortSignal {
    if (!this.controller) {
      const controller = new AbortController();
      this.controller = controller;
      this.connection?.onClose(() => controller.abort());
    }
    return this.controller.signal;
  }

  /** Sends a notification that belongs to the request. Dropped when the client cannot take it, or has its answer. */
  notify(method: string, params: JsonObject): void {
    if (this.canStream) {
      this.send(JSON.stringify({ jsonrpc: '2.0', method, params }));
    }
  }

  /** Sends one JSON-RPC message. */
  send(json: string): void {
    if (this.canStream) {
      this.open().write(eventText(json));
    }
  }

  /** Sends something that no client reads, so that nobody in between takes the connection for dead. */
  keepAlive(): void {
    if (this.canStream) {
      this.open().write(': keep-alive\n\n');
    }
  }

  /** Ends the stream with the response to the request. */
  finish(json: string): void {
    this.send(json);
    this.end();
  }

  /** Ends the stream as it is. */
  end(): void {
    this.isEnded = true;
    this.writer?.end();
  }

  private open(): StreamWriter {
    this.writer ??= this.stream!.openStream(200, EVENT_STREAM_HEADERS);
    return this.writer;
  }
}
