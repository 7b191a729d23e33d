import type { ServerResponse } from 'node:http';
import type { Connection, StreamWriter } from '../protocol/index.js';
import { ResponseWriter } from './response-writer.js';
import { isFastifyReply } from './send-answer.js';

/** The connection of a request to the endpoint, on Fastify and on Express. */
export class HttpConnection implements Connection {
  private isOpen = false;

  constructor(private readonly response: object) {}

  get isClosed(): boolean {
    const raw = rawResponse(this.response);
    return raw.destroyed || raw.writableEnded || (raw.headersSent && !this.isOpen);
  }

  openStream(status: number, headers: Readonly<Record<string, string>>): StreamWriter {
    const raw = this.takeOver();
    this.isOpen = true;
    raw.writeHead(status, headers);
    raw.flushHeaders();
    return new ResponseWriter(raw);
  }

  onClose(listener: () => void): void {
    const raw = rawResponse(this.response);
    const tell = () => {
      if (!raw.writableFinished) {
        listener();
      }
    };
    if (raw.destroyed) {
      tell();
    } else {
      raw.once('close', tell);
    }
  }

  /** From here on Fastify leaves the response alone. What its hooks have set so far still has to be sent. */
  private takeOver(): ServerResponse {
    const raw = rawResponse(this.response);
    if (isFastifyReply(this.response)) {
      for (const [name, value] of Object.entries(this.response.getHeaders())) {
        if (value !== undefined) {
          raw.setHeader(name, value);
        }
      }
      this.response.hijack();
    }
    return raw;
  }
}

function rawResponse(response: object): ServerResponse {
  return isFastifyReply(response) ? response.raw : (response as ServerResponse);
}
