import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { StreamWriter } from '../protocol/index.js';

/** Set by compression middleware, which holds back what is written until it is told. */
interface Flushable {
  flush?: () => void;
}

/** What Node keeps on the sockets of an HTTP server. */
interface ServerSocket extends Socket {
  readonly server?: { readonly listening: boolean };
}

/** Writes the body of a response piece by piece. */
export class ResponseWriter implements StreamWriter {
  constructor(private readonly raw: ServerResponse) {}

  get backlog(): number {
    return this.raw.writableLength;
  }

  write(text: string): void {
    if (!this.raw.writableEnded && !this.raw.destroyed) {
      this.raw.write(text);
      (this.raw as Flushable).flush?.();
    }
  }

  end(done?: () => void): void {
    if (this.raw.writableEnded || this.raw.destroyed) {
      done?.();
      return;
    }
    const socket: ServerSocket | null = this.raw.socket;
    // Comes after 'finish', and without it when the client has gone.
    this.raw.once('close', () => {
      // A server that closes waits for its connections, and has told only the idle ones.
      if (socket?.server?.listening === false) {
        socket.end();
      }
      done?.();
    });
    this.raw.end();
  }

  disconnect(): void {
    this.raw.destroy();
  }
}
