import { LinkedList } from './linked-list.js';
import type { MethodOutcome } from './method.js';
import type { ProtocolError } from './protocol-error.js';
import type { ResponseChannel } from './response-channel.js';

interface Call {
  readonly channel: ResponseChannel;
  readonly giveUp: (error: ProtocolError) => void;
}

/** As many are kept without a look at whether their clients are still there. */
const FEW = 1_000;

/** The requests that methods are at work on, so that they can be given up. */
export class InFlight {
  private readonly calls = new LinkedList<Call>();
  private end?: ProtocolError;
  private mostBeforeCleaning = FEW;

  /** @throws ProtocolError when everything has been given up */
  assertOpen(): void {
    if (this.end) throw this.end;
  }

  /**
   * What is made of the method's outcome, or of the error for which everything is given up before that.
   *
   * @param succeed must not throw, as `fail` must not
   */
  settle<T>(
    work: Promise<MethodOutcome>,
    channel: ResponseChannel,
    succeed: (outcome: MethodOutcome) => T,
    fail: (error: unknown) => T,
  ): Promise<T> {
    return new Promise((resolve) => {
      if (this.calls.size >= this.mostBeforeCleaning) this.forgetGone();
      const call = this.calls.add({ channel, giveUp: (error) => resolve(fail(error)) });
      work.then(
        (outcome) => {
          this.calls.delete(call);
          resolve(succeed(outcome));
        },
        (error: unknown) => {
          this.calls.delete(call);
          resolve(fail(error));
        },
      );
    });
  }

  /** Answers all with an error and aborts their signals. What comes from now on is answered so at once. */
  giveUp(error: ProtocolError): void {
    this.end = error;
    for (const { channel, giveUp } of this.calls) {
      giveUp(error);
      channel.abort();
    }
    this.calls.clear();
  }

  /** A handler that never ends must not keep its request for ever when the client has gone. */
  private forgetGone(): void {
    for (const call of this.calls.entries()) {
      if (call.value.channel.isGone) this.calls.delete(call);
    }
    this.mostBeforeCleaning = Math.max(FEW, this.calls.size * 2);
  }
}
