import { checkBatchedRequest } from './batch.js';
import type { Call, Delivery } from './call.js';
import { eraOf } from './era.js';
import type { Era } from './era.js';
import { InFlight } from './in-flight.js';
import { initializedMethod } from './initialized-method.js';
import type { RequestId, RequestMessage } from './json-rpc.js';
import { legacyCall } from './legacy-request.js';
import { LEFT_OPEN } from './method.js';
import type { Method, MethodOutcome } from './method.js';
import { MethodRegistry } from './method-registry.js';
import { modernCall, removedMethod } from './modern-request.js';
import { httpStatusOf, internalError, ProtocolError } from './protocol-error.js';
import { errorResponse, preparedResponse, resultResponse } from './response.js';
import { endedByShutdown } from './shutdown.js';

/** A JSON-RPC response and the HTTP status that belongs to it. */
export interface Outcome {
  readonly status: number;
  readonly json: string;
  /** The same, when its bytes are there already. */
  readonly bytes?: Uint8Array;
}

type Report<Exchange> = (error: unknown, exchange?: Exchange) => unknown;

/** Brings one JSON-RPC request to its method, and what comes of it into the form of a response. */
export class Dispatcher<Exchange> {
  private methods: MethodRegistry<Exchange>;
  private readonly inFlight = new InFlight();

  /** @param onError is told what was thrown and is no `ProtocolError` */
  constructor(
    methods: Iterable<Method<Exchange>>,
    private readonly onError?: Report<Exchange>,
  ) {
    this.methods = registryOf(methods);
  }

  /** Serves other methods from now on. Requests in progress stay with theirs. */
  serve(methods: Iterable<Method<Exchange>>): void {
    this.methods = registryOf(methods);
  }

  /** Answers all requests that methods are still at work on, since the server shuts down. */
  giveUp(): void {
    this.inFlight.giveUp(endedByShutdown());
  }

  /**
   * Never rejects or throws. A promise when the method takes time.
   *
   * @param complete makes of the outcome what is wanted; it must not throw
   */
  dispatch<T>(
    message: RequestMessage,
    delivery: Delivery<Exchange>,
    complete: (outcome: Outcome | typeof LEFT_OPEN) => T,
    isBatched = false,
  ): T | Promise<T> {
    const { headers, headerVersion, exchange, channel } = delivery;
    const { id } = message;
    const era = eraOf(message.method, message.meta, headerVersion, headers);
    try {
      if (isBatched) checkBatchedRequest(message, headers, headerVersion);
      const { method, request } = this.callOf(era, message, delivery);
      this.inFlight.assertOpen();
      const work = method.handle(request);
      return work instanceof Promise
        ? this.inFlight.settle(
            work,
            channel,
            (result) => complete(this.success(id, result, era, exchange)),
            (error) => complete(this.failure(id, error, era, exchange)),
          )
        : complete(this.success(id, work, era, exchange));
    } catch (error) {
      return complete(this.failure(id, error, era, exchange));
    }
  }

  /** What the client sees of an error. */
  failure(id: RequestId | undefined, error: unknown, era: Era, exchange: Exchange): Outcome {
    let unknown = error;
    if (error instanceof ProtocolError) {
      try {
        return { status: httpStatusOf(error, era), json: errorResponse(id, error) };
      } catch (unserializable) {
        unknown = unserializable;
      }
    }
    const hidden = internalError(this.report(unknown, exchange));
    return { status: httpStatusOf(hidden, era), json: errorResponse(id, hidden) };
  }

  private success(
    id: RequestId,
    result: MethodOutcome,
    era: Era,
    exchange: Exchange,
  ): Outcome | typeof LEFT_OPEN {
    if (result === LEFT_OPEN) return LEFT_OPEN;
    try {
      return {
        status: 200,
        json: resultResponse(id, result, era),
        bytes: preparedResponse(id, result),
      };
    } catch (unserializable) {
      return this.failure(id, unserializable, era, exchange);
    }
  }

  private callOf(era: Era, message: RequestMessage, delivery: Delivery<Exchange>): Call<Exchange> {
    const method = this.methods.find(message.method, era);
    if (era === 'legacy') return legacyCall(message, method, delivery);
    if (method === undefined && this.methods.find(message.method, 'legacy') !== undefined) {
      throw removedMethod(message.method);
    }
    return modernCall(message, method, delivery);
  }

  private report(error: unknown, exchange: Exchange): string | undefined {
    try {
      const errorId = this.onError?.(error, exchange);
      return typeof errorId === 'string' ? errorId : undefined;
    } catch {
      // The client's answer must not depend on the logger.
      return undefined;
    }
  }
}

function registryOf<Exchange>(methods: Iterable<Method<Exchange>>): MethodRegistry<Exchange> {
  return new MethodRegistry(methods, [initializedMethod]);
}
