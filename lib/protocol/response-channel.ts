import { EVENT_STREAM_HEADERS, eventText } from './event-stream.js';
import type { JsonObject } from './json-rpc.js';
import type { StreamRoom } from './stream-room.js';

/** What the transport offers for one HTTP request besides taking an answer. */
export interface Connection {
  /** Whether nothing can be sent any more: the client has gone, or something else has answered it. */
  readonly isClosed: boolean;
  /** Starts an answer that is written piece by piece. Called at most once, and never after an answer was returned. */
  openStream(status: number, headers: Readonly<Record<string, string>>): StreamWriter;
  /** Calls back when the client goes away before its answer is complete; at once when it is gone already. */
  onClose(listener: () => void): void;
  /** Lets the client go, to come back for the rest of the stream. Undefined when it could not. */
  readonly pause?: (() => void) | undefined;
}

export interface StreamWriter {
  /** Bytes written that the client has not taken yet. */
  readonly backlog: number;
  write(text: string): void;
  /** `done` is called when everything has been handed to the network, or the client has gone. */
  end(done?: () => void): void;
  /** Breaks the connection off. */
  disconnect(): void;
}

/** What one client may leave untaken before its notifications are dropped. */
const MAXIMUM_BACKLOG = 1024 * 1024;

/**
 * The way back to the client while its request is being worked on. The first notification turns the answer into an
 * event stream; a client that takes JSON only gets none.
 */
export class ResponseChannel {
  private writer?: StreamWriter;
  private controller?: AbortController;
  private isEnded = false;
  private whenAborted?: () => void;
  private hasRoom = false;
  private headers?: Record<string, string>;

  /**
   * @param stream the connection when the client takes an event stream; undefined when its answer must be a whole one
   * @param connection tells when the client has gone
   * @param room what the stream takes a place of; without it there is always room
   */
  constructor(
    private readonly stream: Connection | undefined,
    private readonly connection: Connection | undefined = stream,
    private room?: StreamRoom,
  ) {}

  get canStream(): boolean {
    return (
      this.stream !== undefined &&
      !this.isEnded &&
      !this.stream.isClosed &&
      (this.writer !== undefined || !this.room?.isFull)
    );
  }

  /** Whether the client has gone. */
  get isGone(): boolean {
    return this.connection?.isClosed === true;
  }

  /** Whether the request was given up. */
  get isAborted(): boolean {
    return this.controller?.signal.aborted === true;
  }

  get isStreaming(): boolean {
    return this.writer !== undefined;
  }

  /** Bytes that the client has not taken yet. */
  get backlog(): number {
    return this.writer?.backlog ?? 0;
  }

  /** What goes with the answer besides its own headers. */
  get answerHeaders(): Readonly<Record<string, string>> | undefined {
    return this.headers;
  }

  /** @param name in lower case */
  setHeader(name: string, value: string): void {
    this.headers = { ...this.headers, [name]: value };
  }

  /** Aborted when the client goes away before its answer is complete, or when the request is given up. */
  get signal(): AbortSignal {
    if (!this.controller) {
      const controller = new AbortController();
      this.controller = controller;
      this.onClose(() => controller.abort());
    }
    return this.controller.signal;
  }

  /** The request is given up, while the client still waits: whoever works on it may stop. */
  abort(reason?: unknown): void {
    if (!this.signal.aborted) {
      this.controller!.abort(reason);
    }
    this.whenAborted?.();
  }

  /** Calls the last of such listeners back when the request is given up. Costs less than `signal`. */
  onAbort(listener: () => void): void {
    this.whenAborted = listener;
  }

  /** The stream is counted elsewhere, and takes no place here. */
  leaveRoom(): void {
    this.room = undefined;
  }

  /** Calls back when the client goes away before its answer is complete. Costs less than `signal`. */
  onClose(listener: () => void): void {
    this.connection?.onClose(listener);
  }

  /**
   * Sends a notification that belongs to the request. Dropped when the client cannot take it, has its answer, or is so
   * slow that the process would have to keep too much for it.
   */
  notify(method: string, params: JsonObject): void {
    if (this.canStream && this.backlog <= MAXIMUM_BACKLOG) {
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
    if (this.canStream && this.backlog === 0) {
      this.open().write(': keep-alive\n\n');
    }
  }

  /** Ends the connection, not the stream, where the client can come back for the rest. Else does nothing. */
  pause(): void {
    if (this.canStream && this.stream!.pause) {
      this.open();
      this.stream!.pause();
    }
  }

  /** Ends the stream with the response to the request. */
  finish(json: string, done?: () => void): void {
    this.send(json);
    this.close();
    this.writer?.end(done);
  }

  /** Breaks the connection off, if there is a stream on it. */
  disconnect(): void {
    this.close();
    this.writer?.disconnect();
  }

  /** Nothing is sent any more: the response is on its way, in one piece or as the end of the stream. */
  close(): void {
    this.isEnded = true;
    this.giveRoomBack();
  }

  private open(): StreamWriter {
    this.writer ??= this.openStream();
    return this.writer;
  }

  private openStream(): StreamWriter {
    if (this.room) {
      this.hasRoom = true;
      this.room.take();
      this.onClose(() => this.giveRoomBack());
    }
    return this.stream!.openStream(
      200,
      this.headers ? { ...EVENT_STREAM_HEADERS, ...this.headers } : EVENT_STREAM_HEADERS,
    );
  }

  private giveRoomBack(): void {
    if (this.hasRoom) {
      this.hasRoom = false;
      this.room!.giveBack();
    }
  }
}
