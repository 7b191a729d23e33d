import { once } from 'node:events';
import type { Writable } from 'node:stream';

/** Writes JSON-RPC messages, each on a line of its own. */
export class MessageOutput {
  /** Resolves when nobody reads any more. */
  readonly closed: Promise<void>;

  private readonly write: (text: string) => boolean;
  private isClosed = false;
  private drained?: Promise<unknown>;

  constructor(private readonly stream: Writable) {
    // As it is now: other text may be kept away from the stream later.
    this.write = stream.write.bind(stream) as (text: string) => boolean;
    this.closed = new Promise((resolve) => {
      const close = () => {
        this.isClosed = true;
        resolve();
      };
      // A reader that has gone is no failure of this process.
      stream.on('error', close);
      stream.on('close', close);
    });
  }

  /** Resolves when the reader has taken what was written, but for what the stream keeps in passing. */
  get ready(): Promise<unknown> | undefined {
    return this.drained;
  }

  /** @param json one message; outside of texts, where JSON has none, line breaks are white space */
  send(json: string): void {
    if (this.isClosed) {
      return;
    }
    const line = /[\r\n]/.test(json) ? json.replaceAll(/[\r\n]+/g, ' ') : json;
    if (!this.write(`${line}\n`)) {
      this.drained ??= Promise.race([once(this.stream, 'drain'), this.closed])
        .catch(() => undefined)
        .then(() => (this.drained = undefined));
    }
  }
}
