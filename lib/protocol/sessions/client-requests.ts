import { randomUUID } from 'node:crypto';
import { isJsonObject } from '../json-rpc.js';
import type { JsonObject, ResponseMessage } from '../json-rpc.js';
import { invalidRequest } from '../protocol-error.js';
import type { ProtocolError } from '../protocol-error.js';

/** How a client answered a request of the server. */
export type ClientAnswer = { readonly result: JsonObject } | { readonly error: string };

export interface ClientRequest {
  readonly method: string;
  readonly params?: JsonObject;
}

/** How a request gets to the client. */
export interface ClientRequestDelivery {
  readonly send: (json: string) => void | Promise<void>;
  /** Aborted when the answer is not needed any more. */
  readonly signal: AbortSignal;
}

interface Pending {
  readonly resolve: (answer: ClientAnswer) => void;
  readonly reject: (error: ProtocolError) => void;
}

const LONGEST_ERROR = 500;

/** What the server has asked the client of one session, and waits for. */
export class ClientRequests {
  private readonly pending = new Map<string, Pending>();
  /** Why nothing can be asked any more. */
  private ended?: string;

  /** @param instance what the ids of requests begin with, so that any instance knows whom an answer is for */
  constructor(
    private readonly timeoutMs: number,
    private readonly instance: string,
  ) {}

  /** @throws ProtocolError when no answer comes: in time, before the call is given up, before the session ends */
  ask(request: ClientRequest, { send, signal }: ClientRequestDelivery): Promise<ClientAnswer> {
    if (this.ended !== undefined) {
      return Promise.reject(invalidRequest(this.ended));
    }
    // Not a count: an answer to another process, or to an earlier one, must not pass for one to this.
    const id = `${this.instance}.${randomUUID()}`;
    return new Promise<ClientAnswer>((resolve, reject) => {
      const giveUp = (reason: string) => {
        const params = { requestId: id, reason };
        void Promise.resolve(
          send(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params })),
        ).catch(() => undefined);
        settle(() => reject(invalidRequest(reason)));
      };
      const timer = setTimeout(
        () => giveUp(`the client has not answered ${request.method} within ${this.timeoutMs} ms`),
        this.timeoutMs,
      );
      timer.unref();
      const onAbort = () => giveUp('the call was cancelled');
      const settle = (end: () => void) => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
        this.pending.delete(id);
        end();
      };
      this.pending.set(id, {
        resolve: (answer) => settle(() => resolve(answer)),
        reject: (error) => settle(() => reject(error)),
      });
      signal.addEventListener('abort', onAbort);
      void Promise.resolve(send(JSON.stringify({ jsonrpc: '2.0', id, ...request }))).catch(
        (error: ProtocolError) => settle(() => reject(error)),
      );
      if (signal.aborted) {
        onAbort();
      }
    });
  }

  /** Answers that nobody waits for are dropped: they may have come too late. */
  answered({ id, result, error }: ResponseMessage): void {
    const pending = typeof id === 'string' ? this.pending.get(id) : undefined;
    if (isJsonObject(result)) {
      pending?.resolve({ result });
    } else {
      pending?.resolve({ error: messageOf(error) });
    }
  }

  /** The instance that has asked what this answers. */
  static instanceOf({ id }: ResponseMessage): string | undefined {
    return typeof id === 'string' ? /^([\w-]{1,64})\./.exec(id)?.[1] : undefined;
  }

  end(reason: string): void {
    this.ended = reason;
    for (const { reject } of [...this.pending.values()]) {
      reject(invalidRequest(reason));
    }
  }
}

function messageOf(error: unknown): string {
  const message = isJsonObject(error) ? error['message'] : undefined;
  return typeof message === 'string' ? message.slice(0, LONGEST_ERROR) : 'no result';
}
