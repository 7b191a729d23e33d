import { INTERNAL_ERROR, ProtocolError } from '../protocol/index.js';
import type { ResponseChannel } from '../protocol/index.js';

/** A handler took longer than it may. The message is for the caller. */
export class CallTimeoutError extends ProtocolError {
  constructor(name: string, timeoutMs: number) {
    super(
      INTERNAL_ERROR,
      `"${name}" has not answered within ${timeoutMs} ms, and is not waited for any longer. ` +
        'What it has begun may still go on: look at what has become of it before you repeat the call.',
    );
  }
}

/** What is waited for, and for how long. */
export interface TimedCall<T> {
  readonly name: string;
  /** `false` for as long as it takes. */
  readonly timeoutMs: number | false;
  readonly channel: ResponseChannel;
  /** @param whenOver takes what is to happen when the time is over */
  run(whenOver: (listener: () => void) => void): Promise<T>;
  /** Gets what comes when nobody waits for it any more. */
  discard?(late: T): void;
}

/**
 * Waits as long as the call may take. Then its signal is aborted; what it still answers, or throws, is dropped.
 *
 * @throws CallTimeoutError when the time is over
 */
export function withinTime<T>(call: TimedCall<T>): Promise<T> {
  const { name, timeoutMs, channel } = call;
  if (timeoutMs === false) {
    return call.run(() => undefined);
  }
  return new Promise<T>((resolve, reject) => {
    let isOver = false;
    // First: what fails at once must not leave a timer behind.
    let whenOver: (() => void) | undefined;
    const running = call.run((listener) => {
      whenOver = listener;
    });
    const timer = setTimeout(() => {
      isOver = true;
      channel.abort(new DOMException(`The call took longer than ${timeoutMs} ms`, 'TimeoutError'));
      whenOver?.();
      reject(new CallTimeoutError(name, timeoutMs));
    }, timeoutMs);
    // A process that has nothing else to do may end.
    timer.unref();
    channel.onAbort(() => clearTimeout(timer));
    running.then(
      (answer) => {
        if (isOver) {
          discard(call, answer);
        } else {
          clearTimeout(timer);
          resolve(answer);
        }
      },
      (error: Error) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}

function discard<T>(call: TimedCall<T>, late: T): void {
  try {
    call.discard?.(late);
  } catch {
    // There is nobody to tell.
  }
}
